//===- SchemeTest.cpp - Tests of schemes and their variants ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "variants/Scheme.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

CountedFact scalar(uint32_t Parameter, uint64_t Mask = UINT64_MAX) {
  return {{FactKind::Scalar, Parameter}, Mask};
}

const FactName First = scalar(0).Name;

ompjit_kernel *fakeKernel(uintptr_t Number) {
  return reinterpret_cast<ompjit_kernel *>(Number);
}

void publish(Scheme &Owner, Variant &New, ompjit_kernel *Kernel) {
  Owner.publish(New, Kernel, Tier::Full, ImageState::Loaded);
}

TEST(SchemeTest, FindsByDemandedBits) {
  Scheme R({scalar(0, 0xff), scalar(2)});
  uint64_t Arguments[] = {0x1234, 99, 7};
  const LaunchValues Raw(reinterpret_cast<void **>(Arguments), {});
  EXPECT_EQ(R.find(Raw).kernel(), nullptr);
  EXPECT_EQ(R.nearestOther(R.variant({0x34, 7})), nullptr);
  EXPECT_EQ(&R.variantFor(Raw), &R.variant({0x34, 7}));
  // Launches do not find a variant that has no image yet.
  EXPECT_EQ(R.find(Raw).kernel(), nullptr);
  publish(R, R.variant({0x34, 7}), fakeKernel(8));
  publish(R, R.variant({0x35, 7}), fakeKernel(16));
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(8));
  Arguments[0] = 0xff35;
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(16));
  Arguments[2] = 8;
  EXPECT_EQ(R.find(Raw).kernel(), nullptr);
  // The nearest other variant is taken, and the newest one of several.
  EXPECT_EQ(R.nearestOther(R.variant({0x36, 7})), &R.variant({0x35, 7}));
  EXPECT_EQ(R.nearestOther(R.variant({0x35, 7})), &R.variant({0x34, 7}));
  EXPECT_EQ(R.nearestOther(R.variant({0x34, 8})), &R.variant({0x34, 7}));
}

TEST(SchemeTest, TheSizeOfALaunchCounts) {
  Scheme R({scalar(0), {{FactKind::Teams}, ~0u}, {{FactKind::Threads}, ~0u}});
  uint64_t Argument = 7;
  void **Raw = reinterpret_cast<void **>(&Argument);
  publish(R, R.variant({7, 2, 64}), fakeKernel(8));
  EXPECT_EQ(R.find(LaunchValues(Raw, {2, 64})).kernel(), fakeKernel(8));
  EXPECT_EQ(R.find(LaunchValues(Raw, {3, 64})).kernel(), nullptr);
  EXPECT_EQ(R.find(LaunchValues(Raw, {2, 65})).kernel(), nullptr);
  EXPECT_EQ(R.facts(R.variantFor(LaunchValues(Raw, {2, 64}))),
            (std::vector<Fact>{{First, 7},
                               {{FactKind::Teams}, 2},
                               {{FactKind::Threads}, 64}}));
}

TEST(SchemeTest, ACopyOfALaunchKnowsItsLikeOnly) {
  void *Arguments[] = {fakeKernel(1), fakeKernel(2)};
  void *Others[] = {fakeKernel(1), fakeKernel(3)};
  const MappedRange Ranges[] = {{4096, 64}, {8192, 32}};
  const MappedRange Longer[] = {{4096, 64}, {8192, 33}};
  const LaunchValues Launch(Arguments, {2, 64}, 16, Ranges, 2);
  const LaunchCopy Copy(Launch);
  EXPECT_TRUE(Copy.isLike(Launch));
  EXPECT_TRUE(Copy.isLike({Arguments, {2, 64}, 16, Ranges, 2}));
  EXPECT_FALSE(Copy.isLike({Others, {2, 64}, 16, Ranges, 2}));
  EXPECT_FALSE(Copy.isLike({Arguments, {2, 64}, 16, Ranges, 1}));
  EXPECT_FALSE(Copy.isLike({Arguments, {3, 64}, 16, Ranges, 2}));
  EXPECT_FALSE(Copy.isLike({Arguments, {2, 65}, 16, Ranges, 2}));
  EXPECT_FALSE(Copy.isLike({Arguments, {2, 64}, 17, Ranges, 2}));
  EXPECT_FALSE(Copy.isLike({Arguments, {2, 64}, 16, Longer, 2}));
  EXPECT_FALSE(Copy.isLike({Arguments, {2, 64}, 16, {}, 2}));
  LaunchValues WithField = Launch;
  WithField.fields().Known = 1;
  WithField.fields().Values[0] = 7;
  EXPECT_FALSE(Copy.isLike(WithField));
  EXPECT_FALSE(WithField.isComparable());
  // The number of arguments is not known.
  EXPECT_FALSE(LaunchValues(Arguments, {2, 64}).isComparable());
}

