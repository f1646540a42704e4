//===- KernelTest.cpp - Conformance: kernels ------------------------------===//
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

void *asArgument(int64_t Value) { return reinterpret_cast<void *>(Value); }

TEST_F(KernelTest, RunsWithArguments) {
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Add = get(Image, "conformance_add", 3);
  ASSERT_EQ(launch(nullptr, Add, {Out, asArgument(40), asArgument(-2)}), 0)
      << Error.text;
  EXPECT_EQ(readNow(Out), 38);
}

TEST_F(KernelTest, SaysWhatItTakesOfTheDevice) {
  if (!P.kernel_usage)
    GTEST_SKIP() << "code of the device has no such bounds";
  ompjit_kernel *Add = get(Image, "conformance_add", 3);
  ompjit_kernel_usage Usage = {};
  P.kernel_usage(Device, Add, &Usage);
  if (!Usage.registers) {
    EXPECT_EQ(Usage.private_bytes, 0u);
    EXPECT_EQ(Usage.shared_bytes, 0u);
    return;
  }
  EXPECT_GE(Usage.spilled_bytes, -1);
  EXPECT_LE(Usage.spilled_bytes, int64_t(Usage.private_bytes));
}

TEST_F(KernelTest, PassesManyArguments) {
  constexpr int Count = 29;
  auto *Out = static_cast<int64_t *>(allocate(Count * sizeof(int64_t)));
  ompjit_kernel *Many = get(Image, "conformance_many", 1 + Count);
  std::vector<void *> Args = {Out};
  for (int I = 0; I < Count; ++I)
    Args.push_back(asArgument(100 + I));
  // A queue has to keep the arguments until the kernel runs.
  for (ompjit_queue *Queue :
       {static_cast<ompjit_queue *>(nullptr), createQueue()}) {
    ASSERT_EQ(P.fill(Device, Queue, Out, 0, Count * sizeof(int64_t), &Error),
              0);
    ASSERT_EQ(launch(Queue, Many, Args), 0) << Error.text;
    if (Queue)
      synchronize(Queue);
    for (int I = 0; I < Count; ++I)
      EXPECT_EQ(readNow(Out + I), 100 + I);
  }
}

TEST_F(KernelTest, RunsWithoutLaunchEnvironment) {
  ompjit_queue *Queue = createQueue();
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Bare = get(Image, "conformance_bare", 3);
  ASSERT_EQ(launch(Queue, Bare, {Out, asArgument(40), asArgument(-2)},
                   OMPJIT_ARGUMENTS_BARE),
            0)
      << Error.text;
  synchronize(Queue);
  EXPECT_EQ(readNow(Out), 38);
}

TEST_F(KernelTest, RunsWithPackedParameters) {
  ompjit_queue *Queue = createQueue();
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Bare = get(Image, "conformance_bare", 0);
  ASSERT_EQ(launchPacked(Queue, Bare, {reinterpret_cast<int64_t>(Out), 40, -2}),
            0)
      << Error.text;
  synchronize(Queue);
  EXPECT_EQ(readNow(Out), 38);
}

TEST_F(KernelTest, RunsTeamsTogether) {
  if (!can(OMPJIT_CAN_COOPERATE))
    GTEST_SKIP() << "the device cannot";
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Add = get(Image, "conformance_add", 3);
  void *Args[] = {Out, asArgument(40), asArgument(-2)};
  ompjit_launch Launch = {};
  Launch.args = Args;
  Launch.num_args = 3;
  Launch.num_teams[0] = 1;
  Launch.is_cooperative = 1;
  ASSERT_EQ(P.kernel_launch(Device, nullptr, Add, &Launch, &Error), 0)
      << Error.text;
  EXPECT_EQ(readNow(Out), 38);
  // No GPU has room for so many.
  Launch.num_teams[0] = 10000000;
  EXPECT_NE(P.kernel_launch(Device, nullptr, Add, &Launch, &Error), 0);
  EXPECT_STRNE(Error.text, "");
  EXPECT_EQ(readNow(Out), 38);
}

TEST_F(DeviceTest, RefusesAFormThatItDoesNotKnow) {
  ompjit_kernel *Count = get(load(), "conformance_count", 0);
  EXPECT_NE(launch(nullptr, Count, {}, 99), 0);
  EXPECT_STRNE(Error.text, "");
}

TEST_F(KernelTest, ChangesTheVariablesOfItsImage) {
  ompjit_image *Second = load();
  ompjit_kernel *Count = get(Image, "conformance_count", 0);
  ASSERT_EQ(launch(nullptr, Count, {}), 0) << Error.text;
  ASSERT_EQ(launch(nullptr, Count, {}), 0) << Error.text;
  void *A = nullptr, *B = nullptr;
  P.image_symbol(Device, Image, "conformance_counter", &A, nullptr, &Error);
  P.image_symbol(Device, Second, "conformance_counter", &B, nullptr, &Error);
  EXPECT_EQ(readNow(A), 42);
  EXPECT_EQ(readNow(B), 40);
}

TEST_F(KernelTest, RunsInTheOrderOfItsQueue) {
  ompjit_queue *Queue = createQueue();
  ompjit_kernel *Count = get(Image, "conformance_count", 0);
  void *Counter = nullptr;
  ASSERT_EQ(P.image_symbol(Device, Image, "conformance_counter", &Counter,
                           nullptr, &Error),
            0);
  const int64_t Start = 7;
  int64_t Between = 0, AtEnd = 0;
  write(Queue, Counter, Start);
  ASSERT_EQ(launch(Queue, Count, {}), 0) << Error.text;
  read(Queue, Between, Counter);
  ASSERT_EQ(launch(Queue, Count, {}), 0) << Error.text;
  read(Queue, AtEnd, Counter);
  synchronize(Queue);
  EXPECT_EQ(Between, 8);
  EXPECT_EQ(AtEnd, 9);
}

TEST_F(DeviceTest, ReturnsTheSameKernelToManyThreads) {
  ompjit_image *Image = load();
  std::vector<ompjit_kernel *> Kernels(8);
  std::vector<std::thread> Pool;
  for (ompjit_kernel *&Each : Kernels)
    Pool.emplace_back([this, Image, &Each] {
      P.kernel_get(Device, Image, "conformance_count", 0, &Each, nullptr);
    });
  for (std::thread &Each : Pool)
    Each.join();
  for (ompjit_kernel *Each : Kernels) {
    ASSERT_NE(Each, nullptr);
    EXPECT_EQ(launch(nullptr, Each, {}), 0) << Error.text;
  }
}

TEST_F(DeviceTest, RefusesAWrongNumberOfArguments) {
  ompjit_kernel *Add = get(load(), "conformance_add", 3);
  EXPECT_NE(launch(nullptr, Add, {nullptr}), 0);
  EXPECT_STRNE(Error.text, "");
}

} // namespace
