//===- PluginTest.cpp - Conformance: the table and its devices ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <cstring>

using namespace ompjit::conformance;

namespace {

TEST(Plugin, HasTheVersionOfThisHeader) {
  EXPECT_EQ(plugin().version, uint32_t(OMPJIT_PLUGIN_VERSION));
  EXPECT_EQ(plugin().size, sizeof(ompjit_plugin));
  EXPECT_STRNE(plugin().name, "");
}

TEST(Plugin, FillsEverySlot) {
  const ompjit_plugin &P = plugin();
  const void *Slots[(sizeof(P) - offsetof(ompjit_plugin, device_count)) /
                    sizeof(void *)];
  std::memcpy(Slots, &P.device_count, sizeof(Slots));
  for (const void *Each : Slots)
    EXPECT_NE(Each, nullptr);
}

TEST(Plugin, RefusesADeviceThatDoesNotExist) {
  const ompjit_plugin &P = plugin();
  ompjit_error Error = {};
  int32_t Count = P.device_count(&Error);
  ASSERT_GT(Count, 0) << Error.text;
  for (int32_t Ordinal : {-1, Count}) {
    ompjit_device *Device = nullptr;
    ompjit_error Reason = {};
    EXPECT_NE(P.device_open(Ordinal, &Device, &Reason), 0);
    EXPECT_STRNE(Reason.text, "");
    // The caller need not want to know.
    EXPECT_NE(P.device_open(Ordinal, &Device, nullptr), 0);
  }
}

TEST(Plugin, OpensEachDevice) {
  const ompjit_plugin &P = plugin();
  ompjit_error Error = {};
  for (int32_t I = 0; I < P.device_count(&Error); ++I) {
    ompjit_device *Device = nullptr;
    ASSERT_EQ(P.device_open(I, &Device, &Error), 0) << Error.text;
    P.device_close(Device);
  }
}

TEST_F(DeviceTest, DescribesItself) {
  ompjit_device_info Info = {};
  P.device_info(Device, &Info);
  EXPECT_STRNE(Info.name, "");
  EXPECT_NE(std::strchr(Info.triple, '-'), nullptr);
  EXPECT_STRNE(Info.arch, "");
  ASSERT_NE(Info.features, nullptr);
  // A second question gets the same answer.
  ompjit_device_info Again = {};
  P.device_info(Device, &Again);
  EXPECT_STREQ(Info.features, Again.features);
}

} // namespace
