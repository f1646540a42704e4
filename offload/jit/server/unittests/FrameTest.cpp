//===- FrameTest.cpp - Tests of frames and requests -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FairQueue.h"

#include "ompjit/Server/Frame.h"

#include <gtest/gtest.h>

#include <random>

using namespace ompjit;
using namespace ompjit::server;

namespace {

/// Returns the payloads of all frames in the bytes, which arrive in pieces of
/// \p Step bytes; "error" at the end if the reader refuses some.
std::vector<std::string> readAll(ByteView Bytes, size_t Step) {
  std::vector<std::string> Payloads;
  FrameReader Reader;
  while (!Bytes.empty()) {
    const ByteView Piece = Bytes.substr(0, std::min(Step, Reader.wanted()));
    Bytes.remove_prefix(Piece.size());
    if (!Reader.add(Piece)) {
      Payloads.push_back("error");
      break;
    }
    while (std::optional<Frame> Whole = Reader.take())
      Payloads.push_back(std::move(Whole->Payload));
  }
  return Payloads;
}

TEST(Frame, SurvivesInPiecesOfAnySize) {
  const std::string Bytes = encodeFrame(FrameKind::Request, "one") +
                            encodeFrame(FrameKind::Free, "") +
                            encodeFrame(FrameKind::Answer, "three");
  for (size_t Step = 1; Step <= Bytes.size(); ++Step)
    EXPECT_EQ(readAll(Bytes, Step),
              (std::vector<std::string>{"one", "", "three"}))
        << Step;
}

TEST(Frame, IsNotThereBeforeItsEnd) {
  const std::string Bytes = encodeFrame(FrameKind::Begun, "0123456789");
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_TRUE(readAll(ByteView(Bytes).substr(0, Size), 1).empty()) << Size;
}

TEST(Frame, WhatIsNoneIsRefused) {
  std::string Bytes = encodeFrame(FrameKind::Request, "one");
  Bytes[0] = 'X';
  EXPECT_EQ(readAll(Bytes, 100), std::vector<std::string>{"error"});
  Bytes = encodeFrame(FrameKind::Request, "one");
  Bytes[4] = char(FrameVersion + 1);
  EXPECT_EQ(readAll(Bytes, 100), std::vector<std::string>{"error"});
  EXPECT_EQ(readAll(encodeFrame(FrameKind(8), ""), 100),
            std::vector<std::string>{"error"});
  // No refusal is that long.
  EXPECT_EQ(
      readAll(encodeFrame(FrameKind::Refused, std::string(70000, 'x')), 1000),
      std::vector<std::string>{"error"});
}

TEST(Frame, ASizeAloneMakesNobodyAllocate) {
  std::string Bytes = encodeFrame(FrameKind::Answer, "");
  Bytes[12 + 3] = 8; // The size is 128 MiB now.
  FrameReader Reader;
  ASSERT_TRUE(Reader.add(Bytes));
  EXPECT_LE(Reader.wanted(), size_t(1) << 20);
  EXPECT_FALSE(Reader.take());
}

TEST(Frame, RequestSurvivesAndDamageIsRefused) {
  const ServerRequest Asked{10, uint64_t(1) << 40, "compile this"};
  const std::string Bytes = Asked.encode();
  Result<ServerRequest> Read = ServerRequest::decode(Bytes);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Nice, 10u);
  EXPECT_EQ(Read->MemoryBytes, uint64_t(1) << 40);
  EXPECT_EQ(Read->Compile, "compile this");
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_FALSE(ServerRequest::decode(ByteView(Bytes).substr(0, Size)));
  EXPECT_FALSE(ServerRequest::decode(Bytes + "x"));
  EXPECT_FALSE(ServerRequest::decode(ServerRequest{20, 0, ""}.encode()));
}

TEST(Frame, TakesAnyBytes) {
  std::mt19937 Random(1);
  const std::string Good = encodeFrame(FrameKind::Request, "request") +
                           encodeFrame(FrameKind::Begun, "id");
  for (int I = 0; I != 20000; ++I) {
    std::string Bad = Good;
    for (unsigned Changes = Random() % 4; Changes--;)
      Bad[Random() % Bad.size()] = char(Random());
    EXPECT_LE(readAll(Bad, 1 + Random() % 9).size(), 3u);
  }
}

TEST(FairQueue, ClientsTakeTurns) {
  FairQueue<int, std::string> Waiting;
  for (const char *Each : {"a1", "a2", "a3"})
    Waiting.push(1, Each);
  Waiting.push(2, "b1");
  Waiting.push(3, "c1");
  std::string Order = Waiting.pop();
  Waiting.push(2, "b2");
  while (!Waiting.isEmpty())
    Order += " " + Waiting.pop();
  EXPECT_EQ(Order, "a1 b1 c1 a2 b2 a3");
}

} // namespace
