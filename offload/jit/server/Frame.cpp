//===- Frame.cpp - Messages of compile servers ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/Frame.h"

#include <algorithm>
#include <utility>

using namespace ompjit;
using namespace ompjit::server;

namespace {

constexpr ByteView Magic = "OJCP";
constexpr size_t HeadBytes = 4 + 4 + 4 + 8;
/// The number of bytes that are read at once, so that a large size alone causes
/// no large allocation.
constexpr size_t MaxAtOnce = 1 << 20;
constexpr uint32_t Nicest = 19;

/// Returns the size limit of a payload, or nothing for an unknown kind.
std::optional<uint64_t> maxBytes(FrameKind Kind) {
  switch (Kind) {
  case FrameKind::Request:
    return uint64_t(64) << 20;
  case FrameKind::Begun:
    return 1 << 10;
  case FrameKind::Answer:
    return uint64_t(4) << 30;
  case FrameKind::Refused:
    return 1 << 16;
  case FrameKind::Client:
  case FrameKind::Free:
  case FrameKind::Queued:
    return 0;
  }
  return std::nullopt;
}

} // namespace

std::string server::encodeFrame(FrameKind Kind, ByteView Payload) {
  ByteWriter Writer;
  Writer.write(FrameVersion);
  Writer.write(Kind);
  Writer.writeBlob(Payload);
  return std::string(Magic) + Writer.take();
}

size_t FrameReader::wanted() const {
  if (!Begun)
    return HeadBytes - Head.size();
  return size_t(std::min<uint64_t>(Missing, MaxAtOnce));
}

Status FrameReader::add(ByteView Piece) {
  if (Begun) {
    Begun->Payload.append(Piece);
    Missing -= Piece.size();
    return Done();
  }
  Head.append(Piece);
  if (Head.size() < HeadBytes)
    return Done();
  return readHead();
}

Status FrameReader::readHead() {
  ByteReader Reader(Head);
  if (Reader.take(Magic.size()) != Magic)
    return Error("these are no frames of a compile server");
  if (uint32_t Version = Reader.read<uint32_t>(); Version != FrameVersion)
    return Error("a frame of version " + std::to_string(Version) +
                 ", expected version " + std::to_string(FrameVersion));
  const auto Kind = Reader.read<FrameKind>();
  const auto Size = Reader.read<uint64_t>();
  const std::optional<uint64_t> Max = maxBytes(Kind);
  if (!Max)
    return Error("a frame of an unknown kind");
  if (Size > *Max)
    return Error("a frame of " + std::to_string(Size) + " bytes");
  Begun = Frame{Kind, {}};
  Missing = Size;
  return Done();
}

std::optional<Frame> FrameReader::take() {
  if (!Begun || Missing)
    return std::nullopt;
  Head.clear();
  return std::exchange(Begun, std::nullopt);
}

std::string ServerRequest::encode() const {
  ByteWriter Writer;
  Writer.write(Nice);
  Writer.write(MemoryBytes);
  Writer.writeBlob(Compile);
  return Writer.take();
}

Result<ServerRequest> ServerRequest::decode(ByteView Bytes) {
  ByteReader Reader(Bytes);
  ServerRequest Asked;
  Asked.Nice = Reader.read<uint32_t>();
  Asked.MemoryBytes = Reader.read<uint64_t>();
  Asked.Compile = Reader.readBlob();
  if (Reader.failed() || Reader.remaining() || Asked.Nice > Nicest)
    return Error("damaged request to a compile server");
  return Asked;
}
