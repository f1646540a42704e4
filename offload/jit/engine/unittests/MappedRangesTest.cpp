//===- MappedRangesTest.cpp - Tests of facts about mappings ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "variants/MappedRanges.h"
#include "EngineFixture.h"

#include "gmock/gmock.h"

using namespace ompjit;
using namespace ompjit::jit;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr MappedRange First = {0x1000, 64}, Second = {0x1040, 8},
                      Third = {0x2000, 100000}, Unknown = {0, 0};
constexpr uint16_t Reads = package::UseIndex,
                   Writes = package::UseIndex | package::UseWritten;

TEST(MappedRanges, AreDisjointIfNoOtherHasTheSame) {
  const MappedRange Ranges[] = {First, Second, Third, First};
  EXPECT_EQ(disjointOf(Ranges, 0b0111, 0b0001), 0b0111u);
  EXPECT_EQ(disjointOf(Ranges, 0b1111, 0b0110), 0b0110u);
  EXPECT_EQ(disjointOf(Ranges, 0b1110, 0b0010), 0b1110u);
}

TEST(MappedRanges, SayNothingWhereNothingFollows) {
  const MappedRange Ranges[] = {First, Second, Unknown, First};
  EXPECT_EQ(disjointOf(Ranges, 0b0001, 0b0001), 0u);
  EXPECT_EQ(disjointOf(Ranges, 0b0011, 0b0100), 0u);
  EXPECT_EQ(disjointOf(Ranges, 0b0101, 0b0101), 0u);
  EXPECT_EQ(disjointOf(Ranges, 0b1011, 0b1011), 0u);
}

TEST(MappedRanges, HaveBytesBehindAPointer) {
  auto Bytes = [](uintptr_t Pointer, MappedRange Range) {
    return extentOf(reinterpret_cast<void *>(Pointer), Range);
  };
  EXPECT_EQ(Bytes(0x1000, First), 64u);
  EXPECT_EQ(Bytes(0x1001, First), 32u);
  EXPECT_EQ(Bytes(0x103f, First), 1u);
  EXPECT_EQ(Bytes(0x1040, First), 0u);
  EXPECT_EQ(Bytes(0x0fff, First), 0u);
  EXPECT_EQ(Bytes(0x2000, Third), MaxExtentBytes);
  EXPECT_EQ(Bytes(0x2000, Unknown), 0u);
  EXPECT_EQ(Bytes(0, Unknown), 0u);
}

class MappedRangesTest : public EngineFixture {
protected:
  MappedRangesTest() {
    Chosen.Specialize = SpecializeDisjoint | SpecializeExtents;
  }

  /// Returns a kernel with three pointers.
  Kernel *kernel(uint16_t Uses) {
    return start(PackageBuilder().kernel("k", {0, 0, 0}).uses(Uses).build(),
                 Device)
        ->findKernel("entry_k");
  }

  std::string launchOver(Kernel *K, const std::vector<MappedRange> &Ranges) {
    std::vector<uint64_t> Arguments;
    for (const MappedRange &Each : Ranges)
      Arguments.push_back(Each.Begin);
    return launch(K, Arguments, {}, {{}, Ranges});
  }
};

TEST_F(MappedRangesTest, EveryDisjointSetHasItsImage) {
  Kernel *K = kernel(Writes);
  const std::string All = "kernel k disjoint=7";
  EXPECT_EQ(launchOver(K, {First, Second, Third}), All);
  EXPECT_EQ(launchOver(K, {First, First, Third}), "kernel k");
  EXPECT_EQ(launchOver(K, {First, Unknown, Third}), "kernel k disjoint=5");
  EXPECT_EQ(launchOver(K, {Third, First, Second}), All);
  EXPECT_EQ(launch(K, {0, 0, 0}), "kernel k");
  EXPECT_EQ(statistic("compiles"), 3u);
  EXPECT_EQ(statistic("l1_hits"), 2u);
  EXPECT_TRUE(K->memoryUse().Ranges);
  EXPECT_THAT(statisticsText(), HasSubstr("\"disjoint\""));
}

TEST_F(MappedRangesTest, DoNotMatterWhereNothingIsWritten) {
  Kernel *K = kernel(Reads);
  EXPECT_FALSE(K->memoryUse().Ranges);
  EXPECT_EQ(launchOver(K, {First, Second, Third}), "kernel k");
}

TEST_F(MappedRangesTest, DisjointSetsThatTakeTurnsStay) {
  Chosen.Threshold = 3;
  Kernel *K = kernel(Writes);
  for (int I = 0; I != 20; ++I) {
    EXPECT_EQ(launchOver(K, {First, Second, Third}), "kernel k disjoint=7");
    EXPECT_EQ(launchOver(K, {First, First, Third}), "kernel k");
  }
  EXPECT_EQ(statistic("compiles"), 2u);
}

TEST_F(MappedRangesTest, CanBeTurnedOff) {
  Chosen.Specialize = ~(SpecializeDisjoint | SpecializeExtents);
  Kernel *K = kernel(Writes | package::UseFixedPlace);
  const std::string Image = launchOver(K, {First, Second, Third});
  EXPECT_THAT(Image, Not(HasSubstr("disjoint")));
  EXPECT_THAT(Image, Not(HasSubstr("extent")));
}

TEST_F(MappedRangesTest, ExtentsAreTakenInClasses) {
  Kernel *K = kernel(Reads | package::UseFixedPlace);
  EXPECT_EQ(launchOver(K, {First, Unknown, Third}),
            "kernel k extent(0)=64 extent(2)=4096");
  EXPECT_EQ(launchOver(K, {{0x8000, 127}, Unknown, {0x4000, 5000}}),
            "kernel k extent(0)=64 extent(2)=4096");
  EXPECT_EQ(statistic("compiles"), 1u);
}

} // namespace
