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
using testing::AllOf;
using testing::HasSubstr;
using testing::Optional;

namespace {

class ChecksTest : public testing::Test {
protected:
  using Answer = std::optional<std::string>;

  Answer access(Checks &Block, uint32_t Lane, const void *Place, uint64_t Size,
                uint32_t Kind, const void *Value = nullptr,
                const AccessSite *Source = nullptr,
                const void *Base = nullptr) {
    const AccessRecord Access = {Source ? Source : &Here,
                                 reinterpret_cast<uintptr_t>(Place),
                                 Size,
                                 Kind,
                                 Lane,
                                 reinterpret_cast<uintptr_t>(Base),
                                 Value};
    std::optional<Fault> Wrong = Block.checkVariable(Access);
    if (!Wrong)
      Wrong = Block.check(Access);
    return Wrong ? Answer(Wrong->What + "; " + Wrong->Advice) : std::nullopt;
  }
  Answer read(uint32_t Lane, const void *Place) {
    return access(Checked, Lane, Place, 4, AccessRead);
  }
  /// Writes a value that differs from all others.
  Answer write(uint32_t Lane, const void *Place) {
    ++Next;
    return access(Checked, Lane, Place, 4, AccessWrite, &Next);
  }
  Answer update(Checks &Block, uint32_t Lane, const void *Place,
                uint32_t Order = 0) {
    Answer Wrong = access(Block, Lane, Place, 4,
                          AccessRead | AccessWrite | AccessAtomic | Order);
    Block.acquire(reinterpret_cast<uintptr_t>(Place), Lane,
                  AccessAtomic | Order);
    return Wrong;
  }
  void meet(std::vector<uint32_t> Lanes) { Checked.meet(Lanes); }

  void SetUp() override {
    ASSERT_EQ(Memory.allocate(64, &Address, nullptr), 0);
    Data = static_cast<int *>(Address);
    std::fill_n(Data, 16, 0);
    std::fill_n(Shared, 64, 0);
    Checked.begin(0);
    Other.begin(1);
  }
  void TearDown() override { Memory.free(Address, nullptr); }

