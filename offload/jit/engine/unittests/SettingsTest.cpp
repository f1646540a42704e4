//===- SettingsTest.cpp - The OMP_JIT_* variables -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Jit/Settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class SettingsTest : public ::testing::Test {
protected:
  Settings read(std::vector<std::string> Environment) {
    std::vector<char *> Pointers;
    for (std::string &Entry : Environment)
      Pointers.push_back(Entry.data());
    Pointers.push_back(nullptr);
    Warnings.clear();
    return Settings::fromEnvironment(Pointers.data(), Warnings);
  }

  std::vector<std::string> Warnings;
};

TEST_F(SettingsTest, DefaultsWithoutVariables) {
  Settings S = read({"HOME=/home/a", "PATH=/bin"});
  EXPECT_TRUE(S.Enabled);
  EXPECT_TRUE(S.specializes(SpecializeScalars));
  EXPECT_TRUE(S.specializes(SpecializeAlignment));
  EXPECT_TRUE(S.specializes(SpecializeLaunch));
  EXPECT_TRUE(S.specializes(SpecializeFields));
  EXPECT_TRUE(S.specializes(SpecializeDisjoint));
  EXPECT_TRUE(S.specializes(SpecializeExtents));
  EXPECT_TRUE(S.specializes(SpecializeDevice));
  EXPECT_EQ(S.Cache, CacheMode::Disk);
  EXPECT_EQ(S.CacheDir, "/home/a/.cache/omp-jit");
  EXPECT_EQ(S.CacheSizeBytes, 1u << 30);
  EXPECT_EQ(S.OptLevel, 3u);
  EXPECT_EQ(S.InfoLevel, 0u);
  EXPECT_EQ(S.StatsFile, "");
  EXPECT_EQ(S.DumpFolder, "");
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(SettingsTest, EachVariableIsRead) {
  Settings S = read(
      {"OMP_JIT=0", "OMP_JIT_SPECIALIZE=none", "OMP_JIT_THRESHOLD=17",
       "OMP_JIT_RATIO=0.25", "OMP_JIT_CACHE=memory", "OMP_JIT_CACHE_DIR=/c",
       "OMP_JIT_CACHE_SIZE=3M", "OMP_JIT_MEMORY=5M", "OMP_JIT_OPT_LEVEL=1",
       "OMP_JIT_INFO=2", "OMP_JIT_STATS=/s-%p-%p.json", "OMP_JIT_DUMP=d-%p",
       "OMP_JIT_PIPELINE=quick", "OMP_JIT_TRIAL=0", "OMP_JIT_LANES=8",
       "OMP_JIT_NONTEMPORAL=1M", "OMP_JIT_PREFETCH=3"});
  EXPECT_FALSE(S.Enabled);
  EXPECT_EQ(S.Specialize, 0u);
  EXPECT_EQ(S.Threshold, 17u);
  EXPECT_EQ(S.Ratio, 0.25);
  EXPECT_EQ(S.Cache, CacheMode::Memory);
  EXPECT_EQ(S.MemoryBytes, uint64_t(5) << 20);
  EXPECT_EQ(S.CacheDir, "/c");
  EXPECT_EQ(S.CacheSizeBytes, 3u << 20);
  EXPECT_EQ(S.OptLevel, 1u);
  EXPECT_EQ(S.Pipeline, PipelineMode::Quick);
  EXPECT_EQ(S.InfoLevel, 2u);
  EXPECT_FALSE(S.Trial);
  EXPECT_EQ(S.Lanes, 8u);
  EXPECT_EQ(S.NontemporalBytes, uint64_t(1) << 20);
  EXPECT_EQ(S.Prefetch, 3u);
  const std::string Process = std::to_string(::getpid());
  EXPECT_EQ(S.StatsFile, "/s-" + Process + "-" + Process + ".json");
  EXPECT_EQ(S.DumpFolder, "d-" + Process);
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(SettingsTest, SpecializationsAreAList) {
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=alignment"}).Specialize,
            SpecializeAlignment);
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=launch,scalars,launch"}).Specialize,
            SpecializeLaunch | SpecializeScalars);
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=fields"}).Specialize, SpecializeFields);
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=extents,disjoint"}).Specialize,
            SpecializeExtents | SpecializeDisjoint);
  // These are the former names of the two words.
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=bounds,aliases"}).Specialize,
            SpecializeExtents | SpecializeDisjoint);
  EXPECT_EQ(read({"OMP_JIT_SPECIALIZE=device"}).Specialize, SpecializeDevice);
  EXPECT_TRUE(Warnings.empty());
}

struct BadValue {
  const char *Entry;
  const char *Accepted;
};

