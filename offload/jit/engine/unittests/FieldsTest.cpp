//===- FieldsTest.cpp - Tests of facts about structures -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "gmock/gmock.h"

#include <cstring>

using namespace ompjit;
using namespace ompjit::jit;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr uint64_t Place = 0x10000;

/// A kernel with a pointer to a structure, which has a field of 32 bits at
/// offset 4 and one of 64 bits at offset 8.
class FieldsTest : public EngineFixture {
protected:
  FieldsTest() { Chosen.Specialize = SpecializeFields | SpecializeScalars; }

  Kernel *kernel() {
    return start(PackageBuilder()
                     .kernel("k", {~uint64_t(0), 0})
                     .fields({{1, 4, package::UseLoopBound, 32},
                              {1, 8, package::UseIndex, 64}})
                     .build(),
                 Device)
        ->findKernel("entry_k");
  }

  /// Launches with these numbers in the structure. Returns the image.
  std::string launchWith(Kernel *K, uint32_t Bound, uint64_t Stride) {
    struct {
      uint32_t Unused, Bound;
      uint64_t Stride;
    } Bytes = {77, Bound, Stride};
    const KnownMemory Known[] = {{Place, sizeof(Bytes), &Bytes}};
    return launch(K, {1, Place}, {}, {Known, {}});
  }
};

TEST_F(FieldsTest, EveryContentHasItsImage) {
  Kernel *K = kernel();
  EXPECT_TRUE(K->memoryUse().Known);
  const std::string First =
      "kernel k 0=1 field(1+4:32)=5 field(1+8:64)=4294967296";
  EXPECT_EQ(launchWith(K, 5, uint64_t(1) << 32), First);
  EXPECT_EQ(launchWith(K, 6, 0), "kernel k 0=1 field(1+4:32)=6 "
                                 "field(1+8:64)=0");
  EXPECT_EQ(launchWith(K, 5, uint64_t(1) << 32), First);
  EXPECT_EQ(statistic("compiles"), 2u);
  EXPECT_EQ(statistic("l1_hits"), 1u);
  EXPECT_THAT(statisticsText(), HasSubstr("\"field(1+4:32)\""));
}

TEST_F(FieldsTest, WhatIsNotKnownIsNotTakenForZero) {
  Kernel *K = kernel();
  EXPECT_EQ(launchWith(K, 0, 0),
            "kernel k 0=1 field(1+4:32)=0 field(1+8:64)=0");
  EXPECT_EQ(launch(K, {1, Place}), "kernel k 0=1");
  const uint32_t Bound = 0;
  const KnownMemory Part[] = {{Place + 4, sizeof(Bound), &Bound}};
  EXPECT_EQ(launch(K, {1, Place}, {}, {Part, {}}),
            "kernel k 0=1 field(1+4:32)=0");
  EXPECT_EQ(launch(K, {1, Place + 4}, {}, {Part, {}}), "kernel k 0=1");
  EXPECT_EQ(launch(K, {1, Place - 2}, {}, {Part, {}}), "kernel k 0=1");
  EXPECT_EQ(statistic("compiles"), 3u);
}

TEST_F(FieldsTest, TheNewestBytesCount) {
  Kernel *K = kernel();
  const uint32_t Old = 1, New = 2;
  const KnownMemory Known[] = {{Place + 4, 4, &Old}, {Place + 4, 4, &New}};
  EXPECT_EQ(launch(K, {1, Place}, {}, {Known, {}}),
            "kernel k 0=1 field(1+4:32)=2");
}

TEST_F(FieldsTest, AFieldThatChangesAtEveryLaunchIsGivenUp) {
  Chosen.Threshold = 3;
  Kernel *K = kernel();
  for (uint32_t I = 0; I != 6; ++I)
    launchWith(K, I, 9);
  EXPECT_EQ(launchWith(K, 100, 9), "kernel k 0=1 field(1+8:64)=9");
  EXPECT_THAT(statisticsText(), HasSubstr("\"field(1+4:32)\""));
  // Whether the field at offset 4 is known does not matter any more.
  const uint64_t Stride = 9;
  const KnownMemory Part[] = {{Place + 8, sizeof(Stride), &Stride}};
  const uint64_t Compiles = statistic("compiles");
  EXPECT_EQ(launch(K, {1, Place}, {}, {Part, {}}),
            "kernel k 0=1 field(1+8:64)=9");
  EXPECT_EQ(statistic("compiles"), Compiles);
}

TEST_F(FieldsTest, CanBeTurnedOff) {
  Chosen.Specialize = ~SpecializeFields;
  Kernel *K = kernel();
  EXPECT_FALSE(K->memoryUse().Known);
  EXPECT_THAT(launchWith(K, 5, 6), Not(HasSubstr("field")));
}

TEST_F(FieldsTest, OlderMemoryIsForKernelsThatCannotWait) {
  PackageBuilder Package;
  Package.kernel("k", {~uint64_t(0), 0})
      .fields({{1, 4, package::UseLoopBound, 32}});
  const MemoryUse &Use =
      start(Package.build(), Device)->findKernel("entry_k")->memoryUse();
  EXPECT_FALSE(Use.wantsOlder(0));
  EXPECT_TRUE(Use.wantsOlder(1));
  Package.asks(package::KernelAcquires).digest(2);
  const MemoryUse &Waits =
      start(Package.build(), Device)->findKernel("entry_k")->memoryUse();
  EXPECT_TRUE(Waits.Known);
  EXPECT_EQ(Waits.Older, 0u);
}

TEST_F(FieldsTest, TellWhatAKernelDoesWithItsArguments) {
  using namespace package;
  auto Use = [this](uint16_t Uses, uint8_t Fill) {
    PackageBuilder Package;
    Package.kernel("k", {0, 0}).uses(Uses).digest(Fill);
    return start(Package.build(), Device)->findKernel("entry_k")->memoryUse();
  };
  EXPECT_EQ(Use(UseIndex, 3).Written, 0u);
  EXPECT_EQ(Use(UseIndex, 3).Captured, 0u);
  EXPECT_EQ(Use(UseWritten, 4).Written, 3u);
  EXPECT_EQ(Use(UseWritten, 4).Captured, 0u);
  EXPECT_EQ(Use(UseWritten | UseCaptured, 5).Captured, 3u);
}

} // namespace
