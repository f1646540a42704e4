//===- DeviceDescriptionTest.cpp - Tests of device descriptions -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/DeviceDescription.h"
#include "FakePlugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

class DeviceDescriptionTest : public testing::Test {
protected:
  DeviceDescriptionTest() {
    Fake.Table.device_info = [](ompjit_device *, ompjit_device_info *Info) {
      *Info = {"Fake 9", "fake64-none", "f9", nullptr, "uid-9", 4096,
               0,        nullptr,       0,    0,       0};
    };
    Fake.Table.device_capabilities = [](ompjit_device *) -> uint64_t {
      return OMPJIT_CAN_OVERLAP | OMPJIT_CAN_PIN | 0x8000;
    };
    Fake.Table.device_property = [](ompjit_device *, uint32_t Index,
                                    ompjit_property *Row) {
      constexpr ompjit_property Rows[] = {{"Compute units", "108"},
                                          {"Clock", nullptr}};
      if (Index >= 2)
        return 1;
      *Row = Rows[Index];
      return 0;
    };
  }

  DeviceDescription describe() {
    return describeDevice(Fake.Table, &Fake.State);
  }

  FakePlugin Fake;
};

TEST_F(DeviceDescriptionTest, HoldsAllThatThePluginSays) {
  DeviceDescription D = describe();
  EXPECT_EQ(D.Name, "Fake 9");
  EXPECT_EQ(D.Features, "");
  EXPECT_EQ(D.Uid, "uid-9");
  EXPECT_EQ(D.MemoryBytes, 4096u);
  // A capability of a newer plugin has no name here.
  EXPECT_THAT(D.Capabilities, ElementsAre("overlap", "pin"));
  ASSERT_EQ(D.Properties.size(), 2u);
  EXPECT_EQ(D.Properties[0].Value, "108");
}

TEST_F(DeviceDescriptionTest, AlignsValuesAndLeavesOutWhatIsNotKnown) {
  std::string Text = formatDevice(describe(), 2);
  EXPECT_THAT(Text, HasSubstr("  Name           Fake 9\n"));
  EXPECT_THAT(Text, HasSubstr("  Compute units  108\n"));
  EXPECT_THAT(Text, HasSubstr("  Memory         4096 bytes\n"));
  EXPECT_THAT(Text, HasSubstr("  Capabilities   overlap, pin\n"));
  EXPECT_THAT(Text, Not(HasSubstr("Clock")));
  EXPECT_THAT(Text, Not(HasSubstr("Features")));
}

} // namespace
