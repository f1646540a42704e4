//===- ProcessServers.cpp - Compile servers of the program's own ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each server compiles one image at a time. A program has as many as it has
// compiles at once, and keeps a few for further compiles.
//
//===----------------------------------------------------------------------===//

#include "Servers.h"
#include "ompjit/Support/Mutex.h"

#include "ompjit/Server/StartProcess.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <unistd.h>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;
using namespace ompjit::server;

namespace {

/// The maximum number of servers that wait for work; each has some 50 MB of its
/// own.
constexpr size_t MaxIdle = 2;

class ProcessServers : public Servers {
public:
  explicit ProcessServers(const std::string &LibraryDir)
      : Program(LibraryDir + "/" + CompileServerFile),
        Library(LibraryDir + "/" + CompileServiceFile) {}

  Result<Channel> connect() override;
  void giveBack(Channel) override;
  void forget() override;

private:
  Channel takeIdle();
  Result<Channel> start();

  const std::string Program, Library;
  Mutex Guard;
  pid_t Owner OMPJIT_GUARDED_BY(Guard) = ::getpid();
  std::vector<Channel> Idle OMPJIT_GUARDED_BY(Guard);
};

} // namespace

Result<Channel> ProcessServers::connect() {
  if (Channel Known = takeIdle())
    return Known;
  return start();
}

/// Returns a server that waits for work. Drops those that have ended meanwhile
/// or whose descriptor the program has closed, and all of them in a process
/// that was forked unnoticed.
Channel ProcessServers::takeIdle() {
  MutexLock Lock(Guard);
  if (Owner != ::getpid()) {
    Idle.clear();
    Owner = ::getpid();
  }
  while (!Idle.empty()) {
    Channel Last = std::move(Idle.back());
    Idle.pop_back();
    if (Last.isQuiet())
      return Last;
  }
  return Channel();
}

Result<Channel> ProcessServers::start() {
  Result<std::pair<Channel, Channel>> Ends = Channel::makePair();
  if (!Ends)
    return Ends.takeError();
  Result<pid_t> Started =
      startDetached(Program, {Program, "worker", Library}, programEnvironment(),
                    Ends->second.descriptor());
  if (!Started)
    return Started.takeError();
  return std::move(Ends->first);
}

void ProcessServers::giveBack(Channel Used) {
  MutexLock Lock(Guard);
  if (Owner == ::getpid() && Idle.size() < MaxIdle)
    Idle.push_back(std::move(Used));
}

void ProcessServers::forget() {
  MutexLock Lock(Guard);
  Idle.clear();
  Owner = ::getpid();
}

std::unique_ptr<Servers>
jit::createProcessServers(const std::string &LibraryDir) {
  return std::make_unique<ProcessServers>(LibraryDir);
}
