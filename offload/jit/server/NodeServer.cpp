//===- NodeServer.cpp - Shares workers between programs ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeServer.h"

#include "ompjit/Server/NodeFolder.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace ompjit;
using namespace ompjit::server;

/// How often an idle server checks that its socket still exists.
constexpr int LookMs = 1000;

NodeServer::NodeServer(Descriptor Given, Options Wanted)
    : Listening(std::move(Given)), Chosen(std::move(Wanted)),
      Pattern(Chosen.Library), End(deadlineIn(IdleLimit)) {
  (void)::fcntl(Listening.get(), F_SETFL, O_NONBLOCK);
  struct stat Info;
  if (::lstat(Chosen.SocketPath.c_str(), &Info) == 0) {
    Device = Info.st_dev;
    Inode = Info.st_ino;
  }
}

void NodeServer::run() {
  for (;;) {
    wait();
    while (accept())
      ;
    for (Slot &Each : Workers)
      hear(Each);
    std::erase_if(Workers, [](const Slot &W) { return !W.Control; });
    while (::waitpid(-1, nullptr, WNOHANG) > 0) // Reap processes that have
                                                // ended.
      ;
    handOut();
    if (!isIdle())
      End = deadlineIn(IdleLimit);
    else if ((Clock::now() >= End || !isSocketThere()) && mayEnd())
      return;
  }
}

/// Waits until there is something to do.
void NodeServer::wait() {
  std::vector<pollfd> Looks;
  if (!std::exchange(IsFull, false))
    Looks.push_back({Listening.get(), POLLIN, 0});
  for (const Slot &Each : Workers)
    Looks.push_back({Each.Control.descriptor(), POLLIN | POLLRDHUP, 0});
  (void)::poll(Looks.data(), Looks.size(), LookMs);
}

/// Accepts a client. Returns false if there is none. If no descriptor is left,
/// further clients wait until something has happened.
bool NodeServer::accept() {
  Channel Client(Descriptor(::accept4(Listening.get(), nullptr, nullptr,
                                      SOCK_CLOEXEC | SOCK_NONBLOCK)));
  if (!Client) {
    IsFull = errno == EMFILE || errno == ENFILE || errno == ENOMEM ||
             errno == ENOBUFS;
    return errno == EINTR || errno == ECONNABORTED;
  }
  ucred Peer = {};
  socklen_t Size = sizeof(Peer);
  if (Client.isOfSameUser() &&
      ::getsockopt(Client.descriptor(), SOL_SOCKET, SO_PEERCRED, &Peer,
                   &Size) == 0 &&
      Client.send(FrameKind::Queued, {}, Clock::now()))
    Waiting.push(Peer.pid, std::move(Client));
  return true;
}

/// Reads a worker's message, which says that it is free. The worker may also
/// have ended.
void NodeServer::hear(Slot &Each) {
  if (Each.Control.isQuiet())
    return;
  Result<Frame> Said = Each.Control.receive(deadlineIn(IdleLimit));
  if (Said && Said->Kind == FrameKind::Free)
    Each.IsBusy = false;
  else
    Each.Control.close();
}

NodeServer::Slot *NodeServer::freeSlot() {
  for (Slot &Each : Workers)
    if (!Each.IsBusy)
      return &Each;
  if (Workers.size() >= Chosen.MaxWorkers || !startWorker())
    return nullptr;
  return &Workers.back();
}

/// Does not return in the new process, which closes its copies of this
/// process's descriptors, so that programs and workers notice when this process
/// closes them.
bool NodeServer::startWorker() {
  Result<std::pair<Channel, Channel>> Ends = Channel::makePair();
  if (!Ends)
    return false;
  const pid_t Child = ::fork();
  if (Child == 0) {
    Listening.close();
    Workers.clear();
    while (!Waiting.isEmpty())
      Waiting.pop().close();
    Ends->first.close();
    Pattern.serveNode(std::move(Ends->second));
    ::_exit(0);
  }
  if (Child > 0)
    Workers.push_back({std::move(Ends->first)});
  return Child > 0;
}

void NodeServer::handOut() {
  while (!Waiting.isEmpty()) {
    Slot *Next = freeSlot();
    // If no worker can be started and none is running, clients must not wait.
    if (!Next && !Workers.empty())
      return;
    const Channel Client = Waiting.pop();
    if (!Next)
      continue;
    Next->IsBusy = true;
    if (!Next->Control.send(FrameKind::Client, {}, deadlineIn(IdleLimit),
                            Client.descriptor()))
      Next->Control.close();
  }
}

bool NodeServer::isIdle() const {
  if (!Waiting.isEmpty())
    return false;
  for (const Slot &Each : Workers)
    if (Each.IsBusy)
      return false;
  return true;
}

bool NodeServer::isSocketThere() const {
  struct stat Info;
  return ::lstat(Chosen.SocketPath.c_str(), &Info) == 0 &&
         Info.st_dev == Device && Info.st_ino == Inode;
}

/// Takes the lock that a process holds while it starts a server, and keeps new
/// clients out. The lock is released when this process ends.
bool NodeServer::mayEnd() {
  if (!isSocketThere())
    return true;
  const Result<Descriptor> Lock = tryLock(Chosen.SocketPath);
  if (!Lock || !*Lock || accept())
    return false;
  (void)::unlink(Chosen.SocketPath.c_str());
  Listening.close();
  return true;
}
