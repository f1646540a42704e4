//===- ompjit/Server/Frame.h - What is said between compile servers ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs and compile servers talk in frames on a stream socket. Integers are
// little-endian; a blob is its length as u64 and its bytes.
//
//   frame   = "OJCP" version:u32 kind:u32 size:u64 payload
//   Request = nice:u32 memory:u64 compile:blob    with the package's descriptor
//   Begun   = the build id of the compiler that the server has opened
//   Answer  = an encoded CompileResult
//   Refused = why, for people
//   Queued, Client, Free = nothing                Client with a descriptor
//
// A program sends a Request and gets Begun and Answer, or Refused. Begun is
// when the time limit begins to count. The server of a node says Queued to who
// connects, which shows that it is at work. Client and Free go between it and
// its workers.
//
// Version history
//   1  first version
//   2  Queued
//
// The readers take untrusted bytes: they read nothing outside of them, and
// allocate no more than has arrived.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_FRAME_H
#define OMPJIT_SERVER_FRAME_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ompjit::server {

/// Peers of different versions do not understand each other.
constexpr uint32_t FrameVersion = 2;

enum class FrameKind : uint32_t {
  Request = 1, ///< Compile this.
  Begun = 2,   ///< It is being done.
  Answer = 3,  ///< What came of it.
  Refused = 4, ///< It will not be done.
  Client = 5,  ///< To a worker: answer the request on this socket.
  Free = 6,    ///< From a worker: that is done.
  Queued = 7,  ///< From the server of a node: the client's turn will come.
};

struct Frame {
  FrameKind Kind;
  std::string Payload;
};

std::string encodeFrame(FrameKind, ByteView Payload);

/// Puts frames together from pieces of any size.
class FrameReader {
public:
  /// How many bytes may be added next; never more than belong to the frame that
  /// has begun.
  size_t wanted() const;
  /// At most wanted() bytes. An error says that these are no frames; nothing
  /// can be read any more then.
  Status add(ByteView Piece);
  /// The frame, once it is whole.
  std::optional<Frame> take();
  /// Whether a part of a frame is there.
  bool hasBegun() const { return !Head.empty(); }

private:
  Status readHead();

  std::string Head;
  std::optional<Frame> Begun; ///< Its head is there.
  uint64_t Missing = 0;       ///< Bytes of its payload.
};

/// The payload of a Request.
struct ServerRequest {
  uint32_t Nice = 0;        ///< Of the thread that does it; 0 to 19.
  uint64_t MemoryBytes = 0; ///< That the compile may take; 0: no limit.
  std::string Compile;      ///< An encoded CompileRequest.

  std::string encode() const;
  static Result<ServerRequest> decode(ByteView Bytes);
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_FRAME_H
