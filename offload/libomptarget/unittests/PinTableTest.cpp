//===- PinTableTest.cpp - Tests of locked host memory ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "data/PinTable.h"
#include "FakePlugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

using namespace ompjit;
using namespace ompjit::test;
using testing::HasSubstr;

namespace {

uint64_t Capabilities = 0;

/// The distance between pinned memory on the host and on the device.
constexpr uintptr_t Distance = 0x100000000;

/// Notes the pin as a live allocation of the fake.
int pinMoved(ompjit_device *D, void *Host, uint64_t Size, void **Device,
             ompjit_error *Error) {
  std::lock_guard Lock(D->Mutex);
  if (D->FailAllocations || !D->Live.emplace(Host, Size).second) {
    std::strcpy(Error->text, "the fake does not pin this");
    return 1;
  }
  *Device = static_cast<char *>(Host) + Distance;
  return 0;
}

int pinInPlace(ompjit_device *D, void *Host, uint64_t Size, void **Device,
               ompjit_error *Error) {
  int Failed = pinMoved(D, Host, Size, Device, Error);
  *Device = Host;
  return Failed;
}

int unpin(ompjit_device *D, void *Host, ompjit_error *Error) {
  std::lock_guard Lock(D->Mutex);
  if (D->Live.erase(Host))
    return 0;
  std::strcpy(Error->text, "the fake has not pinned this");
  return 1;
}

class PinTableTest : public testing::Test {
protected:
  PinTableTest() {
    Capabilities = OMPJIT_CAN_PIN;
    Fake.Table.device_capabilities = [](ompjit_device *) {
      return Capabilities;
    };
    Fake.Table.memory_pin = pinMoved;
    Fake.Table.memory_unpin = unpin;
  }
  ~PinTableTest() override { EXPECT_EQ(Fake.liveAllocations(), 0u); }

  static HostAddress at(uintptr_t Address) { return HostAddress(Address); }
  static std::string errorOf(Result<DeviceAddress> Outcome) {
    return Outcome ? "locked" : Outcome.error().message();
  }

