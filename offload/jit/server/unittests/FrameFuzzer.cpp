//===- FrameFuzzer.cpp - Untrusted bytes for the frame readers -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a libFuzzer target: no input may crash a reader, a reader asks for no
// more than it may, and what it accepts encodes to the same bytes again. The
// first byte says how large the pieces are in which the rest arrives.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/Frame.h"

#include <algorithm>
#include <cstdlib>

using namespace ompjit;
using namespace ompjit::server;

static void check(bool Holds) {
  if (!Holds)
    std::abort();
}

static void readRequest(const std::string &Payload) {
  if (Result<ServerRequest> Read = ServerRequest::decode(Payload))
    check(Read->encode() == Payload);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ByteView Bytes(reinterpret_cast<const char *>(Data), Size);
  readRequest(std::string(Bytes));
  if (Bytes.empty())
    return 0;
  const size_t Step = 1 + size_t(Data[0]);
  Bytes.remove_prefix(1);
  const ByteView All = Bytes;
  std::string Again;
  FrameReader Reader;
  while (!Bytes.empty()) {
    const size_t Wanted = Reader.wanted();
    check(Wanted > 0 && Wanted <= 1 << 20);
    const ByteView Piece = Bytes.substr(0, std::min(Step, Wanted));
    Bytes.remove_prefix(Piece.size());
    if (!Reader.add(Piece))
      return 0;
    while (std::optional<Frame> Whole = Reader.take()) {
      readRequest(Whole->Payload);
      Again += encodeFrame(Whole->Kind, Whole->Payload);
    }
  }
  check(All.starts_with(Again));
  return 0;
}