TEST(SchemeTest, ALaunchThatFieldsDependOnIsNotRemembered) {
  void *Arguments[] = {fakeKernel(5)};
  Scheme R({{{FactKind::Field, 0}, ~0u}, {{FactKind::KnownFields}, 1}});
  publish(R, R.variant({7, 1}), fakeKernel(1));
  LaunchValues Known(Arguments, {}, 0, {}, 1);
  Known.fields().Known = 1;
  Known.fields().Values[0] = 7;
  R.find(Known).variant().remember(Known);
  EXPECT_EQ(R.find(Known).kernel(), fakeKernel(1));
  EXPECT_FALSE(R.find({Arguments, {}, 0, {}, 1}));
}

TEST(SchemeTest, FindsWhatIsRememberedBehindOthers) {
  constexpr uintptr_t NumVariants = 64;
  Scheme R({{{FactKind::Scalar, 0}, 0xff}});
  for (uintptr_t I = 1; I <= NumVariants; ++I)
    publish(R, R.variant({I}), fakeKernel(I));
  const auto find = [&](uintptr_t Argument) {
    void *Arguments[] = {fakeKernel(Argument)};
    const LaunchValues Launch(Arguments, {}, 0, {}, 1);
    const Scheme::Fit Fit = R.find(Launch);
    if (Fit)
      Fit.variant().remember(Launch);
    return Fit.kernel();
  };
  // The variant is found before and after the launch is remembered, also by
  // launches that differ from it in bits that do not count.
  for (int Round = 0; Round != 3; ++Round)
    for (uintptr_t I = 1; I <= NumVariants; ++I)
      EXPECT_EQ(find(uintptr_t(Round) % 2 << 8 | I), fakeKernel(I));
  EXPECT_EQ(find(NumVariants + 1), nullptr);
}

TEST(SchemeTest, WhatIsRememberedChangesNoAnswer) {
  void *Arguments[] = {fakeKernel(5)};
  void *Garbage[] = {
      reinterpret_cast<void *>(uintptr_t(5) | uintptr_t(1) << 40)};
  void *Others[] = {fakeKernel(6)};
  Scheme R({{{FactKind::Scalar, 0}, 0xffffffff}});
  publish(R, R.variant({6}), fakeKernel(2));
  publish(R, R.variant({5}), fakeKernel(1));
  const LaunchValues Launch(Arguments, {}, 0, {}, 1);
  for (int Round = 0; Round != 2; ++Round) {
    EXPECT_EQ(R.find(Launch).kernel(), fakeKernel(1));
    EXPECT_EQ(R.find({Garbage, {}, 0, {}, 1}).kernel(), fakeKernel(1));
    EXPECT_EQ(R.find({Others, {}, 0, {}, 1}).kernel(), fakeKernel(2));
    R.find(Launch).variant().remember(Launch);
  }
  publish(R, R.variant({5}), fakeKernel(3));
  EXPECT_EQ(R.find(Launch).kernel(), fakeKernel(3));
  R.forget(fakeKernel(3));
  EXPECT_FALSE(R.find(Launch));
}

TEST(SchemeTest, APointerCountsByItsAlignmentOnly) {
  const FactName Name = {FactKind::Alignment, 0};
  // The alignment 8 is known already.
  Scheme R({{Name, 16 | 32 | 64 | 128}});
  const auto ValueFor = [&](uint64_t Address) {
    const LaunchValues Launch(reinterpret_cast<void **>(&Address), {});
    return R.variantFor(Launch).values()[0];
  };
  EXPECT_EQ(ValueFor(0x1000), 128u);
  EXPECT_EQ(ValueFor(0), 128u);
  EXPECT_EQ(ValueFor(0x1040), 64u);
  EXPECT_EQ(ValueFor(0x10f0), 16u);
  EXPECT_EQ(ValueFor(0x1008), 0u);
  EXPECT_EQ(ValueFor(0x1001), 0u);
  Scheme Few({{Name, 8 | 16}});
  const uint64_t Address = 0x1040;
  const LaunchValues Launch(reinterpret_cast<void *const *>(&Address), {});
  EXPECT_EQ(Few.variantFor(Launch).values()[0], 16u);
  EXPECT_EQ(R.facts(R.variant({64})), (std::vector<Fact>{{Name, 64}}));
  EXPECT_TRUE(R.facts(R.variant({0})).empty());
}

