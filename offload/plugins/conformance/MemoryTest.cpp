//===- MemoryTest.cpp - Conformance: memory and copies --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <numeric>
#include <vector>

using namespace ompjit::conformance;

namespace {

TEST_F(DeviceTest, AlignsEveryAllocation) {
  for (uint64_t Size : {0, 1, 7, 64, 100, 4096, 100000})
    EXPECT_EQ(reinterpret_cast<uintptr_t>(allocate(Size)) % 128, 0u) << Size;
}

TEST_F(DeviceTest, ReportsThatMemoryIsExhausted) {
  for (uint64_t Size : {uint64_t(1) << 60, ~uint64_t(0)}) {
    void *Address = nullptr;
    ompjit_error Reason = {};
    EXPECT_NE(P.memory_allocate(Device, Size, OMPJIT_MEMORY_DEVICE, &Address,
                                &Reason),
              0);
    EXPECT_THAT(Reason.text, testing::HasSubstr(std::to_string(Size)));
  }
}

TEST_F(DeviceTest, AllocatesEveryKind) {
  for (ompjit_memory_kind Kind :
       {OMPJIT_MEMORY_DEVICE, OMPJIT_MEMORY_HOST, OMPJIT_MEMORY_SHARED}) {
    void *Address = nullptr;
    ASSERT_EQ(P.memory_allocate(Device, 100, Kind, &Address, &Error), 0)
        << Error.text;
    EXPECT_EQ(P.memory_free(Device, Address, Kind, &Error), 0) << Error.text;
  }
}

TEST_F(DeviceTest, CopiesThereWithinAndBack) {
  std::vector<int> Values(1000), Back(1000);
  std::iota(Values.begin(), Values.end(), 3);
  const uint64_t Size = Values.size() * sizeof(int);
  void *A = allocate(Size), *B = allocate(Size);
  EXPECT_EQ(P.copy_to_device(Device, nullptr, A, Values.data(), Size, &Error),
            0);
  EXPECT_EQ(P.copy_on_device(Device, nullptr, B, A, Size, &Error), 0);
  EXPECT_EQ(P.copy_from_device(Device, nullptr, Back.data(), B, Size, &Error),
            0);
  EXPECT_EQ(Values, Back);
}

TEST_F(DeviceTest, Fills) {
  std::vector<unsigned char> Back(100);
  void *A = allocate(Back.size());
  ASSERT_EQ(P.fill(Device, nullptr, A, 0xa5, Back.size(), &Error), 0);
  ASSERT_EQ(
      P.copy_from_device(Device, nullptr, Back.data(), A, Back.size(), &Error),
      0);
  EXPECT_THAT(Back, testing::Each(0xa5));
}

} // namespace
