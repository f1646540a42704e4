//===- PendingCompilesTest.cpp - The order of compiles --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "supply/PendingCompiles.h"
#include "supply/CompileQueue.h"

#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

using Handle = PendingCompiles::Handle;

constexpr uint64_t Start = 1000, Due = Start + PendingCompiles::MinAgeNs,
                   DueForLater = Start + PendingCompiles::MinAgeForLaterNs;

class PendingCompilesTest : public testing::Test {
protected:
  /// A compile for an image that \p NumLaunches launches want.
  Handle make(unsigned NumLaunches, Priority How = Priority::Low,
              bool IsForLater = false) {
    return makeFor(*Kernels.emplace_back(std::make_unique<KernelStatistics>()),
                   NumLaunches, How, IsForLater);
  }
  Handle makeFor(KernelStatistics &Kernel, unsigned NumLaunches,
                 Priority How = Priority::Low, bool IsForLater = false) {
    auto Progress = std::make_shared<ImageProgress>();
    for (unsigned I = 0; I != NumLaunches; ++I)
      Progress->countLaunch();
    States.push_back(Progress);
    return std::make_shared<QueuedCompile>(WantedImage(), Progress, How, Kernel,
                                           nullptr, IsForLater);
  }
  /// Pushes a new compile.
  Handle push(unsigned NumLaunches, Priority How = Priority::Low,
              bool IsForLater = false) {
    const Handle New = make(NumLaunches, How, IsForLater);
    Pending.push(New, Start);
    return New;
  }
  /// The same for an image whose launches have taken so much of 1000 ns, or of
  /// 4000 where the run may not use it.
  Handle pushNeedy(uint64_t WaitedNs) {
    const Handle New = make(1);
    States.back()->need(1000, 4000);
    States.back()->addWaited(WaitedNs);
    Pending.push(New, Start);
    return New;
  }
  Handle take(uint64_t NowNs = Due, bool IsFinishing = false) {
    return Pending.take(Priority::Low, NowNs, IsFinishing);
  }

  std::vector<std::unique_ptr<KernelStatistics>> Kernels;
  std::vector<std::shared_ptr<ImageProgress>> States; ///< In order of creation.
  PendingCompiles Pending;
};

TEST_F(PendingCompilesTest, TheImageWithTheMostLaunchesIsNext) {
  const Handle Few = push(1), Many = push(3), Some = push(2);
  EXPECT_EQ(take(), Many);
  EXPECT_EQ(take(), Some);
  EXPECT_EQ(take(), Few);
  EXPECT_EQ(take(), nullptr);
}

TEST_F(PendingCompilesTest, TheNewestIsNextIfSeveralHaveAsMany) {
  const Handle Old = push(2), New = push(2);
  EXPECT_EQ(take(), New);
  EXPECT_EQ(take(), Old);
}

TEST_F(PendingCompilesTest, AnImageWithoutASecondLaunchWaits) {
  const Handle New = push(0);
  EXPECT_EQ(take(Due - 1), nullptr);
  EXPECT_TRUE(Pending.hasAny(Priority::Low));
  EXPECT_EQ(take(Due), New);
  EXPECT_FALSE(Pending.hasAny(Priority::Low));
}

TEST_F(PendingCompilesTest, ImagesOfOneKernelWaitForAllOfThem) {
  KernelStatistics Kernel;
  const Handle First = makeFor(Kernel, 0), Second = makeFor(Kernel, 0);
  Pending.push(First, Start);
  Pending.push(Second, Start);
  const Handle OfAnother = push(0);
  EXPECT_EQ(take(), OfAnother);
  EXPECT_EQ(take(), nullptr);
  constexpr uint64_t DueTwice = Start + 2 * PendingCompiles::MinAgeNs;
  EXPECT_EQ(take(DueTwice - 1), nullptr);
  EXPECT_EQ(take(DueTwice), Second);
  EXPECT_EQ(take(DueTwice), First);
}

TEST_F(PendingCompilesTest, ASecondLaunchEndsTheWait) {
  const Handle New = push(0);
  States.front()->countLaunch();
  EXPECT_EQ(take(Start), New);
}

