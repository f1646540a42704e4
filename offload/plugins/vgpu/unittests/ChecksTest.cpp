//===- ChecksTest.cpp - Tests of the checking mode ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::vgpu;
using testing::HasSubstr;
using testing::Optional;

namespace {

class ChecksTest : public testing::Test {
protected:
  std::optional<std::string> access(uint32_t Lane, const void *Place,
                                    uint64_t Size, uint32_t Kind) {
    return Checked.check(
        {&Here, reinterpret_cast<uintptr_t>(Place), Size, Kind, Lane});
  }
  std::optional<std::string> read(uint32_t Lane, const void *Place) {
    return access(Lane, Place, 4, AccessRead);
  }
  std::optional<std::string> write(uint32_t Lane, const void *Place) {
    return access(Lane, Place, 4, AccessWrite);
  }
  void meet(std::vector<uint32_t> Lanes) { Checked.meet(Lanes); }

  void SetUp() override {
    ASSERT_EQ(Memory.allocate(64, &Address, nullptr), 0);
    Data = static_cast<int *>(Address);
    std::fill_n(Data, 16, 0);
    std::fill_n(Shared, 64, 0);
  }
  void TearDown() override { Memory.free(Address, nullptr); }

  const Site Here = {"function", "file.c", 7, 0};
  DeviceMemory Memory{1 << 20, /*KeepsFreed=*/true};
  void *Address = nullptr;
  int *Data = nullptr;
  alignas(8) char Shared[64];
  Checks Checked{Memory, Shared, sizeof(Shared), 8};
};

TEST_F(ChecksTest, KnowsDeviceMemory) {
  EXPECT_EQ(read(0, Data), std::nullopt);
  EXPECT_THAT(read(0, Data + 16), Optional(HasSubstr("right behind")));
  EXPECT_THAT(access(0, Data + 15, 8, AccessWrite),
              Optional(HasSubstr("at the end of an allocation of 64 bytes")));
  EXPECT_THAT(read(0, nullptr), Optional(HasSubstr("at the null pointer")));
  int OfTheHost = 0;
  EXPECT_TRUE(read(0, &OfTheHost));
}

TEST_F(ChecksTest, KnowsFreedMemory) {
  void *Other = nullptr;
  ASSERT_EQ(Memory.allocate(32, &Other, nullptr), 0);
  EXPECT_EQ(read(0, Other), std::nullopt);
  ASSERT_EQ(Memory.free(Other, nullptr), 0);
  EXPECT_THAT(read(0, Other), Optional(HasSubstr("that was freed")));
  ompjit_error Error = {};
  EXPECT_NE(Memory.free(Other, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("freed before"));
}

TEST_F(ChecksTest, KnowsWhatOfSharedMemoryIsWritten) {
  EXPECT_THAT(read(0, Shared), Optional(HasSubstr("that nobody wrote")));
  EXPECT_EQ(write(0, Shared), std::nullopt);
  EXPECT_EQ(read(0, Shared), std::nullopt);
  EXPECT_THAT(access(0, Shared + 60, 8, AccessWrite),
              Optional(HasSubstr("behind the shared memory")));
  Checked.reset();
  EXPECT_TRUE(read(0, Shared));
}

TEST_F(ChecksTest, FindsRaces) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_THAT(read(1, Data), Optional(HasSubstr("a data race")));
  EXPECT_EQ(read(2, Data + 1), std::nullopt);
  // Of a write, told when the value is there and it is another.
  EXPECT_EQ(write(3, Data + 1), std::nullopt);
  Data[1] = 7;
  EXPECT_THAT(Checked.checkWritten(), Optional(HasSubstr("a data race")));
  EXPECT_EQ(write(4, Data + 5), std::nullopt);
  EXPECT_EQ(write(5, Data + 5), std::nullopt);
  Data[5] = 1;
  EXPECT_THAT(Checked.checkWritten(), Optional(HasSubstr("a data race")));
  EXPECT_EQ(Checked.checkWritten(), std::nullopt);
}

TEST_F(ChecksTest, LetsLanesWriteTheSame) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_EQ(write(1, Data), std::nullopt);
  EXPECT_EQ(Checked.checkWritten(), std::nullopt);
  EXPECT_EQ(read(1, Data), std::nullopt);
  EXPECT_TRUE(read(2, Data));
}

TEST_F(ChecksTest, OrdersThoseThatMeet) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  meet({0, 1});
  EXPECT_EQ(read(1, Data), std::nullopt);
  EXPECT_TRUE(read(2, Data));
  // Through another lane.
  meet({1, 2});
  EXPECT_EQ(read(2, Data), std::nullopt);
  // What comes after the meeting is not ordered by it.
  EXPECT_EQ(write(0, Data + 2), std::nullopt);
  EXPECT_TRUE(read(1, Data + 2));
}

TEST_F(ChecksTest, OrdersByAtomics) {
  constexpr uint32_t Update = AccessRead | AccessWrite | AccessAtomic;
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_EQ(access(0, Data + 8, 4, Update), std::nullopt);
  EXPECT_EQ(access(1, Data + 8, 4, Update), std::nullopt);
  EXPECT_EQ(read(1, Data), std::nullopt);
  // The atomic variable itself, not atomically.
  EXPECT_TRUE(read(2, Data + 8));
}

TEST_F(ChecksTest, TellsBytesApart) {
  for (uint32_t Lane = 0; Lane != 8; ++Lane)
    EXPECT_EQ(access(Lane, Shared + Lane, 1, AccessWrite), std::nullopt);
  EXPECT_EQ(access(7, Shared + 7, 1, AccessRead), std::nullopt);
  EXPECT_TRUE(access(6, Shared + 7, 1, AccessRead));
}

TEST(DeviceMemory, IsLimited) {
  DeviceMemory Memory(100, /*KeepsFreed=*/false);
  void *First = nullptr, *Second = nullptr;
  ompjit_error Error = {};
  EXPECT_EQ(Memory.allocate(60, &First, &Error), 0);
  EXPECT_NE(Memory.allocate(60, &Second, &Error), 0);
  EXPECT_THAT(Error.text, HasSubstr("60 of 100 in use"));
  EXPECT_EQ(Memory.free(First, &Error), 0);
  EXPECT_EQ(Memory.allocate(100, &Second, &Error), 0);
  EXPECT_NE(Memory.free(static_cast<char *>(Second) + 8, &Error), 0);
  EXPECT_EQ(Memory.free(Second, &Error), 0);
}

} // namespace
