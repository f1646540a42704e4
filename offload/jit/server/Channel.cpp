//===- Channel.cpp - Frames on a socket ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/Channel.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

Error closedByPeer() { return Error("the connection was closed"); }

/// Space for one descriptor beside the bytes; the system closes further ones.
union Control {
  cmsghdr Head;
  char Bytes[CMSG_SPACE(sizeof(int))];
};

void attach(msghdr &Message, Control &Room, int Number) {
  Message.msg_control = Room.Bytes;
  Message.msg_controllen = sizeof(Room.Bytes);
  cmsghdr *Head = CMSG_FIRSTHDR(&Message);
  Head->cmsg_level = SOL_SOCKET;
  Head->cmsg_type = SCM_RIGHTS;
  Head->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(Head), &Number, sizeof(int));
}

int attached(msghdr &Message) {
  for (cmsghdr *Head = CMSG_FIRSTHDR(&Message); Head;
       Head = CMSG_NXTHDR(&Message, Head)) {
    if (Head->cmsg_level != SOL_SOCKET || Head->cmsg_type != SCM_RIGHTS ||
        Head->cmsg_len < CMSG_LEN(sizeof(int)))
      continue;
    int Number;
    std::memcpy(&Number, CMSG_DATA(Head), sizeof(int));
    return Number;
  }
  return -1;
}

/// Returns the time for poll(), rounded up so that a deadline is over when it
/// returns.
int millisecondsTo(Deadline End) {
  if (End == Deadline::max())
    return -1;
  const auto Left =
      std::chrono::ceil<std::chrono::milliseconds>(End - Clock::now()).count();
  return int(std::clamp<long long>(Left, 0, INT_MAX));
}

} // namespace

Deadline server::deadlineIn(std::chrono::milliseconds Time) {
  return Time.count() ? Clock::now() + Time : Deadline::max();
}

Result<std::pair<Channel, Channel>> Channel::makePair() {
  int Ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return Error(std::string("no socket can be made: ") + std::strerror(errno));
  return std::pair(Channel(Descriptor(Ends[0])), Channel(Descriptor(Ends[1])));
}

bool Channel::isQuiet() const {
  pollfd Look = {Socket.get(), POLLIN | POLLRDHUP, 0};
  return Socket.isOurs() && ::poll(&Look, 1, 0) == 0;
}

bool Channel::isOfSameUser() const {
  ucred Peer = {};
  socklen_t Size = sizeof(Peer);
  return ::getsockopt(Socket.get(), SOL_SOCKET, SO_PEERCRED, &Peer, &Size) ==
             0 &&
         Peer.uid == ::geteuid();
}

Status Channel::waitFor(short Event, Deadline End) const {
  for (;;) {
    if (!Socket.isOurs())
      return Error("the program has closed the connection");
    pollfd Look = {Socket.get(), Event, 0};
    const int Count = ::poll(&Look, 1, millisecondsTo(End));
    if (Count > 0)
      return Done();
    if (Count == 0)
      return Error("no answer in time");
    if (errno != EINTR)
      return Error(std::strerror(errno));
  }
}

Status Channel::send(FrameKind Kind, ByteView Payload, Deadline End,
                     int Number) {
  return sendBytes(encodeFrame(Kind, Payload), End, Number);
}

Status Channel::sendBytes(ByteView Rest, Deadline End, int Number) {
  while (!Rest.empty()) {
    if (Status Ready = waitFor(POLLOUT, End); !Ready)
      return Ready;
    iovec Bytes = {const_cast<char *>(Rest.data()),
                   std::min(Rest.size(), MaxAtOnce)};
    msghdr Message = {};
    Message.msg_iov = &Bytes;
    Message.msg_iovlen = 1;
    Control Room = {};
    if (Number >= 0)
      attach(Message, Room, Number);
    const ssize_t Sent =
        ::sendmsg(Socket.get(), &Message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (Sent < 0 && errno != EINTR && errno != EAGAIN)
      return Error(std::strerror(errno));
    if (Sent <= 0)
      continue;
    Number = -1;
    Rest.remove_prefix(size_t(Sent));
  }
  return Done();
}

Result<size_t> Channel::receiveSome(char *To, size_t Size, Deadline End) {
  for (;;) {
    if (Status Ready = waitFor(POLLIN, End); !Ready)
      return Ready.takeError();
    iovec Bytes = {To, Size};
    msghdr Message = {};
    Control Room = {};
    Message.msg_iov = &Bytes;
    Message.msg_iovlen = 1;
    Message.msg_control = Room.Bytes;
    Message.msg_controllen = sizeof(Room.Bytes);
    const ssize_t Count =
        ::recvmsg(Socket.get(), &Message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (Count < 0 && errno != EINTR && errno != EAGAIN)
      return Error(std::strerror(errno));
    if (Count < 0)
      continue;
    if (const int Number = attached(Message); Number >= 0)
      Attached = Descriptor(Number);
    if (Count == 0)
      return closedByPeer();
    return size_t(Count);
  }
}

Result<Frame> Channel::receive(Deadline End) {
  std::string Piece;
  for (;;) {
    if (std::optional<Frame> Whole = Reader.take())
      return std::move(*Whole);
    Piece.resize(Reader.wanted());
    Result<size_t> Count = receiveSome(Piece.data(), Piece.size(), End);
    if (!Count)
      return Count.takeError();
    if (Status Added = Reader.add(ByteView(Piece).substr(0, *Count)); !Added)
      return Added.takeError();
  }
}
