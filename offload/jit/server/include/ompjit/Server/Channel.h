//===- ompjit/Server/Channel.h - Frames on a socket ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One end of a connection between a program and a compile server. A peer that
// goes away, or says nothing in time, is an error; no signal is raised, and no
// descriptor that is not ours any more is used.
//
// Threads: an object is used by one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_CHANNEL_H
#define OMPJIT_SERVER_CHANNEL_H

#include "ompjit/Server/Descriptor.h"
#include "ompjit/Server/Frame.h"

#include <chrono>
#include <poll.h>
#include <utility>

namespace ompjit::server {

using Clock = std::chrono::steady_clock;
/// When to give up. Never: Clock::time_point::max().
using Deadline = Clock::time_point;

/// From now; 0 is never.
Deadline deadlineIn(std::chrono::milliseconds);

class Channel {
public:
  Channel() = default;
  /// Of a stream socket.
  explicit Channel(Descriptor Socket) : Socket(std::move(Socket)) {}

  /// Both ends of a new connection.
  static Result<std::pair<Channel, Channel>> makePair();

  explicit operator bool() const { return bool(Socket); }
  int descriptor() const { return Socket.get(); }
  /// False where the peer has closed it, has said something that nobody asked
  /// for, or the descriptor is not ours any more.
  bool isQuiet() const;
  /// Whether the peer is the same user.
  bool isOfSameUser() const;

  /// \p Attached, if not negative, is sent along and stays the caller's.
  Status send(FrameKind, ByteView Payload, Deadline, int Attached = -1);
  /// Bytes that need not be frames.
  Status sendBytes(ByteView, Deadline, int Attached = -1);
  /// The next frame. A descriptor that comes along is kept for
  /// takeAttached().
  Result<Frame> receive(Deadline);
  /// Whether something comes before that.
  bool hears(Deadline End) const { return bool(waitFor(POLLIN, End)); }
  Descriptor takeAttached() { return std::move(Attached); }

  void close() { Socket.close(); }
  /// For tests: sends no more bytes than that at once.
  void limitSteps(size_t Bytes) { MaxAtOnce = Bytes; }

private:
  Status waitFor(short Event, Deadline) const;
  Result<size_t> receiveSome(char *To, size_t Size, Deadline);

  Descriptor Socket, Attached;
  FrameReader Reader;
  size_t MaxAtOnce = SIZE_MAX;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_CHANNEL_H
