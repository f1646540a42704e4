//===- ompjit/Server/Frame.h - Messages of compile servers ----------------===//
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
//   Begun   = the source id of the compiler that the server has opened
//   Answer  = an encoded CompileResult
//   Refused = why, for people
//   Queued, Client, Free = nothing                Client with a descriptor
//
// A program sends a Request and receives Begun and Answer, or Refused. The time
// limit counts from Begun. A node's server sends Queued to programs that
// connect, which shows that it is running. Client and Free are between it and
// its workers.
//
// Version history
//   1  first version
//   2  Queued
//
// The readers accept untrusted bytes: they never read outside of them, and
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
  Request = 1, ///< Asks for a compile.
  Begun = 2,   ///< The compile has begun.
  Answer = 3,  ///< The result.
  Refused = 4, ///< The request is refused.
  Client = 5,  ///< To a worker: answer the request on this socket.
  Free = 6,    ///< From a worker: that is done.
  Queued = 7,  ///< From the server of a node: the client's turn will come.
};

struct Frame {
  FrameKind Kind;
  std::string Payload;
};

std::string encodeFrame(FrameKind, ByteView Payload);

/// Assembles frames from pieces of any size.
class FrameReader {
public:
  /// Returns how many bytes may be added next; never more than belong to the
  /// current frame.
  size_t wanted() const;
  /// Adds at most wanted() bytes. Fails if they are not frames; nothing can be
  /// read any more then.
  Status add(ByteView Piece);
  /// Returns the frame, once it is complete.
  std::optional<Frame> take();

private:
  Status readHead();

  std::string Head;
  std::optional<Frame> Begun; ///< Set once its head has arrived.
  uint64_t Missing = 0;       ///< Bytes of its payload.
};

/// The payload of a Request.
struct ServerRequest {
  uint32_t Nice = 0;        ///< Of the thread that does it; 0 to 19.
  uint64_t MemoryBytes = 0; ///< Limit of the compile's memory; 0: none.
  std::string Compile;      ///< An encoded CompileRequest.

  std::string encode() const;
  static Result<ServerRequest> decode(ByteView Bytes);
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_FRAME_H
