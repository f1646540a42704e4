//===- StartProcess.cpp - Starts a detached process -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/StartProcess.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sched.h>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

/// clone(2), by a name that ThreadSanitizer does not replace. Its replacement
/// treats every call as a fork, and ends programs if the memory is shared.
extern "C" int __clone(int (*)(void *), void *, int, void *, ...);

namespace {

/// What the intermediate process reports, at the end of memory that is shared
/// with it even if it is a fork; its stack is before that.
struct Outcome {
  pid_t Server = -1;
  int Failure = 0;
};

constexpr size_t SharedBytes = 64 << 10;

/// Variables that would load libraries into the server, or redirect its output.
constexpr std::string_view Unwanted[] = {
    "LD_PRELOAD=", "LD_AUDIT=", "LD_DEBUG=", "LD_DEBUG_OUTPUT="};

bool isUnwanted(std::string_view Variable) {
  return std::any_of(
      std::begin(Unwanted), std::end(Unwanted),
      [&](std::string_view Name) { return Variable.starts_with(Name); });
}

std::vector<char *> withoutUnwanted(char **Environment) {
  std::vector<char *> Kept;
  for (char **At = Environment; At && *At; ++At)
    if (!isUnwanted(*At))
      Kept.push_back(*At);
  Kept.push_back(nullptr);
  return Kept;
}

std::vector<char *> pointersTo(const std::vector<std::string> &Texts) {
  std::vector<char *> Pointers;
  Pointers.reserve(Texts.size() + 1);
  for (const std::string &Each : Texts)
    Pointers.push_back(const_cast<char *>(Each.c_str()));
  Pointers.push_back(nullptr);
  return Pointers;
}

/// Allocates all memory before the intermediate process starts.
class Start {
public:
  Start(const std::string &Path, const std::vector<std::string> &Arguments,
        char **Environment, int Socket)
      : Path(Path), Arguments(pointersTo(Arguments)),
        Environment(withoutUnwanted(Environment)) {
    ::posix_spawn_file_actions_init(&Files);
    for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::posix_spawn_file_actions_addopen(&Files, Stream, "/dev/null", O_RDWR,
                                         0);
    ::posix_spawn_file_actions_adddup2(&Files, Socket, ServerSocket);
    ::posix_spawn_file_actions_addclosefrom_np(&Files, ServerSocket + 1);
    ::posix_spawn_file_actions_addchdir_np(&Files, "/");
    sigset_t Signals;
    ::posix_spawnattr_init(&How);
    sigfillset(&Signals);
    ::posix_spawnattr_setsigdefault(&How, &Signals);
    sigemptyset(&Signals);
    ::posix_spawnattr_setsigmask(&How, &Signals);
    ::posix_spawnattr_setflags(&How, POSIX_SPAWN_SETSIGDEF |
                                         POSIX_SPAWN_SETSIGMASK |
                                         POSIX_SPAWN_SETSID);
  }
  ~Start() {
    ::posix_spawn_file_actions_destroy(&Files);
    ::posix_spawnattr_destroy(&How);
  }
  Start(const Start &) = delete;
  Start &operator=(const Start &) = delete;

  Result<pid_t> run();

private:
  static int between(void *Self);

  const std::string &Path;
  const std::vector<char *> Arguments, Environment;
  posix_spawn_file_actions_t Files;
  posix_spawnattr_t How;
  Outcome *Said = nullptr;
};

} // namespace

/// Runs in the intermediate process.
int Start::between(void *Opaque) {
  auto *Self = static_cast<Start *>(Opaque);
  Self->Said->Failure = ::posix_spawn(
      &Self->Said->Server, Self->Path.c_str(), &Self->Files, &Self->How,
      Self->Arguments.data(), Self->Environment.data());
  return 0;
}

Result<pid_t> Start::run() {
  void *Shared = ::mmap(nullptr, SharedBytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return Error(Path + " cannot be started: " + std::strerror(errno));
  Said =
      new (static_cast<char *>(Shared) + SharedBytes - sizeof(Outcome)) Outcome;
  // Block all signals: in the intermediate process, a signal handler of the
  // program would run in our memory.
  sigset_t All, Before;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  char *const Stack =
      reinterpret_cast<char *>(uintptr_t(Said) & ~uintptr_t(15));
  pid_t Between = ::__clone(between, Stack, CLONE_VM | CLONE_VFORK, this);
  if (Between < 0 && errno == EINVAL) // An emulator.
    Between = ::__clone(between, Stack, SIGCHLD, this);
  if (Between < 0)
    Said->Failure = errno;
  else
    while (::waitpid(Between, nullptr, __WALL) < 0 && errno == EINTR)
      ;
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  const Outcome Told = *Said;
  ::munmap(Shared, SharedBytes);
  if (Told.Failure)
    return Error(Path + " cannot be started: " + std::strerror(Told.Failure));
  return Told.Server;
}

Result<pid_t> server::startDetached(const std::string &Path,
                                    const std::vector<std::string> &Arguments,
                                    char **Environment, int Socket) {
  return Start(Path, Arguments, Environment, Socket).run();
}