TEST_F(PendingCompilesTest, TheEndOfTheProgramEndsTheWait) {
  const Handle New = push(0);
  EXPECT_EQ(take(Start, /*IsFinishing=*/true), New);
}

TEST_F(PendingCompilesTest, NormalPriorityWaitsForNothing) {
  const Handle New = push(0, Priority::Normal);
  EXPECT_EQ(take(), nullptr);
  EXPECT_EQ(Pending.take(Priority::Normal, Start, false), New);
}

TEST_F(PendingCompilesTest, SomeWaitUntilLaunchesTookLongEnough) {
  const Handle Needy = pushNeedy(999);
  EXPECT_EQ(take(Due), nullptr);
  States.front()->addWaited(1);
  // The next launch may compile it with others.
  EXPECT_EQ(take(Due), nullptr);
  EXPECT_EQ(take(Due + PendingCompiles::MinAgeDueNs), Needy);
}

TEST_F(PendingCompilesTest, ALaunchThatRunsForLongCountsBeforeItEnds) {
  constexpr uint64_t MinAge = PendingCompiles::MinAgeNs, Long = 4 * MinAge;
  const Handle Needy = push(0);
  States.front()->need(MinAge, Long);
  States.front()->beginWaiting(Start);
  EXPECT_EQ(take(Start + Long - 1), nullptr);
  EXPECT_EQ(take(Start + Long), nullptr);
  States.front()->endWaiting();
  EXPECT_EQ(take(Start + Long + MinAge), nullptr);
  States.front()->beginWaiting(Start);
  EXPECT_EQ(take(Start + Long + MinAge), Needy);
}

TEST_F(PendingCompilesTest, ThoseThatNeedLaunchesTakeNobodysPlace) {
  KernelStatistics Kernel;
  std::vector<Handle> Needy;
  for (size_t I = 0; I != 2 * PendingCompiles::LimitOfAll; ++I) {
    Needy.push_back(makeFor(Kernel, 0));
    States.back()->need(1000, 4000);
    Pending.push(Needy.back(), Start);
  }
  EXPECT_TRUE(Pending.needsOnlyLaunches());
  const Handle Other = makeFor(Kernel, 0);
  Pending.push(Other, Start);
  EXPECT_FALSE(Pending.needsOnlyLaunches());
  EXPECT_EQ(take(), Other);
  for (const Handle &Each : Needy)
    EXPECT_TRUE(Pending.contains(Each));
  States.front()->addWaited(1000);
  EXPECT_FALSE(Pending.needsOnlyLaunches());
}

TEST_F(PendingCompilesTest, ThoseThatNeedMostOfTheirTimeGoTogether) {
  const Handle Half = pushNeedy(500), Little = pushNeedy(499), AtOnce = push(1);
  EXPECT_EQ(Pending.numTogether(), 1u);
  EXPECT_EQ(Pending.takeTogether(), Half);
  EXPECT_EQ(Pending.takeTogether(), nullptr);
  EXPECT_TRUE(Pending.contains(Little));
  EXPECT_TRUE(Pending.contains(AtOnce));
}

TEST_F(PendingCompilesTest, AtTheEndOfALongRunWhatIsLittleUsedIsDropped) {
  constexpr uint64_t Long = 4000;
  const Handle Little = pushNeedy(Long - 1), Enough = pushNeedy(Long),
               AtOnce = push(1);
  Pending.dropUnpaid();
  EXPECT_FALSE(Pending.contains(Little));
  EXPECT_TRUE(States[0]->hasNews());
  EXPECT_TRUE(Pending.contains(Enough));
  EXPECT_TRUE(Pending.contains(AtOnce));
}

TEST_F(PendingCompilesTest, WhatOnlyOtherRunsWantWaitsLongest) {
  const Handle Later = push(0, Priority::Low, /*IsForLater=*/true);
  EXPECT_FALSE(Pending.hasWanted());
  EXPECT_EQ(take(DueForLater - 1, /*IsFinishing=*/true), nullptr);
  EXPECT_EQ(take(DueForLater), Later);
}