TEST(SchemeTest, AStandInGivesWay) {
  Scheme R({scalar(0)});
  uint64_t Argument = 7;
  const LaunchValues Raw(reinterpret_cast<void **>(&Argument), {});
  Variant &Wanted = R.variant({7});
  R.publishStandIn(Wanted, fakeKernel(8), Tier::Native);
  EXPECT_TRUE(R.find(Raw).isStandIn());
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(8));
  EXPECT_EQ(Wanted.tier(), Tier::Native);
  publish(R, Wanted, fakeKernel(16));
  EXPECT_FALSE(R.find(Raw).isStandIn());
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(16));
  EXPECT_EQ(Wanted.tier(), Tier::Full);
  // The stand-in of another thread comes too late.
  R.publishStandIn(Wanted, fakeKernel(8), Tier::Native);
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(16));
  // A variant whose image was forgotten may get a stand-in again.
  R.forget(fakeKernel(16));
  EXPECT_FALSE(R.find(Raw));
  EXPECT_EQ(Wanted.progress().state(), ImageState::Retired);
  R.publishStandIn(Wanted, fakeKernel(8), Tier::Generic);
  EXPECT_TRUE(R.find(Raw).isStandIn());
  EXPECT_EQ(R.find(Raw).kernel(), fakeKernel(8));
}

TEST(SchemeTest, VeryLongListsAreDestroyedWithoutRecursion) {
  Scheme R({scalar(0)});
  for (uint64_t I = 0; I != 300000; ++I)
    publish(R, R.variant({I}), fakeKernel(8));
}

TEST(SchemeTest, ReadersBesideAWriter) {
  Scheme R({scalar(0)});
  std::atomic<bool> Done{false};
  std::thread Reader([&] {
    while (!Done) {
      for (uint64_t I = 0; I != 100; ++I) {
        const LaunchValues Launch(reinterpret_cast<void **>(&I), {}, 0, {}, 1);
        const Scheme::Fit Fit = R.find(Launch);
        EXPECT_TRUE(!Fit || Fit.kernel() == fakeKernel(8 * (I + 1)));
        if (Fit)
          Fit.variant().remember(Launch);
      }
    }
  });
  for (uint64_t I = 0; I != 100; ++I)
    publish(R, R.variant({I}), fakeKernel(8 * (I + 1)));
  Done = true;
  Reader.join();
}

TEST(SchemeTest, TheFirstVariantWithACodeStays) {
  Scheme R({scalar(0)});
  Variant &A = R.variant({1}), &B = R.variant({2});
  EXPECT_EQ(&R.firstWithCode("x", A), &A);
  EXPECT_EQ(&R.firstWithCode("x", B), &A);
  EXPECT_EQ(&R.firstWithCode("y", B), &B);
  EXPECT_EQ(&R.firstWithCode("x", A), &A);
}

TEST(SchemeTest, AVariantNamesItsImageOnce) {
  Scheme R({scalar(0)});
  Variant &V = R.variant({7});
  int Calls = 0;
  const auto Make = [&] {
    ++Calls;
    WantedImage Want;
    Want.Fields = std::to_string(Calls);
    return Want;
  };
  EXPECT_EQ(V.image(Make).Fields, "1");
  EXPECT_EQ(V.image(Make).Fields, "1");
  EXPECT_EQ(V.quickImage(Make).Fields, "2");
  EXPECT_EQ(V.image(Make).Fields, "1");
  EXPECT_EQ(Calls, 2);
}

TEST(SchemeTest, KnowsAllVariants) {
  Scheme R({scalar(0)});
  EXPECT_FALSE(R.variant({1}).isGeneric());
  publish(R, R.variant({2}), fakeKernel(8));
  size_t Sum = 0;
  R.forEach([&](const Variant &Each) { Sum += Each.values()[0]; });
  EXPECT_EQ(Sum, 3u);
  Scheme Generic({});
  EXPECT_TRUE(Generic.isGeneric());
  EXPECT_TRUE(Generic.variant({}).isGeneric());
}

} // namespace
