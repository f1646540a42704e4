//===- HostMailboxTest.cpp - Tests of calls from kernels to the host ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/HostMailbox.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace ompjit;
using testing::HasSubstr;

namespace {

// The mailbox as docs/device-runtime.md describes it for devices.
struct Slot {
  const void *Function;
  uint64_t Bytes, Result, Unused;
  char Piece[224];
};
struct Mailbox {
  uint32_t NumSlots, Unused;
  uint32_t *Locks, *States;
  Slot *Slots;
};
enum : uint32_t { Idle, Sent, Taken, Done };

std::string Given; ///< The text that the last call of keep() was given.
std::atomic<int> NumCalls, NumInside;
std::atomic<bool> WasBeside;

unsigned long long keep(void *Data) {
  Given = static_cast<const char *>(Data);
  return Given.size();
}
unsigned long long count(void *) {
  WasBeside = WasBeside || NumInside++;
  std::this_thread::yield();
  --NumInside;
  return (unsigned long long)++NumCalls;
}

class HostMailboxTest : public testing::Test {
protected:
  Mailbox &shared() { return *reinterpret_cast<Mailbox *>(Memory.get()); }

  void send(uint32_t Index, const void *Function, const std::string &Piece,
            uint64_t Bytes) {
    Slot &To = shared().Slots[Index];
    To.Function = Function;
    To.Bytes = Bytes;
    std::memcpy(To.Piece, Piece.data(), Piece.size());
    std::atomic_ref(shared().States[Index]).store(Sent);
  }
  uint32_t state(uint32_t Index) {
    return std::atomic_ref(shared().States[Index]).load();
  }
  bool serve() {
    const Result<bool> Any = Box.serve();
    EXPECT_TRUE(Any);
    return Any && *Any;
  }

  std::unique_ptr<uint64_t[]> Memory =
      std::make_unique<uint64_t[]>(HostMailbox::bytes() / sizeof(uint64_t) + 1);
  std::vector<uint32_t> Locks =
      std::vector<uint32_t>(HostMailbox::LockBytes / sizeof(uint32_t));
  const char *Refusal = nullptr;
  HostMailbox Box{Memory.get(), Locks.data(),
                  [this](const void *) { return Refusal; }};
};

TEST_F(HostMailboxTest, TellsTheDeviceWhereThingsAre) {
  EXPECT_EQ(shared().NumSlots, HostMailbox::NumSlots);
  EXPECT_EQ(shared().Locks, Locks.data());
  const char *const End =
      reinterpret_cast<const char *>(Memory.get()) + HostMailbox::bytes();
  EXPECT_LE(reinterpret_cast<const char *>(shared().States + shared().NumSlots),
            End);
  EXPECT_LE(reinterpret_cast<const char *>(shared().Slots + shared().NumSlots),
            End);
  EXPECT_FALSE(serve());
}

TEST_F(HostMailboxTest, CallsWithACopyOfTheData) {
  const uint32_t Last = shared().NumSlots - 1;
  send(Last, reinterpret_cast<void *>(keep), std::string("some text", 10), 10);
  EXPECT_TRUE(serve());
  EXPECT_EQ(Given, "some text");
  EXPECT_EQ(state(Last), Done);
  EXPECT_EQ(shared().Slots[Last].Result, 9u);
  EXPECT_FALSE(serve());
}

TEST_F(HostMailboxTest, PutsPiecesTogetherAlsoOfSeveralCalls) {
  const std::string First(224, 'a'), Second(224, 'b'), Rest("c", 2);
  for (uint32_t I : {0u, 5u}) {
    send(I, reinterpret_cast<void *>(keep), First, 450);
    EXPECT_TRUE(serve());
    EXPECT_EQ(state(I), Taken);
  }
  send(5, reinterpret_cast<void *>(keep), Second, 450);
  EXPECT_TRUE(serve());
  send(5, reinterpret_cast<void *>(keep), Rest, 450);
  EXPECT_TRUE(serve());
  EXPECT_EQ(state(5), Done);
  EXPECT_EQ(Given, First + Second + "c");
  EXPECT_EQ(state(0), Taken);
}

TEST_F(HostMailboxTest, SaysWhatCannotBeCalled) {
  Refusal = "it is a variable";
  send(0, &Given, "", 0);
  const Result<bool> Failed = Box.serve();
  ASSERT_FALSE(Failed);
  EXPECT_THAT(Failed.error().message(), HasSubstr("it is a variable"));
}

TEST_F(HostMailboxTest, SaysThatThereIsNoMemory) {
  send(0, reinterpret_cast<void *>(keep), "", uint64_t(1) << 62);
  const Result<bool> Failed = Box.serve();
  ASSERT_FALSE(Failed);
  EXPECT_THAT(Failed.error().message(), HasSubstr("4611686018427387904 bytes"));
}

TEST_F(HostMailboxTest, ForgetsCalls) {
  send(0, reinterpret_cast<void *>(keep), std::string(224, 'a'), 400);
  EXPECT_TRUE(serve());
  Box.clear();
  EXPECT_EQ(state(0), Idle);
  send(0, reinterpret_cast<void *>(keep), std::string("new", 4), 4);
  EXPECT_TRUE(serve());
  EXPECT_EQ(Given, "new");
}

/// Each thread acts as a device of its own.
TEST_F(HostMailboxTest, CallsOneFunctionAtATime) {
  NumCalls = 0;
  std::atomic<bool> IsOver = false;
  std::thread Host([&] {
    while (!IsOver)
      (void)Box.serve();
  });
  std::vector<std::thread> Devices;
  for (uint32_t I = 0; I < 4; ++I)
    Devices.emplace_back([&, I] {
      for (int Call = 0; Call < 500; ++Call) {
        send(I, reinterpret_cast<void *>(count), "", 0);
        while (state(I) != Done)
          std::this_thread::yield();
      }
    });
  std::thread Direct([] {
    for (int Call = 0; Call < 500; ++Call)
      callOnHost(count, nullptr);
  });
  for (std::thread &Each : Devices)
    Each.join();
  Direct.join();
  IsOver = true;
  Host.join();
  EXPECT_EQ(NumCalls, 2500);
  EXPECT_FALSE(WasBeside);
}

TEST(HostCallData, IsAlignedAsDeviceMemory) {
  for (uint64_t Bytes : {0, 1, 100, 5000})
    EXPECT_EQ(reinterpret_cast<uintptr_t>(allocateHostCallData(Bytes).get()) %
                  128,
              0u);
}

} // namespace
