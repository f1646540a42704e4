//===- PrintBufferTest.cpp - Tests of what device code prints -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/PrintBuffer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <vector>

using namespace ompjit::plugins;

namespace {

/// A device that writes records as docs/device-runtime.md describes them.
class Device {
public:
  explicit Device(size_t Bytes) : Memory(Bytes) {}
  char *memory() { return Memory.data(); }

  Device &begin(const char *Format) {
    New.assign(8, '\0');
    New[4] = 1; // The kind of the record: a format.
    return text(Format);
  }
  Device &text(const char *Text) {
    New += Text;
    New.resize((New.size() + 8) & ~size_t(7), '\0');
    return *this;
  }
  Device &word(uint64_t Value) {
    New.append(reinterpret_cast<const char *>(&Value), 8);
    return *this;
  }
  Device &real(double Value) { return word(std::bit_cast<uint64_t>(Value)); }
  Device &string(const char *Text) {
    return word(std::strlen(Text)).text(Text);
  }
  /// Takes the space of a record. It is filled later, and the size is written
  /// last.
  void reserve() {
    At = 24 + field(8);
    field(8) += New.size();
  }
  void finish() {
    if (At + New.size() > Memory.size()) {
      ++field(16);
      return;
    }
    const uint32_t Bytes = uint32_t(New.size());
    std::memcpy(New.data(), &Bytes, sizeof(Bytes));
    std::memcpy(memory() + At, New.data(), New.size());
  }
  void end() {
    reserve();
    finish();
  }

private:
  uint64_t &field(size_t At) {
    return *reinterpret_cast<uint64_t *>(memory() + At);
  }

  std::vector<char> Memory;
  std::string New;
  size_t At = 0;
};

TEST(PrintBuffer, FormatsWhatTheDeviceWrote) {
  Device Gpu(1024);
  PrintBuffer Buffer(Gpu.memory(), 1024);
  EXPECT_EQ(Buffer.take(), "");
  Gpu.begin("%d|%5u|%-6.2f|%s|%c|%%|%lx\n")
      .word(uint64_t(-3))
      .word(42)
      .real(1.5)
      .string("text")
      .word('x')
      .word(~0ull)
      .end();
  EXPECT_EQ(Buffer.take(), "-3|   42|1.50  |text|x|%|ffffffffffffffff\n");
  EXPECT_EQ(Buffer.take(), "");
  Gpu.begin("%*d|%.*s|%.3s|%-*.*e\n")
      .word(5)
      .word(1)
      .word(3)
      .string("abc")
      .string("xyz")
      .word(12)
      .word(2)
      .real(0.5)
      .end();
  Gpu.begin("plain %.*s\n").word(uint64_t(-1)).string("whole").end();
  EXPECT_EQ(Buffer.take(), "    1|abc|xyz|5.00e-01    \nplain whole\n");
  Gpu.begin("%p%n").word(0x1234).word(0).end();
  EXPECT_EQ(Buffer.take(), "0x1234");
  Gpu.begin("%300d").word(7).end();
  EXPECT_EQ(Buffer.take(), std::string(299, ' ') + "7");
}

TEST(PrintBuffer, WaitsForRecordsThatAreNotComplete) {
  Device Gpu(1024);
  PrintBuffer Buffer(Gpu.memory(), 1024);
  Gpu.begin("first").end();
  Gpu.begin("second").reserve();
  EXPECT_EQ(Buffer.take(), "first");
  Gpu.finish();
  EXPECT_EQ(Buffer.take(), "second");
}

TEST(PrintBuffer, IsUsedAgainAndCountsWhatWasLost) {
  Device Gpu(24 + 64);
  PrintBuffer Buffer(Gpu.memory(), 24 + 64);
  for (int Round = 0; Round < 3; ++Round) {
    for (uint64_t I = 0; I < 5; ++I)
      Gpu.begin("%d ").word(I).end();
    EXPECT_EQ(Buffer.take(), "0 1 ");
    EXPECT_EQ(Buffer.clear(), 3u);
  }
}

TEST(PrintBuffer, SurvivesDamage) {
  Device Gpu(1024);
  PrintBuffer Buffer(Gpu.memory(), 1024);
  Gpu.begin("a %d").end();
  Gpu.begin("b %s").word(~0ull).end();
  Gpu.begin("c %*d").end();
  EXPECT_EQ(Buffer.take(), "a <damaged>\nb <damaged>\nc <damaged>\n");
  Gpu.begin("good").end();
  EXPECT_EQ(Buffer.take(), "good");
}

} // namespace