  static constexpr uint32_t Both = AccessAcquire | AccessRelease;
  const AccessSite Here = {{"function", "file.c", 7, 0}, nullptr};
  const Variable First = {"First", 16, Variable::Shared},
                 Second = {"", 8, Variable::Shared};
  const SharedRecord Variables[2] = {{0, &First}, {32, &Second}};
  DeviceMemory Memory{1 << 20, /*IsChecked=*/true};
  void *Address = nullptr;
  int *Data = nullptr;
  int Next = 0;
  alignas(8) char Shared[64];
  LaunchChecks Launch{Memory, {8, 1, 1}, {2, 1, 1}, Variables, 48};
  Checks Checked{Launch, Shared, sizeof(Shared)};
  /// The checks of the second block.
  Checks Other{Launch, Shared, sizeof(Shared)};
};

TEST_F(ChecksTest, KnowsDeviceMemory) {
  EXPECT_EQ(read(0, Data), std::nullopt);
  EXPECT_THAT(read(0, Data + 16), Optional(HasSubstr("right behind")));
  EXPECT_THAT(access(Checked, 0, Data + 15, 8, AccessWrite),
              Optional(HasSubstr("at the end of an allocation of 64 bytes")));
  EXPECT_THAT(read(0, nullptr), Optional(HasSubstr("at the null pointer")));
  int OfTheHost = 0;
  EXPECT_TRUE(read(0, &OfTheHost));
}

TEST_F(ChecksTest, KnowsAlignments) {
  const AccessSite Aligned = {{"function", "file.c", 7, 0}, nullptr, 8};
  auto At = [&](void *Place) {
    return access(Checked, 0, Place, 4, AccessWrite, nullptr, &Aligned);
  };
  EXPECT_EQ(At(Data), std::nullopt);
  EXPECT_EQ(At(Data + 2), std::nullopt);
  EXPECT_THAT(At(Data + 1), Optional(HasSubstr("not a multiple of 8")));
  EXPECT_EQ(At(Shared + 8), std::nullopt);
  EXPECT_THAT(At(Shared + 4), Optional(HasSubstr("'First' of 16 bytes at an "
                                                 "address that is not")));
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
  EXPECT_THAT(read(0, Shared), Optional(AllOf(HasSubstr("'First' of 16 bytes"),
                                              HasSubstr("that nobody wrote"))));
  EXPECT_EQ(write(0, Shared), std::nullopt);
  EXPECT_EQ(read(0, Shared), std::nullopt);
  EXPECT_THAT(access(Checked, 0, Shared + 60, 8, AccessWrite, &Launch),
              Optional(HasSubstr("behind the shared memory")));
  Checked.begin(0);
  EXPECT_TRUE(read(0, Shared));
}

TEST_F(ChecksTest, AsksOnlyForThePlaceOfWhatMayNotCount) {
  constexpr uint32_t Guess = AccessRead | AccessGuess;
  EXPECT_EQ(access(Checked, 0, Shared, 4, Guess), std::nullopt);
  EXPECT_THAT(access(Checked, 0, Shared + 16, 4, Guess),
              Optional(HasSubstr("right behind the shared variable 'First'")));
  EXPECT_EQ(access(Checked, 0, Data, 4, Guess), std::nullopt);
  EXPECT_EQ(write(1, Data), std::nullopt);
  EXPECT_EQ(access(Checked, 0, Data, 4, Guess), std::nullopt);
  EXPECT_THAT(access(Checked, 0, nullptr, 4, Guess),
              Optional(HasSubstr("at the null pointer")));
}

TEST_F(ChecksTest, KnowsWhatOfDeviceMemoryIsWritten) {
  void *A = nullptr, *B = nullptr;
  ASSERT_EQ(Memory.allocate(64, &A, nullptr, /*IsOfDevice=*/true), 0);
  ASSERT_EQ(Memory.allocate(64, &B, nullptr, /*IsOfDevice=*/true), 0);
  Memory.setName(B, "'b' (file.c:3)");
  auto *From = static_cast<int *>(A), *To = static_cast<int *>(B);
  EXPECT_THAT(read(0, From + 1), Optional(HasSubstr("that nobody wrote")));
  Memory.note(From, 4);
  EXPECT_EQ(read(0, From), std::nullopt);
  EXPECT_EQ(write(0, From + 2), std::nullopt);
  EXPECT_EQ(read(0, From + 2), std::nullopt);
  // The bytes of a copy count as written if those of the original do, whoever
  // copies them.
  EXPECT_EQ(access(Checked, 0, From, 16, AccessRead | AccessCopies),
            std::nullopt);
  EXPECT_EQ(access(Checked, 0, To, 16, AccessWrite | AccessCopies, From),
            std::nullopt);
  EXPECT_EQ(read(0, To + 2), std::nullopt);
  EXPECT_THAT(read(0, To + 1),
              Optional(HasSubstr("at byte 4 of 'b' (file.c:3) that nobody")));
  Memory.noteCopy(To + 4, From + 1, 8);
  EXPECT_TRUE(read(0, To + 4));
  EXPECT_EQ(read(0, To + 5), std::nullopt);
  Memory.free(A, nullptr);
  Memory.free(B, nullptr);
}

TEST_F(ChecksTest, KnowsVariables) {
  const Variable Array = {"a", 12, Variable::Local};
  const AccessSite At = {{"function", "file.c", 7, 0}, &Array};
  auto Write = [&](int Index) {
    return access(Checked, 0, Data + 4 + Index, 4, AccessWrite, &Next, &At,
                  Data + 4);
  };
  EXPECT_EQ(Write(2), std::nullopt);
  EXPECT_THAT(Write(3),
              Optional(HasSubstr("writes 4 bytes right behind the local "
                                 "variable 'a' of 12 bytes; check the index")));
  EXPECT_THAT(Write(-1), Optional(HasSubstr("4 bytes before the local")));
  // Variables in shared memory are found even if the code does not say which
  // one it means.
  EXPECT_THAT(write(0, Shared + 16),
              Optional(HasSubstr("right behind the shared variable 'First'")));
  EXPECT_THAT(write(0, Shared + 44),
              Optional(HasSubstr("4 bytes behind a shared variable of 8")));
  EXPECT_EQ(write(0, Shared + 36), std::nullopt);
  // The launch has added this memory.
  EXPECT_EQ(write(0, Shared + 56), std::nullopt);
}

TEST_F(ChecksTest, FindsRaces) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_THAT(read(1, Data), Optional(HasSubstr("a data race; put a barrier")));
  EXPECT_EQ(read(2, Data + 1), std::nullopt);
  EXPECT_THAT(write(3, Data + 1), Optional(HasSubstr("a data race")));
  EXPECT_EQ(write(4, Data + 5), std::nullopt);
  EXPECT_THAT(write(5, Data + 5), Optional(HasSubstr("a data race")));
  // This reads a part of what another lane wrote as a whole.
  EXPECT_EQ(access(Checked, 0, Data + 8, 16, AccessWrite, Shared),
            std::nullopt);
  EXPECT_THAT(read(1, Data + 11), Optional(HasSubstr("a data race")));
}

