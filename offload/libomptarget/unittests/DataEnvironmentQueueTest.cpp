//===- DataEnvironmentQueueTest.cpp - Tests of data mapping in queues -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fake's queues run nothing until somebody waits for them, so that these
// tests see who waits for whom.
//
//===----------------------------------------------------------------------===//

#include "data/DataEnvironment.h"

#include "FakePlugin.h"
#include "Items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::test;
using testing::HasSubstr;

namespace {

class QueuedDataTest : public testing::Test {
protected:
  ~QueuedDataTest() override { EXPECT_EQ(Fake.liveAllocations(), 0u); }
  std::shared_ptr<Operation> operation() {
    return std::make_shared<Operation>(Fake.device(), &Pool);
  }
  void begin(const MapArguments &List, Operation &Work) {
    Status S = Data.begin(List, nullptr, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  void end(const MapArguments &List, Operation &Work) {
    Status S = Data.end(List, Work);
    ASSERT_TRUE(S) << S.error().message();
  }
  int *onDevice(int *Host) {
    return static_cast<int *>(Data.lookUp(HostAddress(Host), 0).pointer());
  }
  Items whole(int64_t Type) { return Items().add(A, sizeof(A), Type); }

  FakePlugin Fake;
  QueuePool Pool{Fake.device()};
  DataEnvironment Data{Fake.device(), {}};
  int A[4] = {1, 2, 3, 4};
};

TEST_F(QueuedDataTest, DataArrivesAndLeavesWithTheOperation) {
  auto In = operation();
  begin(whole(MapTo), *In);
  EXPECT_EQ(Fake.State.CopiesTo, 0);
  ASSERT_TRUE(In->finish());
  EXPECT_EQ(onDevice(A)[3], 4);
  onDevice(A)[0] = 9;
  auto Out = operation();
  end(whole(MapFrom), *Out);
  EXPECT_EQ(A[0], 1);
  ASSERT_TRUE(Out->finish());
  EXPECT_EQ(A[0], 9);
  EXPECT_EQ(onDevice(A), nullptr);
}

TEST_F(QueuedDataTest, ABusyMappingIsUsedBehindItsCopy) {
  auto First = operation(), Second = operation();
  begin(whole(MapTo), *First);
  // The second construct finds the mapping, and must neither wait for its data
  // nor overtake it.
  begin(whole(MapTo), *Second);
  EXPECT_EQ(Fake.State.CopiesTo, 0);
  ASSERT_TRUE(Second->finish());
  EXPECT_EQ(onDevice(A)[0], 1);
  ASSERT_TRUE(First->finish());
  // Now that the data is there, nothing is left to wait for.
  auto Third = operation();
  begin(whole(MapTo), *Third);
  EXPECT_EQ(Fake.State.CopiesTo, 1);
  ASSERT_TRUE(Third->finish());
  for (int I = 0; I < 3; ++I) {
    auto Out = operation();
    end(whole(0), *Out);
    ASSERT_TRUE(Out->finish());
  }
}

TEST_F(QueuedDataTest, WhoeverNeedsThePlaceFinishesADeferredConstruct) {
  auto In = operation();
  begin(whole(MapTo), *In);
  ASSERT_TRUE(In->finish());
  onDevice(A)[2] = 30;
  auto Deferred = operation();
  end(whole(MapFrom), *Deferred);
  EXPECT_EQ(A[2], 3) << "still in the queue";
  auto Again = operation();
  begin(whole(MapTo), *Again);
  EXPECT_EQ(A[2], 30) << "the old data has to be back before it is mapped anew";
  ASSERT_TRUE(Again->finish());
  EXPECT_EQ(onDevice(A)[2], 30);
  EXPECT_TRUE(Deferred->finish());
  auto Out = operation();
  end(whole(0), *Out);
  ASSERT_TRUE(Out->finish());
}

TEST_F(QueuedDataTest, OneConstructBringsAndRemovesItsData) {
  auto Work = operation();
  begin(whole(MapTo | MapFrom), *Work);
  onDevice(A)[1] = 77; // The copy in the queue will overwrite it.
  end(whole(MapTo | MapFrom), *Work);
  EXPECT_NE(onDevice(A), nullptr);
  ASSERT_TRUE(Work->finish());
  EXPECT_EQ(A[1], 2);
  EXPECT_EQ(onDevice(A), nullptr);
}

TEST_F(QueuedDataTest, DataStaysForTheKernelsThatAreStillInQueues) {
  auto First = operation(), Second = operation();
  begin(whole(MapTo | MapFrom), *First);
  begin(whole(MapTo | MapFrom), *Second);
  int *There = onDevice(A);
  // The second kernel will run last, though its construct ends first.
  end(whole(MapTo | MapFrom), *Second);
  end(whole(MapTo | MapFrom), *First);
  ASSERT_TRUE(First->finish());
  ASSERT_EQ(onDevice(A), There) << "the second kernel needs it";
  There[2] = 33;
  ASSERT_TRUE(Second->finish());
  EXPECT_EQ(onDevice(A), nullptr);
  EXPECT_EQ(A[2], 33) << "copied back by the one that released it last";
}

TEST_F(QueuedDataTest, UpdatesWaitForTheData) {
  auto In = operation(), Update = operation();
  begin(whole(MapTo), *In);
  A[0] = 100;
  ASSERT_TRUE(Data.update(whole(MapTo), *Update));
  ASSERT_TRUE(Update->finish());
  ASSERT_TRUE(In->finish());
  EXPECT_EQ(onDevice(A)[0], 100);
  EXPECT_EQ(Fake.State.CopiesTo, 2);
  auto Out = operation();
  end(whole(0), *Out);
  ASSERT_TRUE(Out->finish());
}

TEST_F(QueuedDataTest, PointersAreAttachedInTheQueue) {
  int *P = A;
  auto In = operation();
  begin(Items()
            .add(&P, sizeof(P), MapTo)
            .add(A, sizeof(A), MapTo)
            .add(&P, A, sizeof(void *), MapAttach),
        *In);
  ASSERT_TRUE(In->finish());
  EXPECT_EQ(*static_cast<int **>(Data.lookUp(HostAddress(&P), 0).pointer()),
            onDevice(A));
  auto Out = operation();
  end(Items().add(&P, sizeof(P), MapFrom).add(A, sizeof(A), 0), *Out);
  ASSERT_TRUE(Out->finish());
  EXPECT_EQ(P, A);
}

TEST_F(QueuedDataTest, AFailureInTheQueueStillFreesThePlace) {
  auto In = operation();
  begin(whole(MapTo), *In);
  ASSERT_TRUE(In->finish());
  auto Out = operation();
  end(whole(MapFrom), *Out);
  Fake.State.FailCopies = true;
  Status S = Out->finish();
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("OT108"));
  EXPECT_EQ(onDevice(A), nullptr);
}

} // namespace
