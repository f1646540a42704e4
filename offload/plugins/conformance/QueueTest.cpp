//===- QueueTest.cpp - Conformance: queues --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <thread>
#include <vector>

using namespace ompjit::conformance;

namespace {

TEST_F(DeviceTest, RunsAQueueInOrder) {
  ompjit_queue *Queue = nullptr;
  ASSERT_EQ(P.queue_create(Device, &Queue, &Error), 0) << Error.text;
  int64_t Value = 5, Back = 0;
  void *A = allocate(sizeof(Value)), *B = allocate(sizeof(Value));
  EXPECT_EQ(P.copy_to_device(Device, Queue, A, &Value, sizeof(Value), &Error),
            0);
  EXPECT_EQ(P.copy_on_device(Device, Queue, B, A, sizeof(Value), &Error), 0);
  EXPECT_EQ(P.fill(Device, Queue, A, 0, sizeof(Value), &Error), 0);
  EXPECT_EQ(P.copy_from_device(Device, Queue, &Back, B, sizeof(Back), &Error),
            0);
  EXPECT_EQ(P.queue_synchronize(Device, Queue, &Error), 0) << Error.text;
  EXPECT_EQ(Back, 5);
  int Done = 0;
  EXPECT_EQ(P.queue_query(Device, Queue, &Done, &Error), 0);
  EXPECT_EQ(Done, 1);
  P.queue_destroy(Device, Queue);
}

TEST_F(DeviceTest, ServesManyThreads) {
  std::vector<std::thread> Pool;
  std::atomic<int> Wrong = 0;
  for (int T = 0; T < 8; ++T)
    Pool.emplace_back([&, T] {
      ompjit_error Reason;
      for (int I = 0; I < 200; ++I) {
        void *Memory = nullptr;
        int Value = T * 1000 + I, Back = 0;
        Wrong += P.memory_allocate(Device, sizeof(int), OMPJIT_MEMORY_DEVICE,
                                   &Memory, &Reason) != 0;
        Wrong += P.copy_to_device(Device, nullptr, Memory, &Value, sizeof(int),
                                  &Reason) != 0;
        Wrong += P.copy_from_device(Device, nullptr, &Back, Memory, sizeof(int),
                                    &Reason) != 0;
        Wrong += Back != Value;
        Wrong +=
            P.memory_free(Device, Memory, OMPJIT_MEMORY_DEVICE, &Reason) != 0;
      }
    });
  for (std::thread &Each : Pool)
    Each.join();
  EXPECT_EQ(Wrong, 0);
}

} // namespace