TEST_F(ChecksTest, FindsRacesBetweenTeams) {
  EXPECT_EQ(write(3, Data), std::nullopt);
  EXPECT_THAT(
      access(Other, 3, Data, 4, AccessRead),
      Optional(HasSubstr("thread (3,0,0) of block (0,0,0) wrote (function, "
                         "file.c:7), and nothing orders the two: a data race; "
                         "teams do not wait")));
  EXPECT_EQ(read(0, Data + 2), std::nullopt);
  EXPECT_EQ(access(Other, 0, Data + 2, 4, AccessRead), std::nullopt);
  ++Next;
  EXPECT_TRUE(access(Other, 1, Data + 2, 4, AccessWrite, &Next));
}

TEST_F(ChecksTest, TellsSharedMemoryFromGlobalRightBehindIt) {
  alignas(ShadowPage::Bytes) char Both[64];
  Memory.add(Both + 32, 32);
  Checks Block(Launch, Both, 32);
  auto Write = [&](char *Place) {
    ++Next;
    return access(Block, 0, Place, 4, AccessWrite, &Next);
  };
  // It does not matter which of the two is used first.
  for (char *First : {Both, Both + 32}) {
    Block.begin(0);
    EXPECT_EQ(Write(First), std::nullopt);
    EXPECT_EQ(Write(Both), std::nullopt);
  }
  EXPECT_EQ(access(Block, 0, Both, 4, AccessRead), std::nullopt);
  Block.begin(1);
  EXPECT_EQ(Write(Both), std::nullopt);
  EXPECT_THAT(Write(Both + 32), Optional(HasSubstr("of block (0,0,0) wrote")));
  Memory.remove(Both + 32);
}

TEST_F(ChecksTest, OrdersTeamsByAtomics) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_EQ(update(Checked, 0, Data + 8, Both), std::nullopt);
  EXPECT_EQ(write(0, Data + 1), std::nullopt);
  EXPECT_EQ(update(Other, 0, Data + 8, Both), std::nullopt);
  EXPECT_EQ(access(Other, 0, Data, 4, AccessRead), std::nullopt);
  EXPECT_TRUE(access(Other, 0, Data + 1, 4, AccessRead));
}

TEST_F(ChecksTest, OrdersTeamsByFences) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_EQ(write(0, Data + 1), std::nullopt);
  EXPECT_EQ(update(Checked, 0, Data + 8), std::nullopt);
  EXPECT_EQ(update(Other, 0, Data + 8), std::nullopt);
  Other.fence(0, Both);
  EXPECT_TRUE(access(Other, 0, Data, 4, AccessRead));
  Checked.fence(0, Both | AccessOfBlock);
  EXPECT_EQ(update(Checked, 0, Data + 8), std::nullopt);
  Checked.fence(0, Both);
  EXPECT_EQ(update(Checked, 0, Data + 9), std::nullopt);
  EXPECT_EQ(update(Other, 0, Data + 9), std::nullopt);
  EXPECT_TRUE(access(Other, 0, Data + 1, 4, AccessRead));
  Other.fence(0, Both);
  EXPECT_EQ(access(Other, 0, Data + 1, 4, AccessRead), std::nullopt);
}

