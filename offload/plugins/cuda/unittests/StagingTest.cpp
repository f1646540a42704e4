//===- StagingTest.cpp - Tests of copies that are staged ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "DeviceFixture.h"
#include "Event.h"
#include "FakeDriver.h"
#include "Memory.h"
#include "OpenDevice.h"
#include "Queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace ompjit::cuda;

namespace {

/// In these tests the driver does not know the program's memory.
class CudaStagingTest : public CudaDeviceTest {
protected:
  void SetUp() override {
    CudaDeviceTest::SetUp();
    Fake.Failures["PointerGetAttribute"] = Result::NotFound;
    ASSERT_EQ(createQueue(Device, &Other, &Error), 0) << Error.text;
    ASSERT_EQ(createEvent(Device, &Event, &Error), 0) << Error.text;
  }
  void TearDown() override {
    destroyEvent(Device, Event);
    destroyQueue(Device, Other);
    CudaDeviceTest::TearDown();
  }

  /// Queues a copy from Value to Back.
  void read(ompjit_queue *Queue) {
    ASSERT_EQ(
        copyFromDevice(Device, Queue, &Back, &Value, sizeof(Back), &Error), 0)
        << Error.text;
  }
  void record(ompjit_queue *Queue) {
    ASSERT_EQ(recordEvent(Device, Queue, Event, &Error), 0) << Error.text;
  }
  void wait(ompjit_queue *Queue) {
    ASSERT_EQ(waitForEvent(Device, Queue, Event, &Error), 0) << Error.text;
  }

  const int64_t Value = 5;
  int64_t Back = 0;
  ompjit_queue *Other = nullptr;
  ompjit_event *Event = nullptr;
};

TEST_F(CudaStagingTest, CopiesWhenTheQueueIsDone) {
  read(queue());
  EXPECT_EQ(Back, 0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
  Back = 0;
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(Back, 0);
}

TEST_F(CudaStagingTest, CopiesWhenAQueryFindsItDone) {
  read(queue());
  int Done = 0;
  Fake.Failures["StreamQuery"] = Result::NotReady;
  ASSERT_EQ(queryQueue(Device, queue(), &Done, &Error), 0) << Error.text;
  EXPECT_EQ(Done, 0);
  EXPECT_EQ(Back, 0);
  Fake.Failures.erase("StreamQuery");
  ASSERT_EQ(queryQueue(Device, queue(), &Done, &Error), 0) << Error.text;
  EXPECT_EQ(Done, 1);
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesWhatIsBeforeAnEvent) {
  read(queue());
  record(queue());
  int64_t Later = 0;
  ASSERT_EQ(
      copyFromDevice(Device, queue(), &Later, &Value, sizeof(Later), &Error),
      0);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
  EXPECT_EQ(Later, 0);
  destroyQueue(Device, Queue);
  Queue = nullptr;
  EXPECT_EQ(Later, 5);
}

TEST_F(CudaStagingTest, CopiesWhatAnotherQueueHasWaitedFor) {
  read(queue());
  record(queue());
  wait(Other);
  // The event is recorded elsewhere, but the queue that waited for it still
  // knows.
  record(nullptr);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 0);
  record(Other);
  ASSERT_EQ(synchronizeEvent(Device, Event, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesBeforeTheBytesAreRead) {
  read(queue());
  int64_t Copy = 0;
  ASSERT_EQ(copyToDevice(Device, queue(), &Copy, &Back, sizeof(Back), &Error),
            0)
      << Error.text;
  EXPECT_EQ(Copy, 5);
  // A kernel may read them, too, if it can use the host's memory.
  Back = 0;
  read(queue());
  ASSERT_EQ(launch(get("k")), 0) << Error.text;
  EXPECT_EQ(Back, 0);
  Device->Capabilities |= OMPJIT_CAN_USE_HOST_MEMORY;
  ASSERT_EQ(launch(get("k")), 0) << Error.text;
  EXPECT_EQ(Back, 5);
}

TEST_F(CudaStagingTest, CopiesDirectlyWhatIsPinnedOrLarge) {
  Fake.Failures.erase("PointerGetAttribute");
  read(queue());
  EXPECT_EQ(Back, 5);
  Fake.Failures["PointerGetAttribute"] = Result::NotFound;
  const std::vector<char> Large(1 << 20, 1);
  std::vector<char> There(Large.size());
  ASSERT_EQ(copyFromDevice(Device, queue(), There.data(), Large.data(),
                           Large.size(), &Error),
            0);
  EXPECT_EQ(There, Large);
}

TEST_F(CudaStagingTest, KeepsTheOrderOfCopiesToOnePlace) {
  std::vector<char> There(1 << 20, 0);
  const std::vector<char> Small(8, 1), Large(There.size(), 2);
  for (const std::vector<char> *Each : {&Small, &Large})
    ASSERT_EQ(copyFromDevice(Device, queue(), There.data(), Each->data(),
                             Each->size(), &Error),
              0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  EXPECT_EQ(There, Large);
}

TEST_F(CudaStagingTest, CopiesManyInOrder) {
  // These are more than there is room for at a time.
  std::vector<std::vector<char>> There(20, std::vector<char>(16 << 10));
  const std::vector<char> Source(There[0].size(), 7);
  for (std::vector<char> &Each : There)
    ASSERT_EQ(copyFromDevice(Device, queue(), Each.data(), Source.data(),
                             Source.size(), &Error),
              0);
  ASSERT_EQ(synchronizeQueue(Device, queue(), &Error), 0) << Error.text;
  for (const std::vector<char> &Each : There)
    EXPECT_EQ(Each, Source);
}

TEST_F(CudaStagingTest, CopiesDirectlyInAQueueThatTheProgramWaitsFor) {
  ompjit_native Native = {};
  ASSERT_EQ(nativeHandles(Device, queue(), 0, &Native, &Error), 0);
  read(queue());
  EXPECT_EQ(Back, 5);
}

} // namespace