  FakePlugin Fake;
  PluginMemory Plugin{Fake.Table, &Fake.State};
};

TEST_F(PinTableTest, CountsNestedLocks) {
  PinTable Pins(Plugin, PinMapped::Off);
  Result<DeviceAddress> Whole = Pins.lock(at(0x1000), 0x100);
  Result<DeviceAddress> Part = Pins.lock(at(0x1040), 0xc0);
  ASSERT_TRUE(Whole && Part);
  EXPECT_EQ(Whole->Value, 0x1000 + Distance);
  EXPECT_EQ(Part->Value, 0x1040 + Distance);
  EXPECT_EQ(Fake.State.Live.size(), 1u);
  EXPECT_TRUE(bool(Pins.unlock(at(0x1000))));
  EXPECT_EQ(Fake.State.Live.size(), 1u);
  EXPECT_TRUE(bool(Pins.unlock(at(0x10ff))));
  EXPECT_EQ(Fake.State.Live.size(), 0u);
  EXPECT_FALSE(bool(Pins.unlock(at(0x1000))));
}

TEST_F(PinTableTest, RefusesWhatIsPartlyLocked) {
  PinTable Pins(Plugin, PinMapped::Off);
  ASSERT_TRUE(bool(Pins.lock(at(0x1000), 0x100)));
  for (auto [Begin, Size] : {std::pair<uintptr_t, uint64_t>{0x1080, 0x81},
                             {0xfff, 2},
                             {0xf00, 0x300},
                             {0x1000, 0x101}})
    EXPECT_THAT(errorOf(Pins.lock(at(Begin), Size)),
                HasSubstr("lies only partly within [0x1000, 0x1100)"));
  EXPECT_EQ(errorOf(Pins.lock(at(0x1100), 1)), "locked");
  EXPECT_EQ(errorOf(Pins.lock(at(0xfff), 1)), "locked");
}

TEST_F(PinTableTest, RefusesWhatIsNoMemory) {
  PinTable Pins(Plugin, PinMapped::Off);
  EXPECT_NE(errorOf(Pins.lock(at(0), 10)), "locked");
  EXPECT_NE(errorOf(Pins.lock(at(0x1000), 0)), "locked");
  EXPECT_NE(errorOf(Pins.lock(at(0x1000), ~uint64_t(0))), "locked");
}

TEST_F(PinTableTest, PassesOnWhyThePluginRefuses) {
  PinTable Pins(Plugin, PinMapped::Off);
  Fake.State.FailAllocations = true;
  EXPECT_EQ(errorOf(Pins.lock(at(0x1000), 8)), "the fake does not pin this");
  EXPECT_FALSE(bool(Pins.unlock(at(0x1000))));
}

TEST_F(PinTableTest, NeedsADeviceThatPinsOrUsesHostMemory) {
  Capabilities = 0;
  PinTable Unable(Plugin, PinMapped::Off);
  EXPECT_EQ(errorOf(Unable.lock(at(0x1000), 8)),
            "the plugin 'fake' cannot pin memory");
  Capabilities = OMPJIT_CAN_USE_HOST_MEMORY;
  PinTable InPlace(Plugin, PinMapped::Off);
  Result<DeviceAddress> There = InPlace.lock(at(0x1000), 8);
  ASSERT_TRUE(bool(There));
  EXPECT_EQ(There->Value, 0x1000u);
}

TEST_F(PinTableTest, KnowsWhatKernelsReachAtTheHostsAddress) {
  Fake.Table.memory_pin = pinInPlace;
  PinTable Pins(Plugin, PinMapped::Off);
  ASSERT_TRUE(bool(Pins.lock(at(0x1000), 0x100)));
  EXPECT_TRUE(Pins.isAccessible(at(0x1000), 0x100));
  EXPECT_TRUE(Pins.isAccessible(at(0x10ff), 1));
  EXPECT_FALSE(Pins.isAccessible(at(0x10ff), 2));
  EXPECT_FALSE(Pins.isAccessible(at(0x1100), 1));
  EXPECT_FALSE(Pins.isAccessible(at(0xfff), 1));
  Fake.Table.memory_pin = pinMoved;
  ASSERT_TRUE(bool(Pins.lock(at(0x2000), 0x100)));
  EXPECT_FALSE(Pins.isAccessible(at(0x2000), 1));
}

TEST_F(PinTableTest, MappingsArePinnedOnlyWhereWanted) {
  PinTable Pins(Plugin, PinMapped::Off);
  EXPECT_TRUE(bool(Pins.lockMapped(at(0x1000), 8)));
  EXPECT_EQ(Fake.liveAllocations(), 0u);
  EXPECT_TRUE(bool(Pins.unlockMapped(at(0x1000))));
}

TEST_F(PinTableTest, AMappingGivesBackItsOwnLockOnly) {
  PinTable Pins(Plugin, PinMapped::On);
  ASSERT_TRUE(bool(Pins.lock(at(0x1000), 0x100)));
  // The first range is within the lock, so it is counted. The second one goes
  // beyond its end, so it is not pinned.
  EXPECT_TRUE(bool(Pins.lockMapped(at(0x1010), 8)));
  EXPECT_TRUE(bool(Pins.lockMapped(at(0x10f0), 0x100)));
  EXPECT_TRUE(bool(Pins.unlockMapped(at(0x1010))));
  EXPECT_TRUE(bool(Pins.unlockMapped(at(0x10f0))));
  EXPECT_EQ(Fake.liveAllocations(), 1u);
  EXPECT_TRUE(bool(Pins.unlock(at(0x1000))));
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

TEST_F(PinTableTest, AMandatoryPinFailsTheMapping) {
  PinTable Pins(Plugin, PinMapped::Mandatory);
  Fake.State.FailAllocations = true;
  Status S = Pins.lockMapped(at(0x1000), 8);
  ASSERT_FALSE(bool(S));
  EXPECT_EQ(S.error().message(), "the fake does not pin this");
  EXPECT_TRUE(bool(Pins.unlockMapped(at(0x1000))));
}

TEST_F(PinTableTest, UnpinsEverythingAtTheEnd) {
  PinTable Pins(Plugin, PinMapped::On);
  EXPECT_TRUE(bool(Pins.lock(at(0x1000), 0x100)));
  EXPECT_TRUE(bool(Pins.lock(at(0x1000), 0x100)));
  EXPECT_TRUE(bool(Pins.lockMapped(at(0x3000), 0x100)));
}

/// Threads lock overlapping parts and unlock what they locked. In the end
/// nothing is pinned.
TEST_F(PinTableTest, ThreadsShareRanges) {
  PinTable Pins(Plugin, PinMapped::Off);
  auto Work = [&](unsigned Seed) {
    std::mt19937 Random(Seed);
    std::vector<HostAddress> Mine;
    for (int I = 0; I < 3000; ++I) {
      if (Random() % 2 || Mine.empty()) {
        HostAddress Begin = at(0x1000 + Random() % 64 * 16);
        if (Pins.lock(Begin, 16 + Random() % 4 * 16))
          Mine.push_back(Begin);
      } else {
        EXPECT_TRUE(bool(Pins.unlock(Mine.back())));
        Mine.pop_back();
      }
    }
    for (HostAddress Each : Mine)
      EXPECT_TRUE(bool(Pins.unlock(Each)));
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back(Work, I);
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Fake.liveAllocations(), 0u);
}

} // namespace