TEST_F(ChecksTest, LetsLanesWriteTheSame) {
  const int Same = 6;
  for (uint32_t Lane = 0; Lane != 6; ++Lane)
    EXPECT_EQ(access(Checked, Lane, Data, 4, AccessWrite, &Same), std::nullopt);
  for (uint32_t Lane = 0; Lane != 6; ++Lane)
    EXPECT_EQ(read(Lane, Data), std::nullopt);
  EXPECT_TRUE(read(6, Data));
  // This write changes nothing.
  EXPECT_EQ(read(0, Data + 1), std::nullopt);
  EXPECT_EQ(access(Checked, 1, Data + 1, 4, AccessWrite, &Data[1]),
            std::nullopt);
}

TEST_F(ChecksTest, LetsLanesWriteTheSameAgain) {
  auto Write = [&](uint32_t Lane, int Value) {
    return access(Checked, Lane, Data, 4, AccessWrite, &Value);
  };
  EXPECT_EQ(Write(0, 5), std::nullopt);
  EXPECT_EQ(Write(1, 5), std::nullopt);
  meet({0, 1, 2});
  // Lane 0 wrote in the next round, and lane 1 in this one.
  EXPECT_EQ(Write(0, 5), std::nullopt);
  EXPECT_EQ(read(1, Data), std::nullopt);
  EXPECT_TRUE(read(2, Data));
  meet({0, 1, 2});
  EXPECT_EQ(Write(0, 6), std::nullopt);
  EXPECT_TRUE(read(1, Data));
}

TEST_F(ChecksTest, OrdersThoseThatMeet) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  meet({0, 1});
  EXPECT_EQ(read(1, Data), std::nullopt);
  EXPECT_TRUE(read(2, Data));
  // The order reaches lane 2 through lane 1.
  meet({1, 2});
  EXPECT_EQ(read(2, Data), std::nullopt);
  // The meeting does not order what comes after it.
  EXPECT_EQ(write(0, Data + 2), std::nullopt);
  EXPECT_TRUE(read(1, Data + 2));
}

TEST_F(ChecksTest, OrdersByAtomics) {
  EXPECT_EQ(write(0, Data), std::nullopt);
  EXPECT_EQ(update(Checked, 0, Data + 8, Both), std::nullopt);
  EXPECT_EQ(update(Checked, 1, Data + 8, Both), std::nullopt);
  EXPECT_EQ(read(1, Data), std::nullopt);
  // The atomic variable is read not atomically, and accessed in another size.
  EXPECT_TRUE(read(2, Data + 8));
  EXPECT_THAT(
      access(Checked, 3, Data + 8, 8, AccessRead | AccessWrite | AccessAtomic),
      Optional(HasSubstr("an atomic operation of another size")));
  // Relaxed operations order nothing.
  EXPECT_EQ(write(0, Data + 1), std::nullopt);
  EXPECT_EQ(update(Checked, 0, Data + 12), std::nullopt);
  EXPECT_EQ(update(Checked, 1, Data + 12), std::nullopt);
  EXPECT_TRUE(read(1, Data + 1));
}

TEST_F(ChecksTest, TellsBytesApart) {
  const char Value = 1;
  for (uint32_t Lane = 0; Lane != 8; ++Lane)
    EXPECT_EQ(access(Checked, Lane, Shared + Lane, 1, AccessWrite, &Value),
              std::nullopt);
  EXPECT_EQ(access(Checked, 7, Shared + 7, 1, AccessRead), std::nullopt);
  for (uint32_t Lane = 0; Lane != 7; ++Lane)
    EXPECT_TRUE(access(Checked, Lane, Shared + Lane + 1, 1, AccessRead));
}

TEST(DeviceMemory, IsLimited) {
  DeviceMemory Memory(100, /*IsChecked=*/false);
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

TEST(WrittenBytes, AllAreWhereThereIsNoMemoryToTell) {
  WrittenBytes Written(uint64_t(1) << 62);
  EXPECT_TRUE(Written.hasAny(uint64_t(1) << 61, 8));
  Written.note(0, 8);
  Written.forget(0, 8);
  EXPECT_TRUE(Written.hasAny(0, 8));
}

} // namespace
