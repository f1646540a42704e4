//===- PluginTest.cpp - Conformance: the table and its devices ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <cstring>
#include <set>
#include <string>

using namespace ompjit::conformance;

namespace {

TEST(Plugin, HasTheVersionOfThisHeader) {
  EXPECT_EQ(plugin().version, uint32_t(OMPJIT_PLUGIN_VERSION));
  EXPECT_EQ(plugin().size, sizeof(ompjit_plugin));
  EXPECT_STRNE(plugin().name, "");
}

TEST(Plugin, FillsEverySlot) {
  ompjit_plugin P = plugin();
  // These functions may be left out.
  EXPECT_EQ(!P.event_create_timed, !P.event_elapsed);
  if (!P.event_create_timed)
    P.event_create_timed = P.event_create;
  if (!P.event_elapsed)
    P.event_elapsed = [](ompjit_device *, ompjit_event *, ompjit_event *,
                         uint64_t *, ompjit_error *) { return 1; };
  if (!P.image_finish_open)
    P.image_finish_open = [](ompjit_device *, ompjit_error *) { return 1; };
  if (!P.image_finish)
    P.image_finish = [](ompjit_device *, const void *, size_t, const char *,
                        ompjit_sink, void *, ompjit_error *) { return 1; };
  if (!P.copy_between)
    P.copy_between = [](ompjit_device *, ompjit_queue *, void *,
                        ompjit_device *, const void *, uint64_t,
                        ompjit_error *) { return 1; };
  if (!P.launch_size)
    P.launch_size = [](ompjit_device *, const ompjit_launch_bounds *,
                       const ompjit_launch *, ompjit_launch_size *) {};
  if (!P.device_number)
    P.device_number = [](ompjit_device *, uint32_t, uint32_t) {};
  if (!P.memory_name)
    P.memory_name = [](ompjit_device *, void *, const char *) {};
  if (!P.launch_shape)
    P.launch_shape = [](ompjit_device *, ompjit_kernel *, const ompjit_launch *,
                        ompjit_launch_shape *) {};
  if (!P.kernel_usage)
    P.kernel_usage = [](ompjit_device *, ompjit_kernel *,
                        ompjit_kernel_usage *) {};
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
    // The caller may pass no place for the reason.
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
  EXPECT_GE(Info.num_processors, 1u);
  ASSERT_NE(Info.features, nullptr);
  // A second question gets the same answer.
  ompjit_device_info Again = {};
  P.device_info(Device, &Again);
  EXPECT_STREQ(Info.features, Again.features);
}

TEST_F(DeviceTest, HasAnIdOfItsOwn) {
  ompjit_error Reason = {};
  std::set<std::string> Ids;
  const int32_t Count = P.device_count(&Reason);
  for (int32_t I = 0; I < Count; ++I) {
    ompjit_device *Each = nullptr;
    ASSERT_EQ(P.device_open(I, &Each, &Reason), 0) << Reason.text;
    ompjit_device_info Info = {};
    P.device_info(Each, &Info);
    Ids.insert(Info.uid);
    // The id is known without the device, too.
    char Text[256] = {};
    EXPECT_EQ(P.device_uid(I, Text, sizeof(Text), &Reason), 0) << Reason.text;
    EXPECT_STREQ(Text, Info.uid);
    EXPECT_NE(P.device_uid(I, Text, std::strlen(Info.uid), &Reason), 0);
    P.device_close(Each);
  }
  EXPECT_EQ(Ids.size(), size_t(Count));
  EXPECT_EQ(Ids.count(""), 0u);
  char Text[256] = {};
  for (int32_t None : {-1, Count})
    EXPECT_NE(P.device_uid(None, Text, sizeof(Text), &Reason), 0);
}

TEST_F(DeviceTest, IsToldItsNumber) {
  if (!P.device_number)
    GTEST_SKIP() << "its code asks the host's library";
  P.device_number(Device, 5, 9);
  ompjit_device_info Info = {};
  P.device_info(Device, &Info);
  EXPECT_EQ(Info.device_num, 5u);
  EXPECT_EQ(Info.num_devices, 9u);
}

TEST_F(DeviceTest, KeepsItsCapabilities) {
  constexpr uint64_t Known =
      OMPJIT_CAN_OVERLAP | OMPJIT_CAN_USE_HOST_MEMORY | OMPJIT_CAN_PIN |
      OMPJIT_CAN_RESERVE | OMPJIT_CAN_INTEROPERATE | OMPJIT_ALLOCATES_FAST |
      OMPJIT_CAN_COOPERATE | OMPJIT_MAPS_IN_PLACE | OMPJIT_MAY_MAP_IN_PLACE;
  const uint64_t First = P.device_capabilities(Device);
  EXPECT_EQ(First & ~Known, 0u);
  EXPECT_EQ(P.device_capabilities(Device), First);
}

TEST_F(DeviceTest, ListsItsProperties) {
  std::set<std::string> Names;
  ompjit_property Row = {};
  uint32_t Number = 0;
  for (; Number < 1000 && !P.device_property(Device, Number, &Row); ++Number) {
    ASSERT_NE(Row.name, nullptr);
    ASSERT_NE(Row.value, nullptr);
    EXPECT_STRNE(Row.name, "");
    EXPECT_TRUE(Names.insert(Row.name).second) << Row.name;
  }
  EXPECT_GT(Number, 0u);
  EXPECT_LT(Number, 1000u);
  // Numbers behind the end have no property.
  EXPECT_EQ(P.device_property(Device, Number + 1, &Row), 1);
  EXPECT_EQ(P.device_property(Device, ~uint32_t(0), &Row), 1);
}

TEST_F(DeviceTest, ShowsItsHandles) {
  if (!can(OMPJIT_CAN_INTEROPERATE))
    GTEST_SKIP() << "the device has no handles";
  ompjit_queue *Queue = createQueue();
  ompjit_native Alone = {}, WithQueue = {};
  ASSERT_EQ(P.device_native(Device, nullptr, 0, &Alone, &Error), 0)
      << Error.text;
  ASSERT_EQ(P.device_native(Device, Queue, 0, &WithQueue, &Error), 0)
      << Error.text;
  EXPECT_STRNE(Alone.runtime_name, "");
  EXPECT_STRNE(Alone.vendor_name, "");
  EXPECT_EQ(Alone.queue, nullptr);
  EXPECT_NE(WithQueue.queue, nullptr);
  EXPECT_EQ(Alone.device, WithQueue.device);
  EXPECT_EQ(Alone.context, WithQueue.context);
}

TEST_F(DeviceTest, ShowsHandlesOfTheRuntimeThatIsAskedFor) {
  if (!can(OMPJIT_CAN_INTEROPERATE))
    GTEST_SKIP() << "the device has no handles";
  ompjit_native Own = {}, Same = {};
  ASSERT_EQ(P.device_native(Device, nullptr, 0, &Own, &Error), 0) << Error.text;
  ASSERT_EQ(P.device_native(Device, nullptr, Own.runtime, &Same, &Error), 0)
      << Error.text;
  EXPECT_EQ(Same.runtime, Own.runtime);
  EXPECT_STREQ(Same.runtime_name, Own.runtime_name);
  EXPECT_EQ(Same.device, Own.device);
}

TEST_F(DeviceTest, SaysThatItDoesNotKnowARuntime) {
  if (!can(OMPJIT_CAN_INTEROPERATE))
    GTEST_SKIP() << "the device has no handles";
  for (int32_t Unknown : {INT32_MIN, -1, 1000, INT32_MAX})
    for (ompjit_queue *Queue :
         {static_cast<ompjit_queue *>(nullptr), createQueue()}) {
      ompjit_native Untouched = {};
      Untouched.runtime = 4711;
      EXPECT_EQ(P.device_native(Device, Queue, Unknown, &Untouched, &Error),
                OMPJIT_NOT_INSTALLED);
      EXPECT_EQ(Untouched.runtime, 4711);
      EXPECT_EQ(Untouched.device, nullptr);
      EXPECT_EQ(Untouched.queue, nullptr);
    }
}

} // namespace
