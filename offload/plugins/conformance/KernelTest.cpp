//===- KernelTest.cpp - Conformance: kernels ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <vector>

using namespace ompjit::conformance;

namespace {

class KernelTest : public DeviceTest {
protected:
  ompjit_kernel *get(ompjit_image *Image, const char *Name, uint32_t NumArgs) {
    ompjit_kernel *Kernel = nullptr;
    EXPECT_EQ(P.kernel_get(Device, Image, Name, NumArgs, &Kernel, &Error), 0)
        << Error.text;
    return Kernel;
  }

  int launch(ompjit_kernel *Kernel, std::vector<void *> Args,
             uint32_t Form = OMPJIT_ARGUMENTS_OPENMP) {
    ompjit_launch Launch = {};
    Launch.argument_form = Form;
    Launch.args = Args.data();
    Launch.num_args = uint32_t(Args.size());
    Launch.num_teams[0] = 1;
    Launch.thread_limit[0] = 1;
    return P.kernel_launch(Device, nullptr, Kernel, &Launch, &Error);
  }

  /// Bytes of parameters, as the stubs of other languages pass them.
  int launchPacked(ompjit_kernel *Kernel, std::vector<int64_t> Parameters) {
    ompjit_launch Launch = {};
    Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
    Launch.args = reinterpret_cast<void **>(Parameters.data());
    Launch.packed_bytes = uint32_t(Parameters.size() * sizeof(int64_t));
    Launch.num_teams[0] = 1;
    Launch.thread_limit[0] = 1;
    return P.kernel_launch(Device, nullptr, Kernel, &Launch, &Error);
  }

  int64_t read(void *Address) {
    int64_t Value = 0;
    EXPECT_EQ(P.copy_from_device(Device, nullptr, &Value, Address,
                                 sizeof(Value), &Error),
              0);
    return Value;
  }
};

void *asArgument(int64_t Value) { return reinterpret_cast<void *>(Value); }

TEST_F(KernelTest, RunsWithArguments) {
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Add = get(load(), "conformance_add", 3);
  ASSERT_EQ(launch(Add, {Out, asArgument(40), asArgument(-2)}), 0)
      << Error.text;
  EXPECT_EQ(read(Out), 38);
}

TEST_F(KernelTest, PassesManyArguments) {
  constexpr int Count = 29;
  auto *Out = static_cast<int64_t *>(allocate(Count * sizeof(int64_t)));
  ompjit_kernel *Many = get(load(), "conformance_many", 1 + Count);
  std::vector<void *> Args = {Out};
  for (int I = 0; I < Count; ++I)
    Args.push_back(asArgument(100 + I));
  ASSERT_EQ(launch(Many, Args), 0) << Error.text;
  for (int I = 0; I < Count; ++I)
    EXPECT_EQ(read(Out + I), 100 + I);
}

TEST_F(KernelTest, RunsWithoutLaunchEnvironment) {
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Bare = get(load(), "conformance_bare", 3);
  ASSERT_EQ(launch(Bare, {Out, asArgument(40), asArgument(-2)},
                   OMPJIT_ARGUMENTS_BARE),
            0)
      << Error.text;
  EXPECT_EQ(read(Out), 38);
}

TEST_F(KernelTest, RunsWithPackedParameters) {
  void *Out = allocate(sizeof(int64_t));
  ompjit_kernel *Bare = get(load(), "conformance_bare", 0);
  ASSERT_EQ(launchPacked(Bare, {reinterpret_cast<int64_t>(Out), 40, -2}), 0)
      << Error.text;
  EXPECT_EQ(read(Out), 38);
}

TEST_F(KernelTest, RefusesAFormThatItDoesNotKnow) {
  ompjit_kernel *Count = get(load(), "conformance_count", 0);
  EXPECT_NE(launch(Count, {}, 99), 0);
  EXPECT_STRNE(Error.text, "");
}

TEST_F(KernelTest, ChangesTheVariablesOfItsImage) {
  ompjit_image *First = load(), *Second = load();
  ompjit_kernel *Count = get(First, "conformance_count", 0);
  ASSERT_EQ(launch(Count, {}), 0) << Error.text;
  ASSERT_EQ(launch(Count, {}), 0) << Error.text;
  void *A = nullptr, *B = nullptr;
  P.image_symbol(Device, First, "conformance_counter", &A, nullptr, &Error);
  P.image_symbol(Device, Second, "conformance_counter", &B, nullptr, &Error);
  EXPECT_EQ(read(A), 42);
  EXPECT_EQ(read(B), 40);
}

TEST_F(KernelTest, RefusesAWrongNumberOfArguments) {
  ompjit_kernel *Add = get(load(), "conformance_add", 3);
  EXPECT_NE(launch(Add, {nullptr}), 0);
  EXPECT_STRNE(Error.text, "");
}

} // namespace
