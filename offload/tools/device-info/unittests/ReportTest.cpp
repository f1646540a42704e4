//===- ReportTest.cpp - Tests of what ompjit-device-info prints -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

using namespace ompjit;
using namespace ompjit::deviceinfo;
using testing::HasSubstr;
using testing::Not;

struct ompjit_device {
  int32_t Ordinal;
};

namespace {

int LiveDevices = 0;

/// Returns a plugin with two devices, the second of which does not work.
ompjit_plugin makeTable() {
  ompjit_plugin Table = {};
  Table.name = "paper";
  Table.device_count = [](ompjit_error *) -> int32_t { return 2; };
  Table.device_open = [](int32_t Ordinal, ompjit_device **Device,
                         ompjit_error *Error) {
    if (Ordinal == 1) {
      std::snprintf(Error->text, sizeof(Error->text), "the paper is torn");
      return 1;
    }
    ++LiveDevices;
    *Device = new ompjit_device{Ordinal};
    return 0;
  };
  Table.device_close = [](ompjit_device *Device) {
    --LiveDevices;
    delete Device;
  };
  Table.device_capabilities = [](ompjit_device *) -> uint64_t {
    return OMPJIT_CAN_PIN;
  };
  Table.device_info = [](ompjit_device *, ompjit_device_info *Info) {
    *Info = {"A4 \"white\"",
             "paper-none",
             "a4",
             "",
             "sheet-1",
             0,
             0,
             nullptr,
             0,
             0,
             0};
  };
  Table.device_property = [](ompjit_device *, uint32_t Index,
                             ompjit_property *Row) {
    *Row = {"Weight", "80 g\tper m2"};
    return int(Index > 0);
  };
  return Table;
}

Report makeReport() {
  Report R;
  R.Folder = "/lib";
  R.Plugins.push_back({"paper", "/lib/libomptarget.rtl.paper.so", "", {}});
  const ompjit_plugin Table = makeTable();
  examineDevices(Table, R.Plugins[0]);
  return R;
}

TEST(Report, ClosesWhatItOpens) {
  makeReport();
  EXPECT_EQ(LiveDevices, 0);
}

TEST(Report, TellsDevicesThatWorkFromOthers) {
  Report R = makeReport();
  ASSERT_EQ(R.Plugins[0].Devices.size(), 2u);
  EXPECT_EQ(R.Plugins[0].Devices[0].Trouble, "");
  EXPECT_THAT(R.Plugins[0].Devices[1].Trouble, HasSubstr("the paper is torn"));
  EXPECT_TRUE(R.hasUsableDevice());
  R.Plugins[0].Devices.erase(R.Plugins[0].Devices.begin());
  EXPECT_FALSE(R.hasUsableDevice());
  EXPECT_THAT(asText(R), HasSubstr("no device can be used"));
}

TEST(Report, NamesTheReasonOfAPluginWithoutDevices) {
  ompjit_plugin Table = makeTable();
  Table.device_count = [](ompjit_error *Error) -> int32_t {
    std::snprintf(Error->text, sizeof(Error->text), "no libpaper.so.1");
    return 0;
  };
  PluginReport P = {"paper", "/lib/x.so", "", false, {}};
  examineDevices(Table, P);
  EXPECT_THAT(P.Trouble, HasSubstr("no libpaper.so.1"));
  EXPECT_THAT(P.Trouble, HasSubstr("OT107"));
  Report R = {"/lib", {P}};
  EXPECT_FALSE(R.hasUsableDevice());
  EXPECT_THAT(asJson(R), HasSubstr("no libpaper.so.1"));
}

TEST(Report, IsReadableAsText) {
  std::string Text = asText(makeReport());
  EXPECT_THAT(Text, HasSubstr("plugin paper (/lib/libomptarget.rtl.paper.so)"));
  EXPECT_THAT(Text, HasSubstr("device 0\n"));
  EXPECT_THAT(Text, HasSubstr("A4 \"white\""));
  EXPECT_THAT(Text, Not(HasSubstr("no device can be used")));
}

TEST(Report, EscapesJson) {
  std::string Text = asJson(makeReport());
  EXPECT_THAT(Text, HasSubstr("\"A4 \\\"white\\\"\""));
  EXPECT_THAT(Text, HasSubstr("\"Weight\": \"80 g\\u0009per m2\""));
  EXPECT_THAT(Text, HasSubstr("\"memory_bytes\": null"));
}

TEST(Report, SaysThatAFolderIsEmptyOrMissing) {
  Result<Report> Missing = examineFolder("/no/such/folder");
  ASSERT_FALSE(Missing);
  EXPECT_THAT(Missing.error().message(), HasSubstr("/no/such/folder"));
  EXPECT_EQ(asText({"/empty", {}}), "no plugin in /empty\n");
}

} // namespace