TEST_F(SettingsTest, BadValueIsNamedAndIgnored) {
  constexpr BadValue Values[] = {
      {"OMP_JIT=yes", "0 or 1"},
      {"OMP_JIT_SPECIALIZE=scalars,magic", "list of scalars"},
      {"OMP_JIT_SPECIALIZE=scalars,", "list of scalars"},
      {"OMP_JIT_THRESHOLD=-1", "0 to 1000000"},
      {"OMP_JIT_THRESHOLD=12x", "0 to 1000000"},
      {"OMP_JIT_RATIO=1.5", "0 to 1"},
      {"OMP_JIT_RATIO=nan", "0 to 1"},
      {"OMP_JIT_CACHE=ram", "off, memory or disk"},
      {"OMP_JIT_CACHE_DIR=relative", "an absolute path"},
      {"OMP_JIT_CACHE_SIZE=0", "above 0"},
      {"OMP_JIT_CACHE_SIZE=K", "above 0"},
      {"OMP_JIT_CACHE_SIZE=99999999999T", "above 0"},
      {"OMP_JIT_MEMORY=0", "above 0"},
      {"OMP_JIT_MEMORY=lots", "above 0"},
      {"OMP_JIT_OPT_LEVEL=4", "0 to 3"},
      {"OMP_JIT_PIPELINE=fast", "auto, quick or full"},
      {"OMP_JIT_INFO=4294967296", "0 to 3"},
      {"OMP_JIT_TRIAL=2", "0 or 1"},
      {"OMP_JIT_NONTEMPORAL=0", "auto, off, or a number of bytes above 0"},
      {"OMP_JIT_NONTEMPORAL=some", "auto, off, or a number of bytes above 0"},
      {"OMP_JIT_LANES=3", "auto, off, 2, 4, 8, 16, 32 or 64"},
      {"OMP_JIT_LANES=128", "auto, off, 2, 4, 8, 16, 32 or 64"},
      {"OMP_JIT_LANES=1", "auto, off, 2, 4, 8, 16, 32 or 64"},
  };
  for (const BadValue &Bad : Values) {
    Settings S = read({Bad.Entry, "HOME=/h"});
    ASSERT_EQ(Warnings.size(), 1u) << Bad.Entry;
    EXPECT_EQ(Warnings[0].find(std::string(Bad.Entry) + " is not understood"),
              0u)
        << Warnings[0];
    EXPECT_NE(Warnings[0].find(Bad.Accepted), std::string::npos) << Warnings[0];
    Settings D;
    EXPECT_EQ(S.Enabled, D.Enabled);
    EXPECT_EQ(S.Specialize, D.Specialize);
    EXPECT_EQ(S.Threshold, D.Threshold);
    EXPECT_EQ(S.Ratio, D.Ratio);
    EXPECT_EQ(S.Cache, D.Cache);
    EXPECT_EQ(S.CacheDir, "/h/.cache/omp-jit");
    EXPECT_EQ(S.CacheSizeBytes, D.CacheSizeBytes);
    EXPECT_EQ(S.OptLevel, D.OptLevel);
    EXPECT_EQ(S.InfoLevel, D.InfoLevel);
    EXPECT_EQ(S.Lanes, D.Lanes);
    EXPECT_EQ(S.NontemporalBytes, D.NontemporalBytes);
    EXPECT_EQ(S.Prefetch, D.Prefetch);
  }
}

TEST_F(SettingsTest, CompilesRunInOneOfThreePlaces) {
  EXPECT_EQ(read({}).Compiler, CompilerPlace::Thread);
  EXPECT_EQ(read({"OMP_JIT_COMPILER=process"}).Compiler,
            CompilerPlace::Process);
  Settings S = read({"OMP_JIT_COMPILER=node", "OMP_JIT_COMPILE_MEMORY=2G"});
  EXPECT_EQ(S.Compiler, CompilerPlace::Node);
  EXPECT_EQ(S.CompileMemoryBytes, uint64_t(2) << 30);
  EXPECT_TRUE(Warnings.empty());
  EXPECT_EQ(read({"OMP_JIT_COMPILER=fork"}).Compiler, CompilerPlace::Thread);
  EXPECT_EQ(Warnings.size(), 1u);
}

