//===- VariantTableTest.cpp - Tests of a kernel's variants ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "variants/VariantTable.h"

#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

ompjit_kernel *fakeKernel(uintptr_t Number) {
  return reinterpret_cast<ompjit_kernel *>(Number);
}

class VariantTableTest : public ::testing::Test {
protected:
  VariantTableTest() : Table(Process, {scalar(0), scalar(1)}) {}

  static CountedFact scalar(uint32_t Parameter) {
    return {{FactKind::Scalar, Parameter}, UINT64_MAX};
  }
  LaunchValues launch(uint64_t First, uint64_t Second) {
    Arguments[0] = First;
    Arguments[1] = Second;
    return {reinterpret_cast<void **>(Arguments), {}};
  }
  Variant &wanted(uint64_t First, uint64_t Second) {
    return Table.variantFor(Table.current(), launch(First, Second));
  }

  uint64_t Arguments[2];
  ProcessLocks Process{[](WorkRef Work) { Work(); }};
  VariantTable Table;
};

TEST_F(VariantTableTest, LaunchesFindWhatIsPublished) {
  Variant &One = wanted(1, 2);
  EXPECT_EQ(Table.findForLaunch(launch(1, 2)), nullptr);
  EXPECT_TRUE(
      Table.publish(One, fakeKernel(8), Tier::Full, ImageState::Loaded));
  EXPECT_EQ(Table.current().find(launch(1, 2)).kernel(), fakeKernel(8));
  EXPECT_EQ(Table.findForLaunch(launch(1, 2)), fakeKernel(8));
  EXPECT_EQ(Table.findForLaunch(launch(1, 3)), nullptr);
}

TEST_F(VariantTableTest, ARetiredKernelIsFoundByNobodyAndNotPublished) {
  Variant &One = wanted(1, 2), &Other = wanted(1, 3);
  Table.publish(One, fakeKernel(8), Tier::Full, ImageState::Loaded);
  Table.publishStandIn(Other, fakeKernel(8), Tier::Generic);
  One.touch(5);
  EXPECT_EQ(Table.lastUse(fakeKernel(8)), 5u);
  Table.retire(fakeKernel(8));
  EXPECT_EQ(Table.findForLaunch(launch(1, 2)), nullptr);
  EXPECT_EQ(Table.findForLaunch(launch(1, 3)), nullptr);
  EXPECT_EQ(One.progress().state(), ImageState::Retired);
  EXPECT_EQ(Other.progress().state(), ImageState::Absent);
  EXPECT_FALSE(
      Table.publish(One, fakeKernel(8), Tier::Full, ImageState::Loaded));
  EXPECT_FALSE(Table.publishStandIn(Other, fakeKernel(8), Tier::Generic));
  EXPECT_EQ(One.progress().state(), ImageState::Retired);
  // Another kernel was loaded to the same address.
  Table.release(fakeKernel(8));
  EXPECT_TRUE(
      Table.publish(One, fakeKernel(8), Tier::Full, ImageState::Loaded));
  EXPECT_EQ(Table.findForLaunch(launch(1, 2)), fakeKernel(8));
}

TEST_F(VariantTableTest, KernelsOfOlderSchemesServeWhereAllTheirFactsHold) {
  Table.publish(wanted(1, 2), fakeKernel(8), Tier::Full, ImageState::Loaded);
  Scheme &Before = Table.current();
  Scheme &Now = Table.replaceScheme({scalar(0)});
  EXPECT_TRUE(Table.isCurrent(Now));
  EXPECT_FALSE(Table.isCurrent(Before));
  EXPECT_EQ(Table.findForLaunch(launch(1, 2)), fakeKernel(8));
  // Launches that are alike for the new scheme may differ for the old one.
  EXPECT_EQ(Table.findForLaunches(Now, launch(1, 2)), nullptr);
  EXPECT_EQ(Table.findForLaunches(Before, launch(1, 2)), fakeKernel(8));
}

TEST_F(VariantTableTest, ThereIsOneGenericVariant) {
  Variant &Generic = Table.generic();
  EXPECT_TRUE(Generic.isGeneric());
  EXPECT_FALSE(Table.current().isGeneric());
  EXPECT_EQ(&Table.replaceScheme({}), &Generic.scheme());
  EXPECT_EQ(&wanted(1, 2), &Generic);
  size_t Count = 0;
  Table.forEach([&](const Variant &) { ++Count; });
  EXPECT_EQ(Count, 1u);
}

TEST_F(VariantTableTest, AFirstLaunchGetsAVariantWithAStandIn) {
  Variant &New = Table.standIn(launch(1, 2), fakeKernel(8), Tier::Native);
  EXPECT_EQ(&New, &wanted(1, 2));
  EXPECT_TRUE(Table.current().find(launch(1, 2)).isStandIn());
  EXPECT_EQ(New.tier(), Tier::Native);
}

TEST_F(VariantTableTest, ProgressOutlivesTheTable) {
  std::shared_ptr<ImageProgress> Progress;
  {
    VariantTable Short(Process, {});
    Progress = Short.generic().sharedProgress();
  }
  EXPECT_TRUE(Progress->change(ImageState::Queued));
}

} // namespace
