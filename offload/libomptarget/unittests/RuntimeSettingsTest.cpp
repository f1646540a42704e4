//===- RuntimeSettingsTest.cpp - Tests of the LIBOMPTARGET_* variables ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/RuntimeSettings.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace ompjit;

namespace {

class RuntimeSettingsTest : public testing::Test {
protected:
  RuntimeSettings read(std::vector<std::string> Entries) {
    std::vector<char *> Environment;
    for (std::string &Each : Entries)
      Environment.push_back(Each.data());
    Environment.push_back(nullptr);
    Warnings.clear();
    return RuntimeSettings::fromEnvironment(Environment.data(), Warnings);
  }

  std::vector<std::string> Warnings;
};

TEST_F(RuntimeSettingsTest, NothingIsOnByDefault) {
  RuntimeSettings S = read({"LIBOMPTARGET_INFO=", "LIBOMPTARGET_OTHER=1"});
  EXPECT_EQ(S.InfoFlags, 0u);
  EXPECT_FALSE(S.Debug);
  EXPECT_TRUE(S.ProfileFile.empty());
  EXPECT_EQ(S.ProfileGranularityUs, 0u);
  EXPECT_FALSE(S.AlwaysAttach);
  EXPECT_FALSE(S.PoolThresholdBytes);
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(RuntimeSettingsTest, NamesThatAreLikeOnesAreTold) {
  EXPECT_TRUE(read({"LIBOMPTARGET_PROFLE=a.json"}).ProfileFile.empty());
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_EQ(Warnings[0], "the variable LIBOMPTARGET_PROFLE does not exist (did "
                         "you mean LIBOMPTARGET_PROFILE?)");
  // The packaged runtime's.
  read({"LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=4", "LIBOMPTARGET_JIT_OPT_LEVEL=1",
        "LIBOMPTARGET_JIT_SKIP_OPT=1", "LIBOMPTARGET_MAP_FORCE_ATOMIC=1",
        "LIBOMPTARGET_NUM_INITIAL_EVENTS=2", "LIBOMPTARGET_DEVICE_RTL_DEBUG=1",
        "LIBOMPTARGET_JIT_REPLACEMENT_MODULE=a",
        "LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=64",
        "LIBOMPTARGET_AMDGPU_TEAMS_PER_CU=4",
        "LIBOMPTARGET_NUM_INITIAL_STREAMS=2",
        "LIBOMPTARGET_MIN_THREADS_FOR_LOW_TRIP_COUNT=1"});
  EXPECT_EQ(Warnings, std::vector<std::string>());
}

TEST_F(RuntimeSettingsTest, InfoTakesSumsOfFlags) {
  EXPECT_EQ(read({"LIBOMPTARGET_INFO=17"}).InfoFlags, 17u);
  EXPECT_EQ(read({"LIBOMPTARGET_INFO=0x2F"}).InfoFlags, 0x2fu);
  EXPECT_EQ(read({"LIBOMPTARGET_INFO=-1"}).InfoFlags, 0xffffffffu);
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(RuntimeSettingsTest, AThresholdOfZeroIsNoMissingOne) {
  EXPECT_EQ(
      read({"LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=0"}).PoolThresholdBytes, 0u);
  EXPECT_EQ(
      read({"LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=4096"}).PoolThresholdBytes,
      4096u);
  EXPECT_FALSE(
      read({"LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=much"}).PoolThresholdBytes);
}

TEST_F(RuntimeSettingsTest, MappedMemoryMayHaveToBePinned) {
  auto Pinned = [this](const char *Value) {
    return read({std::string("LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=") + Value})
        .PinMappedMemory;
  };
  EXPECT_EQ(Pinned("on"), PinMapped::On);
  EXPECT_EQ(Pinned("off"), PinMapped::Off);
  EXPECT_EQ(Pinned("mandatory"), PinMapped::Mandatory);
  EXPECT_TRUE(Warnings.empty());
  EXPECT_EQ(Pinned("maybe"), PinMapped::Off);
  EXPECT_EQ(Warnings.size(), 1u);
}

TEST_F(RuntimeSettingsTest, NamesCooperativeKernels) {
  EXPECT_FALSE(read({}).isCooperative("__omp_offloading_main_l7"));
  const RuntimeSettings S =
      read({"LIBOMPTARGET_COOPERATIVE_KERNELS=main_l7,solve"});
  EXPECT_TRUE(S.isCooperative("__omp_offloading_main_l7"));
  EXPECT_TRUE(S.isCooperative("__omp_offloading__Z5solvev_l3"));
  EXPECT_FALSE(S.isCooperative("__omp_offloading_main_l8"));
  EXPECT_TRUE(Warnings.empty());
  for (const char *Bad : {",", "a,", ",a", "a,,b"}) {
    EXPECT_FALSE(read({std::string("LIBOMPTARGET_COOPERATIVE_KERNELS=") + Bad})
                     .isCooperative("a"))
        << Bad;
    EXPECT_EQ(Warnings.size(), 1u) << Bad;
  }
}

TEST_F(RuntimeSettingsTest, RecordingHasItsSettings) {
  RuntimeSettings S = read(
      {"LIBOMPTARGET_RECORD=1", "LIBOMPTARGET_RR_SAVE_OUTPUT=true",
       "LIBOMPTARGET_RECORD_FOLDER=/tmp/x", "LIBOMPTARGET_RECORD_LAUNCHES=3"});
  EXPECT_TRUE(S.Record.IsOn && S.Record.SaveOutput);
  EXPECT_EQ(S.Record.Folder, "/tmp/x");
  EXPECT_EQ(S.Record.LaunchesPerKernel, 3u);
}

TEST_F(RuntimeSettingsTest, EveryValueArrives) {
  RuntimeSettings S = read({"LIBOMPTARGET_DEBUG=3", "LIBOMPTARGET_PROFILE=t%p",
                            "LIBOMPTARGET_PROFILE_GRANULARITY=500",
                            "LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=True"});
  EXPECT_TRUE(S.Debug);
  EXPECT_EQ(S.ProfileFile, "t%p");
  EXPECT_EQ(S.ProfileGranularityUs, 500u);
  EXPECT_TRUE(S.AlwaysAttach);
}

TEST_F(RuntimeSettingsTest, SwitchesGoOffToo) {
  for (const char *Off : {"0", "false", "NO", "off"})
    EXPECT_FALSE(read({std::string("LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=")
                           .append(Off)})
                     .AlwaysAttach);
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(RuntimeSettingsTest, BadValuesAreNamedAndIgnored) {
  RuntimeSettings S = read({"LIBOMPTARGET_INFO=0x", "LIBOMPTARGET_DEBUG=much",
                            "LIBOMPTARGET_PROFILE_GRANULARITY=1ms",
                            "LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS=2"});
  EXPECT_EQ(S.InfoFlags, 0u);
  EXPECT_FALSE(S.Debug);
  EXPECT_EQ(S.ProfileGranularityUs, 0u);
  EXPECT_FALSE(S.AlwaysAttach);
  ASSERT_EQ(Warnings.size(), 4u);
  EXPECT_EQ(Warnings[1], "LIBOMPTARGET_DEBUG=much is not understood and "
                         "ignored; accepted: an integer from 0");
}

TEST_F(RuntimeSettingsTest, DocumentationIsCurrent) {
  std::ostringstream Text;
  Text << std::ifstream(OMPJIT_SOURCE_DIR "/docs/runtime-variables.md").rdbuf();
  EXPECT_EQ(Text.str(), runtimeSettingsAsMarkdown())
      << "build the target update-docs-runtime-variables";
}

} // namespace