TEST_F(PendingCompilesTest, OtherRunsGetASmallShareOfTheTime) {
  const Handle Later = push(0, Priority::Low, /*IsForLater=*/true);
  Pending.noteForLater(/*CompileNs=*/1000, DueForLater);
  const uint64_t Next = DueForLater + 1000 * PendingCompiles::PauseForLater;
  EXPECT_EQ(take(Next - 1), nullptr);
  EXPECT_EQ(take(Next), Later);
}

TEST_F(PendingCompilesTest, ALaunchMakesItWantedByThisRun) {
  const Handle Later = push(0, Priority::Low, /*IsForLater=*/true);
  States.front()->countLaunch();
  EXPECT_TRUE(Pending.hasWanted());
  EXPECT_EQ(take(Start), Later);
}

TEST_F(PendingCompilesTest, AKernelHasFewAtOnce) {
  KernelStatistics Kernel;
  std::vector<Handle> All;
  for (size_t I = 0; I != PendingCompiles::LimitPerKernel; ++I) {
    All.push_back(makeFor(Kernel, I == 2 ? 1 : 5));
    Pending.push(All.back(), Start);
  }
  const Handle OfAnother = push(0);
  const Handle New = makeFor(Kernel, 0);
  Pending.push(New, Start);
  // The image with the fewest launches gave way, though it is not the oldest.
  EXPECT_FALSE(Pending.contains(All[2]));
  EXPECT_EQ(States[2]->state(), ImageState::Absent);
  EXPECT_TRUE(States[2]->hasNews());
  for (const Handle &Each : {All[0], All[1], All[3], OfAnother, New})
    EXPECT_TRUE(Pending.contains(Each));
}

TEST_F(PendingCompilesTest, TheOldestGivesWayIfSeveralHaveAsFew) {
  std::vector<Handle> All;
  for (size_t I = 0; I != PendingCompiles::LimitOfAll; ++I)
    All.push_back(push(1));
  const Handle New = push(0);
  EXPECT_FALSE(Pending.contains(All[0]));
  EXPECT_TRUE(Pending.contains(All[1]));
  EXPECT_TRUE(Pending.contains(New));
}

TEST_F(PendingCompilesTest, TheStateFollows) {
  const Handle First = push(1), Second = push(1);
  States[0]->setNews(true);
  EXPECT_EQ(States[0]->state(), ImageState::Queued);
  Pending.remove(First);
  EXPECT_EQ(States[0]->state(), ImageState::Absent);
  Pending.push(First, Start);
  EXPECT_EQ(States[0]->state(), ImageState::Queued);
  EXPECT_FALSE(States[0]->hasNews());
  Pending.removeAll();
  EXPECT_EQ(States[0]->state(), ImageState::Absent);
  EXPECT_EQ(States[1]->state(), ImageState::Absent);
  EXPECT_FALSE(Pending.contains(Second));
}

TEST_F(PendingCompilesTest, RemovingWhatIsNotThereChangesNothing) {
  const Handle Taken = push(1);
  EXPECT_EQ(take(), Taken);
  States[0]->change(ImageState::Compiling);
  Pending.remove(Taken);
  EXPECT_EQ(States[0]->state(), ImageState::Compiling);
}

TEST(CompileQueueTest, OnlyTheFirstThreadStartsWhereNoProcessorIsIdle) {
  EXPECT_TRUE(CompileQueue::mayStart(0, 0, 1, 0));
  EXPECT_FALSE(CompileQueue::mayStart(0, 1, 1, 0));
  EXPECT_TRUE(CompileQueue::mayStart(0, 1, 1, 1));
  EXPECT_TRUE(CompileQueue::mayStart(1, 2, 2, 3));
  EXPECT_FALSE(CompileQueue::mayStart(2, 2, 2, 3));
  // Where nobody knows, the limit is all there is.
  EXPECT_TRUE(CompileQueue::mayStart(1, 2, 2, std::nullopt));
}

} // namespace
