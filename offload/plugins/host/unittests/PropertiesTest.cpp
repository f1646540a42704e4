//===- PropertiesTest.cpp - Tests of the description of the host ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"
#include "Cpu.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

using namespace ompjit::host;

namespace {

/// A folder in the shape of /sys/devices/system.
class PropertiesTest : public testing::Test {
protected:
  void write(const std::string &Path, const std::string &Text) {
    const std::filesystem::path File = Root / Path;
    std::filesystem::create_directories(File.parent_path());
    FILE *Handle = std::fopen(File.c_str(), "w");
    std::fputs((Text + "\n").c_str(), Handle);
    std::fclose(Handle);
  }

  void addThread(int Number, int Package, int Core) {
    const std::string Cpu = "cpu/cpu" + std::to_string(Number);
    write(Cpu + "/topology/physical_package_id", std::to_string(Package));
    write(Cpu + "/topology/core_id", std::to_string(Core));
  }

  void addCache(int Thread, int Index, const char *Level, const char *Type,
                const char *Size, const char *Sharing) {
    const std::string Cache = "cpu/cpu" + std::to_string(Thread) +
                              "/cache/index" + std::to_string(Index);
    write(Cache + "/level", Level);
    write(Cache + "/type", Type);
    write(Cache + "/size", Size);
    write(Cache + "/shared_cpu_list", Sharing);
  }

  std::map<std::string, std::string> describe() {
    std::map<std::string, std::string> Rows;
    for (const HostProperty &Each : describeTopology(Root.path()))
      Rows[Each.Name] = Each.Value;
    return Rows;
  }

  const ompjit::TemporaryFolder Root;
};

TEST_F(PropertiesTest, CountsThreadsOfOneCoreOnce) {
  // There are two sockets with one core each. The cores have the same id and
  // two threads each.
  addThread(0, 0, 0);
  addThread(1, 1, 0);
  addThread(2, 0, 0);
  addThread(3, 1, 0);
  auto Rows = describe();
  EXPECT_EQ(Rows["Sockets"], "2");
  EXPECT_EQ(Rows["Cores"], "2");
  EXPECT_EQ(Rows["Hardware threads"], "4");
}

TEST_F(PropertiesTest, LeavesOutThreadsThatAreOffline) {
  addThread(0, 0, 0);
  write("cpu/cpu1/online", "0");
  write("cpu/cpufreq/boost", "1");
  EXPECT_EQ(describe()["Hardware threads"], "1");
}

TEST_F(PropertiesTest, CountsCachesByWhoSharesThem) {
  addThread(0, 0, 0);
  addThread(1, 0, 1);
  for (int Thread : {0, 1}) {
    const char *Own = Thread ? "1" : "0";
    addCache(Thread, 0, "1", "Data", "48K", Own);
    addCache(Thread, 1, "1", "Instruction", "32K", Own);
    addCache(Thread, 2, "2", "Unified", "2048K", Own);
    addCache(Thread, 3, "3", "Unified", "36864K", "0-1");
  }
  auto Rows = describe();
  EXPECT_EQ(Rows["L1 data cache"], "48 KiB, 2 of them");
  EXPECT_EQ(Rows["L1 instruction cache"], "32 KiB, 2 of them");
  EXPECT_EQ(Rows["L2 cache"], "2 MiB, 2 of them");
  EXPECT_EQ(Rows["L3 cache"], "36 MiB");
}

TEST_F(PropertiesTest, CountsMemoryNodes) {
  write("node/node0/cpulist", "0");
  write("node/node1/cpulist", "1");
  write("node/possible", "0-1");
  EXPECT_EQ(describe()["NUMA nodes"], "2");
}

TEST_F(PropertiesTest, SaysNothingOfWhatTheSystemDoesNotTell) {
  EXPECT_TRUE(describe().empty());
  write("cpu/cpu0/cache/index0/level", "1");
  EXPECT_TRUE(describe().empty());
}

TEST(Properties, HoldsWhatThisMachineCertainlyHas) {
  std::map<std::string, std::string> Rows;
  for (const HostProperty &Each : describeHost())
    EXPECT_TRUE(Rows.insert({Each.Name, Each.Value}).second) << Each.Name;
  EXPECT_EQ(Rows["Processor"], cpuBrand());
  EXPECT_EQ(Rows["Processor"].find('\0'), std::string::npos);
  EXPECT_NE(Rows["Usable threads"], "0");
  EXPECT_NE(Rows["Vector registers"], "");
  EXPECT_EQ(Rows["System"].find("Linux "), 0u);
}

} // namespace
