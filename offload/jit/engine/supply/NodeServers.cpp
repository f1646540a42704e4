//===- NodeServers.cpp - The compile server of user and node -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first program that needs the server starts it. It gets a socket that
// listens already, so that no program waits for it to be ready; a lock prevents
// the ranks of a program that start at once from starting one server each. A
// connection is used for one compile, so that clients take turns. A server that
// does not answer may have been stopped, as batch systems do to jobs: the
// program does not wait for it.
//
//===----------------------------------------------------------------------===//

#include "Servers.h"

#include "ompjit/Server/NodeFolder.h"
#include "ompjit/Server/StartProcess.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;
using namespace ompjit::server;

namespace {

/// The longest wait for another program to start the server, or for a place in
/// its queue.
constexpr std::chrono::seconds Patience(2);

class NodeServers : public Servers {
public:
  NodeServers(const std::string &LibraryDir,
              std::function<Result<std::string>()> Identity)
      : Program(LibraryDir + "/" + CompileServerFile),
        Library(LibraryDir + "/" + CompileServiceFile),
        Identity(std::move(Identity)) {}

  Result<Channel> connect() override;

private:
  Result<Channel> connectOrStart(const std::string &Path);
  Status start(const std::string &Path);

  const std::string Program, Library;
  const std::function<Result<std::string>()> Identity;
};

bool addressOf(const std::string &Path, sockaddr_un &Address) {
  Address = {};
  Address.sun_family = AF_UNIX;
  if (Path.size() >= sizeof(Address.sun_path))
    return false;
  std::memcpy(Address.sun_path, Path.data(), Path.size());
  return true;
}

Descriptor makeSocket() {
  return Descriptor(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

Error socketError(const std::string &Path) {
  return Error("the socket " + Path + ": " + std::strerror(errno));
}

/// Returns an empty channel if no server can be reached; errno has the reason.
Channel tryConnect(const std::string &Path) {
  sockaddr_un Address;
  Descriptor Socket = makeSocket();
  if (!Socket || !addressOf(Path, Address) ||
      ::connect(Socket.get(), reinterpret_cast<const sockaddr *>(&Address),
                sizeof(Address)) != 0)
    return Channel();
  Channel Server(std::move(Socket));
  if (Server.isOfSameUser())
    return Server;
  errno = EACCES;
  return Channel();
}

/// Whether starting a server may help; if its queue is full, it does not.
bool mayHelpToStart() { return errno == ENOENT || errno == ECONNREFUSED; }

} // namespace

Result<Channel> NodeServers::connect() {
  Result<std::string> Build = Identity();
  if (!Build)
    return Build.takeError();
  const char *RuntimeDir = programVariable("XDG_RUNTIME_DIR");
  Result<std::string> Path =
      nodeSocketPath(RuntimeDir ? RuntimeDir : "", *Build);
  if (!Path)
    return Path.takeError();
  const Deadline End = deadlineIn(Patience);
  bool MayHaveEnded = true; // For lack of work.
  for (;;) {
    Result<Channel> Server = connectOrStart(*Path);
    if (!Server)
      return Server;
    if (*Server) {
      Result<Frame> Said = Server->receive(End);
      if (Said && Said->Kind == FrameKind::Queued)
        return Server;
      if (!std::exchange(MayHaveEnded, false))
        return Error("the compile server at " + *Path + " ended");
    }
    if (Clock::now() >= End)
      return Error("the compile server at " + *Path + " does not answer");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Returns an empty channel if another process is about to start the server.
Result<Channel> NodeServers::connectOrStart(const std::string &Path) {
  if (Channel Server = tryConnect(Path))
    return Server;
  if (errno == EAGAIN)
    return Channel();
  if (!mayHelpToStart())
    return socketError(Path);
  Result<Descriptor> Lock = tryLock(Path);
  if (!Lock)
    return Lock.takeError();
  if (!*Lock)
    return Channel();
  // Another process may just have started it.
  if (Channel Server = tryConnect(Path))
    return Server;
  if (Status Started = start(Path); !Started)
    return Started.takeError();
  return tryConnect(Path);
}

Status NodeServers::start(const std::string &Path) {
  sockaddr_un Address;
  const Descriptor Listening = makeSocket();
  (void)::unlink(Path.c_str()); // Left by a server that was killed.
  if (!Listening || !addressOf(Path, Address) ||
      ::bind(Listening.get(), reinterpret_cast<const sockaddr *>(&Address),
             sizeof(Address)) != 0 ||
      ::listen(Listening.get(), SOMAXCONN) != 0)
    return socketError(Path);
  Result<pid_t> Started =
      startDetached(Program, {Program, "node", Library, Path},
                    programEnvironment(), Listening.get());
  if (Started)
    return Done();
  (void)::unlink(Path.c_str());
  return Started.takeError();
}

std::unique_ptr<Servers>
jit::createNodeServers(const std::string &LibraryDir,
                       std::function<Result<std::string>()> Identity) {
  return std::make_unique<NodeServers>(LibraryDir, std::move(Identity));
}
