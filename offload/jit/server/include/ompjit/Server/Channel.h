//===- ompjit/Server/Channel.h - Frames on a socket ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One end of a connection between a program and a compile server. If the peer
// goes away or sends nothing in time, that is an error; no signal is raised,
// and a descriptor that is not ours any more is not used.
//
// Threads: an object may be used by one thread at a time.
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
/// When to give up; Clock::time_point::max() means never.
using Deadline = Clock::time_point;

/// Returns a deadline relative to now; 0 means never.
Deadline deadlineIn(std::chrono::milliseconds);

class Channel {
public:
  Channel() = default;
  /// \p Socket is a stream socket.
  explicit Channel(Descriptor Socket) : Socket(std::move(Socket)) {}

  /// Returns both ends of a new connection.
  static Result<std::pair<Channel, Channel>> makePair();

  explicit operator bool() const { return bool(Socket); }
  int descriptor() const { return Socket.get(); }
  /// Returns false if the peer has closed the connection or sent something
  /// unasked, or if the descriptor is not ours any more.
  bool isQuiet() const;
  /// Returns false once the program itself has closed the descriptor.
  bool isOurs() const { return Socket.isOurs(); }
  /// Whether the peer belongs to the same user.
  bool isOfSameUser() const;

  /// \p Attached is a descriptor that is sent along, unless it is negative; the
  /// caller keeps it.
  Status send(FrameKind, ByteView Payload, Deadline, int Attached = -1);
  /// Sends bytes that need not be frames.
  Status sendBytes(ByteView, Deadline, int Attached = -1);
  /// Receives the next frame. A descriptor that comes along is kept for
  /// takeAttached().
  Result<Frame> receive(Deadline);
  /// Whether something arrives before \p End.
  bool hears(Deadline End) const { return bool(waitFor(POLLIN, End)); }
  Descriptor takeAttached() { return std::move(Attached); }

  void close() { Socket.close(); }
  /// For tests: limits the bytes that are sent at once.
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