TEST_F(SettingsTest, FaultsHaveAPlaceAndImages) {
  Settings S = read({"OMP_JIT_FAULT=hang@link/specialised"});
  EXPECT_EQ(S.Fault.Point, "hang@link");
  EXPECT_TRUE(S.Fault.IsForSpecialized);
  EXPECT_FALSE(S.Fault.givesPoorCode());
  S = read({"OMP_JIT_FAULT=poor@optimise"});
  EXPECT_TRUE(S.Fault.givesPoorCode());
  EXPECT_FALSE(S.Fault.IsForSpecialized);
  S = read({"OMP_JIT_FAULT=kill-always@begin"});
  EXPECT_EQ(S.Fault.Point, "kill-always@begin");
  EXPECT_TRUE(Warnings.empty());
  for (const char *Bad :
       {"OMP_JIT_FAULT=poor@link", "OMP_JIT_FAULT=hang",
        "OMP_JIT_FAULT=crash@begin", "OMP_JIT_FAULT=kill@link",
        "OMP_JIT_FAULT=hang@link/generic"}) {
    EXPECT_EQ(read({Bad}).Fault.Point, "");
    EXPECT_EQ(Warnings.size(), 1u) << Bad;
  }
}

TEST_F(SettingsTest, UnknownVariableIsNamedWithThoseThatExist) {
  read({"OMP_JIT_SPEED=1", "OMP_JITTER=1", "OMP_NUM_TEAMS=2"});
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_EQ(Warnings[0].find("the variable OMP_JIT_SPEED does not exist; there "
                             "are OMP_JIT, OMP_JIT_SPECIALIZE, "),
            0u)
      << Warnings[0];
}

TEST_F(SettingsTest, MisspeltVariableIsNamedWithTheRightOne) {
  read({"OMP_JIT_CACHE_DIRECTORY=/c"});
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_EQ(Warnings[0], "the variable OMP_JIT_CACHE_DIRECTORY does not exist "
                         "(did you mean OMP_JIT_CACHE_DIR?)");
}

TEST_F(SettingsTest, MisspeltValueIsNamedWithTheRightOne) {
  read({"OMP_JIT_SPECIALIZE=scalars,lunch"});
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find("ignored (did you mean launch?); accepted: none"),
            std::string::npos)
      << Warnings[0];
  read({"OMP_JIT_FAULT=hangs@link"});
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings[0].find("ignored (did you mean hang?);"),
            std::string::npos)
      << Warnings[0];
}

TEST_F(SettingsTest, ARunThatCountsWaitsForItsImages) {
  EXPECT_EQ(read({}).Counting, CountMode::Use);
  EXPECT_EQ(read({"OMP_JIT_COUNT=0"}).Counting, CountMode::Use);
  EXPECT_EQ(read({"OMP_JIT_COUNT=off"}).Counting, CountMode::Off);
  const Settings S = read({"OMP_JIT_COUNT=1", "OMP_JIT_ASYNC=1"});
  EXPECT_EQ(S.Counting, CountMode::Count);
  EXPECT_FALSE(S.Async);
  EXPECT_THAT(Warnings, IsEmpty());
  read({"OMP_JIT_COUNT=1", "OMP_JIT=0"});
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("no effect with OMP_JIT=0")));
  read({"OMP_JIT_COUNT=2"});
  EXPECT_THAT(Warnings, ElementsAre(HasSubstr("OMP_JIT_COUNT=2")));
}

TEST_F(SettingsTest, EmptyValueIsUnset) {
  Settings S = read({"OMP_JIT=", "OMP_JIT_CACHE_SIZE="});
  EXPECT_TRUE(S.Enabled);
  EXPECT_TRUE(Warnings.empty());
}

TEST_F(SettingsTest, FolderFollowsTheXdgRules) {
  EXPECT_EQ(read({"XDG_CACHE_HOME=/x", "HOME=/h"}).CacheDir, "/x/omp-jit");
  EXPECT_EQ(read({"XDG_CACHE_HOME=x", "HOME=/h"}).CacheDir,
            "/h/.cache/omp-jit");
  EXPECT_EQ(read({"HOME=relative"}).CacheDir, "");
  EXPECT_EQ(read({}).CacheDir, "");
}

TEST_F(SettingsTest, SizeSuffixes) {
  EXPECT_EQ(read({"OMP_JIT_CACHE_SIZE=5"}).CacheSizeBytes, 5u);
  EXPECT_EQ(read({"OMP_JIT_CACHE_SIZE=5K"}).CacheSizeBytes, 5u << 10);
  EXPECT_EQ(read({"OMP_JIT_CACHE_SIZE=5G"}).CacheSizeBytes, uint64_t(5) << 30);
  EXPECT_EQ(read({"OMP_JIT_CACHE_SIZE=5T"}).CacheSizeBytes, uint64_t(5) << 40);
}

TEST_F(SettingsTest, DocumentationIsCurrent) {
  std::ostringstream Text;
  Text << std::ifstream(OMPJIT_SOURCE_DIR "/docs/variables.md").rdbuf();
  EXPECT_EQ(Text.str(), settingsAsMarkdown())
      << "build the target update-docs-variables";
}

} // namespace
