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

TEST_F(DeviceTest, CopiesNothing) {
  int64_t Value = 3;
  void *A = allocate(sizeof(Value));
  write(nullptr, A, Value);
  for (ompjit_queue *Queue :
       {static_cast<ompjit_queue *>(nullptr), createQueue()}) {
    EXPECT_EQ(P.copy_to_device(Device, Queue, A, &Value, 0, &Error), 0);
    EXPECT_EQ(P.copy_from_device(Device, Queue, &Value, A, 0, &Error), 0);
    EXPECT_EQ(P.copy_on_device(Device, Queue, A, A, 0, &Error), 0);
    EXPECT_EQ(P.fill(Device, Queue, A, 0, 0, &Error), 0);
    if (Queue)
      synchronize(Queue);
  }
  EXPECT_EQ(readNow(A), 3);
}

TEST_F(DeviceTest, CopiesWithinOverlappingMemory) {
  std::vector<unsigned char> Values(64), Back(64);
  std::iota(Values.begin(), Values.end(), 0);
  auto *A = static_cast<unsigned char *>(allocate(Values.size()));
  for (bool Upwards : {true, false}) {
    ASSERT_EQ(P.copy_to_device(Device, nullptr, A, Values.data(), 64, &Error),
              0);
    ASSERT_EQ(P.copy_on_device(Device, nullptr, Upwards ? A + 8 : A,
                               Upwards ? A : A + 8, 56, &Error),
              0)
        << Error.text;
    ASSERT_EQ(P.copy_from_device(Device, nullptr, Back.data(), A, 64, &Error),
              0);
    for (size_t I = 0; I < 56; ++I)
      EXPECT_EQ(Back[Upwards ? I + 8 : I], Values[Upwards ? I : I + 8]);
  }
}

class PinTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!can(OMPJIT_CAN_PIN))
      GTEST_SKIP() << "the device pins no memory";
  }

  std::vector<int64_t> Memory = std::vector<int64_t>(4096, 11);
  const uint64_t Size = Memory.size() * sizeof(int64_t);
  void *Address = nullptr;
};

TEST_F(PinTest, PinsAndUnpins) {
  for (int Round = 0; Round < 2; ++Round) {
    ASSERT_EQ(P.memory_pin(Device, Memory.data(), Size, &Address, &Error), 0)
        << Error.text;
    EXPECT_NE(Address, nullptr);
    EXPECT_EQ(P.memory_unpin(Device, Memory.data(), &Error), 0) << Error.text;
  }
}

TEST_F(PinTest, CopiesPinnedMemory) {
  ASSERT_EQ(P.memory_pin(Device, Memory.data(), Size, &Address, &Error), 0)
      << Error.text;
  ompjit_queue *Queue = createQueue();
  void *A = allocate(Size);
  EXPECT_EQ(P.copy_to_device(Device, Queue, A, Memory.data(), Size, &Error), 0);
  synchronize(Queue);
  Memory.back() = 0;
  EXPECT_EQ(P.copy_from_device(Device, Queue, Memory.data(), A, Size, &Error),
            0);
  synchronize(Queue);
  EXPECT_EQ(Memory.back(), 11);
  EXPECT_EQ(P.memory_unpin(Device, Memory.data(), &Error), 0) << Error.text;
}

TEST_F(PinTest, RefusesToPinTwice) {
  ASSERT_EQ(P.memory_pin(Device, Memory.data(), Size, &Address, &Error), 0)
      << Error.text;
  ompjit_error Reason = {};
  EXPECT_NE(P.memory_pin(Device, Memory.data(), Size, &Address, &Reason), 0);
  EXPECT_STRNE(Reason.text, "");
  EXPECT_EQ(P.memory_unpin(Device, Memory.data(), &Error), 0) << Error.text;
}

TEST_F(PinTest, RefusesToUnpinWhatIsNotPinned) {
  EXPECT_NE(P.memory_unpin(Device, Memory.data(), &Error), 0);
  EXPECT_STRNE(Error.text, "");
}

class ReserveTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!can(OMPJIT_CAN_RESERVE))
      GTEST_SKIP() << "the device reserves no addresses";
  }

  static constexpr uint64_t Size = uint64_t(4) << 20;
  void *First = nullptr;
};

TEST_F(ReserveTest, ReservesMemoryThatCanBeUsed) {
  ASSERT_EQ(P.memory_reserve(Device, Size, nullptr, &First, &Error), 0)
      << Error.text;
  const int64_t Value = 12;
  auto *Last = static_cast<char *>(First) + Size - sizeof(Value);
  write(nullptr, Last, Value);
  EXPECT_EQ(readNow(Last), 12);
  EXPECT_EQ(P.memory_release(Device, First, Size, &Error), 0) << Error.text;
}

TEST_F(ReserveTest, ReservesAtAWantedAddressAgain) {
  ASSERT_EQ(P.memory_reserve(Device, Size, nullptr, &First, &Error), 0)
      << Error.text;
  ASSERT_EQ(P.memory_release(Device, First, Size, &Error), 0) << Error.text;
  void *Again = nullptr;
  ASSERT_EQ(P.memory_reserve(Device, Size, First, &Again, &Error), 0)
      << Error.text;
  EXPECT_EQ(Again, First);
  EXPECT_EQ(P.memory_release(Device, Again, Size, &Error), 0) << Error.text;
}

TEST_F(ReserveTest, RefusesAPlaceThatIsTaken) {
  ASSERT_EQ(P.memory_reserve(Device, Size, nullptr, &First, &Error), 0)
      << Error.text;
  const int64_t Value = 13;
  write(nullptr, First, Value);
  void *Again = nullptr;
  ompjit_error Reason = {};
  EXPECT_NE(P.memory_reserve(Device, Size, First, &Again, &Reason), 0);
  EXPECT_STRNE(Reason.text, "");
  EXPECT_EQ(readNow(First), 13);
  EXPECT_EQ(P.memory_release(Device, First, Size, &Error), 0) << Error.text;
}

TEST_F(DeviceTest, RefusesWhatItSaysItCannot) {
  void *Address = nullptr;
  if (!can(OMPJIT_CAN_PIN)) {
    EXPECT_NE(P.memory_pin(Device, &Address, sizeof(Address), &Address, &Error),
              0);
  }
  if (!can(OMPJIT_CAN_RESERVE)) {
    EXPECT_NE(P.memory_reserve(Device, 4096, nullptr, &Address, &Error), 0);
  }
  ompjit_native Native = {};
  if (!can(OMPJIT_CAN_INTEROPERATE)) {
    ompjit_error Reason = {};
    EXPECT_NE(P.device_native(Device, nullptr, 0, &Native, &Reason), 0);
    EXPECT_STRNE(Reason.text, "");
  }
}

} // namespace
