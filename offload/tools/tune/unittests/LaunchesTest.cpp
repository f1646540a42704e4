//===- LaunchesTest.cpp - The recorded launches that are tuned ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"

#include "ompjit/PackageWriter.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

using namespace ompjit;
using namespace ompjit::tune;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

namespace {

class TuneLaunches : public testing::Test {
protected:
  TuneLaunches() {
    PackageContents Contents;
    Contents.Triple = "x86_64-pc-linux-gnu";
    Contents.Arch = "x86-64";
    Contents.Parts = {{"bitcode", 7, package::Compression::None}};
    Contents.Kernels.push_back({"entry_a", "a", {}, {}});
    Contents.Kernels.back().CodeDigest = 42;
    Contents.Kernels.push_back(Contents.Kernels.back());
    Contents.Kernels.back().EntryName = "entry_same";
    Contents.Kernels.back().Symbol = "same";
    write("package", writePackage(Contents));
    write("elf", "not a package");
  }

  void write(const std::string &Name, const std::string &Bytes) {
    std::ofstream(Folder / Name, std::ios::binary) << Bytes;
  }

  std::string record(const std::string &Name, const std::string &Kernel,
                     uint64_t Trips, bool HasOutput = true,
                     const std::string &Image = "package") {
    recording::Descriptor D;
    D.Kernel = Kernel;
    D.Plugin = "host";
    D.Launch.TripCount = Trips;
    D.Image = {Image, 1, 0};
    D.Input = {"input", 0, 0};
    if (HasOutput)
      D.Output = recording::File{"output", 0, 0};
    write(Name, recording::write(D));
    return (Folder / Name).string();
  }

  const TemporaryFolder Made;
  const fs::path Folder = Made.path();
  std::vector<std::string> Problems;
};

TEST_F(TuneLaunches, OneSampleForEachSize) {
  const std::vector<std::string> All = {
      record("0.json", "entry_a", 1000), record("1.json", "entry_a", 1023),
      record("2.json", "entry_a", 1024),
      record("3.json", "entry_a", 1001, false)};
  const std::vector<Sample> Chosen = chooseSamples(All, "", Problems);
  EXPECT_THAT(Problems, IsEmpty());
  ASSERT_EQ(Chosen.size(), 2u);
  // The last one with an output.
  EXPECT_EQ(Chosen[0].Path, All[1]);
  EXPECT_EQ(Chosen[0].Trips, (tuning::TripRange{512, 1023}));
  EXPECT_EQ(Chosen[0].NumRecorded, 3u);
  EXPECT_EQ(Chosen[0].Symbol, "a");
  EXPECT_EQ(Chosen[0].CodeDigest, 42u);
  EXPECT_EQ(Chosen[1].Trips, (tuning::TripRange{1024, 2047}));
}

TEST_F(TuneLaunches, KernelsWithTheSameCodeAreOne) {
  const std::vector<std::string> All = {record("0.json", "entry_a", 10),
                                        record("1.json", "entry_same", 11),
                                        record("2.json", "entry_same", 20)};
  const std::vector<Sample> Chosen = chooseSamples(All, "", Problems);
  ASSERT_EQ(Chosen.size(), 2u);
  EXPECT_EQ(Chosen[0].Path, All[0]);
  EXPECT_EQ(Chosen[1].Path, All[2]);
}

TEST_F(TuneLaunches, SaysWhatCannotBeTuned) {
  const std::vector<std::string> All = {
      record("0.json", "entry_b", 10),
      record("1.json", "entry_c", 10, true, "elf"),
      record("2.json", "entry_c", 100, true, "elf"),
      record("3.json", "entry_d", 10, true, "missing"),
      (Folder / "gone.json").string()};
  write("broken.json", "{");
  std::vector<std::string> Descriptors = All;
  Descriptors.push_back((Folder / "broken.json").string());
  EXPECT_THAT(chooseSamples(Descriptors, "", Problems), IsEmpty());
  EXPECT_THAT(Problems,
              ElementsAre(HasSubstr("gone.json"), HasSubstr("broken.json"),
                          HasSubstr("does not have it"),
                          HasSubstr("compiled ahead of time"),
                          HasSubstr("missing")));
}

TEST_F(TuneLaunches, TakesKernelsByName) {
  const std::vector<std::string> All = {record("0.json", "entry_a", 10)};
  EXPECT_THAT(chooseSamples(All, "entry_b", Problems), IsEmpty());
  EXPECT_THAT(Problems, IsEmpty());
  EXPECT_EQ(chooseSamples(All, "try_a", Problems).size(), 1u);
}

TEST_F(TuneLaunches, FindsRecordingsInFolders) {
  const std::string One = record("b.json", "entry_a", 10),
                    Two = record("a.json", "entry_a", 10);
  EXPECT_TRUE(areRecordings({Folder.string(), "x.json"}));
  EXPECT_FALSE(areRecordings({"./app", "x.json"}));
  Result<std::vector<std::string>> Found = findDescriptors({Folder.string()});
  ASSERT_TRUE(Found);
  EXPECT_THAT(*Found, ElementsAre(Two, One));
  fs::create_directories(Folder / "empty");
  Found = findDescriptors({(Folder / "empty").string()});
  ASSERT_FALSE(Found);
  EXPECT_THAT(Found.error().message(), HasSubstr("no recordings"));
}

} // namespace
