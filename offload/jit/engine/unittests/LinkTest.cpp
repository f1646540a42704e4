//===- LinkTest.cpp - Tests of packages that are linked of fragments ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers in names are those of the guarantees in docs/cache-format.md.
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "ompjit/ImageRecord.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

class LinkTest : public EngineFixture {
protected:
  LinkTest() { Chosen.Cache = CacheMode::Disk; }

  /// Returns what is linked, or the error.
  std::string link(uint8_t Digest = 1, const std::string &EntryPoint = "k",
                   const char *Triple = "mock-unknown-linux") {
    if (!Jit)
      restart();
    const std::string Fragments =
        PackageBuilder().fragments().digest(Digest).triple(Triple).build();
    Result<std::string> Linked = Jit->link(Fragments, EntryPoint);
    return Linked ? *Linked : Linked.error().message();
  }

  std::vector<std::filesystem::path> images() {
    std::vector<std::filesystem::path> Found;
    if (std::filesystem::exists(Chosen.CacheDir))
      for (const auto &Each :
           std::filesystem::directory_iterator(Chosen.CacheDir))
        if (Each.path().extension() == ".img")
          Found.push_back(Each.path());
    return Found;
  }
};

std::string contentOf(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(File), {}};
}

void write(const std::filesystem::path &Path, const std::string &Bytes) {
  std::ofstream(Path, std::ios::binary) << Bytes;
}

TEST_F(LinkTest, CountsWhereAPackageIsFrom) {
  Chosen.InfoLevel = 1;
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(statistic("links"), 1u);
  EXPECT_EQ(statistic("link_l2_memory_hits"), 1u);
  EXPECT_TRUE(someLineHas("linked the fragments of k in "));
  restart();
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(statistic("links"), 0u);
  EXPECT_EQ(statistic("link_l2_disk_hits"), 1u);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(LinkTest, ThreadsThatWantTheSameLinkItOnce) {
  restart();
  std::vector<std::thread> Threads;
  for (int I = 0; I != 16; ++I)
    Threads.emplace_back([&] { EXPECT_EQ(link(), "package k"); });
  for (std::thread &Each : Threads)
    Each.join();
  EXPECT_EQ(Answers->Compiles, 1);
  EXPECT_EQ(statistic("links") + statistic("link_l2_memory_hits"), 16u);
}

TEST_F(LinkTest, G14_EverythingThatMattersGivesAnotherPackage) {
  link();
  link(2);
  EXPECT_EQ(link(1, "other"), "package other");
  link(1, "k", "other-unknown-linux");
  EXPECT_EQ(Answers->Compiles, 4);
  Answers->Identity = "fedcba9876543210";
  restart();
  link();
  EXPECT_EQ(Answers->Compiles, 5);
  EXPECT_EQ(images().size(), 5u);
  // Neither what images are compiled for nor the settings of launches matter.
  Chosen.Specialize = 0;
  Chosen.Async = true;
  Chosen.Pipeline = PipelineMode::Auto;
  restart();
  link();
  EXPECT_EQ(Answers->Compiles, 5);
}

TEST_F(LinkTest, G1_G2_DamageCostsOneLinkAndHeals) {
  link();
  ASSERT_EQ(images().size(), 1u);
  const std::filesystem::path Entry = images().front();
  const std::string Good = contentOf(Entry);
  int Expected = 1;
  auto TryWith = [&](const std::string &Bad) {
    write(Entry, Bad);
    restart();
    EXPECT_EQ(link(), "package k");
    EXPECT_EQ(Answers->Compiles, ++Expected);
    restart();
    EXPECT_EQ(link(), "package k");
    EXPECT_EQ(Answers->Compiles, Expected);
  };
  for (size_t At = 0; At < Good.size(); At += 7) {
    std::string Bad = Good;
    Bad[At] = char(Bad[At] ^ (1 << At % 8));
    TryWith(Bad);
  }
  for (size_t Size = 0; Size < Good.size(); Size += 31)
    TryWith(Good.substr(0, Size));
}

TEST_F(LinkTest, G1_TheEntryOfOtherFragmentsIsNotUsed) {
  link(1, "one");
  const std::filesystem::path One = images().front();
  const std::string Bytes = contentOf(One);
  std::filesystem::remove(One);
  link(1, "two");
  write(images().front(), Bytes);
  restart();
  EXPECT_EQ(link(1, "two"), "package two");
  EXPECT_EQ(Answers->Compiles, 3);
}

TEST_F(LinkTest, G15_VersionsShareAFolder) {
  const std::string Old = Answers->Identity;
  for (const std::string &Identity : {Old, std::string("fedcba9876543210")}) {
    Answers->Identity = Identity;
    restart();
    EXPECT_EQ(link(), "package k");
  }
  EXPECT_EQ(Answers->Compiles, 2);
  Answers->Identity = Old;
  restart();
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(images().size(), 2u);
}

TEST_F(LinkTest, G19_HitsInMemoryNeedNoFolder) {
  EXPECT_EQ(link(), "package k");
  std::filesystem::remove_all(Chosen.CacheDir);
  std::ofstream(Chosen.CacheDir) << "no folder any more";
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(statistic("link_l2_memory_hits"), 1u);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(LinkTest, G16_AFailedLinkLeavesNothing) {
  Answers->Failure = [](const CompileRequest &) { return "link: mock"; };
  EXPECT_THAT(link(), HasSubstr("compiling the package of k: link: mock"));
  EXPECT_TRUE(images().empty());
  EXPECT_EQ(statistic("links"), 0u);
  Answers->Failure = [](const CompileRequest &) { return ""; };
  restart();
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(images().size(), 1u);
}

TEST_F(LinkTest, G16_TheNextTryLinksAgain) {
  Answers->Failure = [](const CompileRequest &) { return "link: mock"; };
  EXPECT_THAT(link(), HasSubstr("link: mock"));
  Answers->Failure = [](const CompileRequest &) { return ""; };
  EXPECT_EQ(link(), "package k");
}

TEST_F(LinkTest, ARecordHasTheFragmentsOnce) {
  Chosen.RecordFile = Folder / "record";
  for (int Process = 0; Process != 3; ++Process) {
    restart();
    link();
    link(1, "other"); // Another kernel of the same fragments.
    link(2);
  }
  const std::string Bytes = contentOf(Chosen.RecordFile);
  const ImageRecords Found = decodeRecords(Bytes);
  EXPECT_EQ(Found.NumBad, 0u);
  EXPECT_EQ(Found.Images.size(), 9u);
  ASSERT_EQ(Found.Fragments.size(), 2u);
  EXPECT_EQ(Found.Fragments[0].digest()[0], 1);
  EXPECT_EQ(Found.Fragments[1].digest()[0], 2);
}

} // namespace
