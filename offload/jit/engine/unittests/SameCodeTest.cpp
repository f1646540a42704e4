//===- SameCodeTest.cpp - Tests of images that have the same code ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "supply/ImageFamilies.h"
#include "supply/MemoryImages.h"

#include <gmock/gmock.h>

using namespace ompjit;
using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

constexpr uint64_t Int = 0xffffffff;

class SameCodeTest : public EngineFixture {
protected:
  SameCodeTest() {
    // All values of parameter 0 give the same code, except 0 and those above
    // 100. Parameter 1 makes a difference.
    Answers->Code = [](const CompileRequest &Request) {
      std::string Code = "code";
      for (const Fact &Known : Request.Facts)
        if (Known.Name.Kind == FactKind::Class || Known.Name.Parameter == 1 ||
            Known.Value == 0 || Known.Value > 100)
          Code +=
              " " + Known.Name.shortName() + "=" + std::to_string(Known.Value);
      if (Request.Facts.empty())
        Code += " generic";
      return Code;
    };
    Chosen.InfoLevel = 1;
  }

  Kernel *kernel(unsigned NumParameters = 1) {
    return start(PackageBuilder()
                     .kernel("k", std::vector<uint64_t>(NumParameters, Int))
                     .build(),
                 Device)
        ->findKernel("entry_k");
  }
};

TEST_F(SameCodeTest, OneImageIsLoadedForBothValues) {
  Kernel *K = kernel();
  ompjit_kernel *Three = launchForKernel(K, {3});
  EXPECT_EQ(launchForKernel(K, {5}), Three);
  EXPECT_EQ(launchForKernel(K, {3}), Three);
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("known_codes"), 1u);
  EXPECT_EQ(statistic("l1_hits"), 1u);
  EXPECT_THAT(statisticsText(), HasSubstr("\"images\": 1"));
}

TEST_F(SameCodeTest, AThirdValueGetsAnImageForAnyValue) {
  Kernel *K = kernel();
  launch(K, {3});
  launch(K, {5});
  // An image for 700 would have code of its own.
  EXPECT_EQ(launch(K, {700}), "kernel k");
  EXPECT_EQ(launch(K, {800}), "kernel k");
  EXPECT_EQ(launch(K, {3}), "kernel k");
  EXPECT_EQ(Answers->Compiles, 3);
  EXPECT_TRUE(someLineHas("parameter 0 is given up: it makes no difference to "
                          "the code"));
}

TEST_F(SameCodeTest, WhatMadeADifferenceIsKept) {
  Kernel *K = kernel(2);
  launch(K, {3, 1});
  launch(K, {5, 1});
  std::string Last;
  Answers->Failure = [&](const CompileRequest &Request) {
    Last = mockImageText(Request);
    return "";
  };
  EXPECT_EQ(launch(K, {7, 1}), "kernel k 0=3 1=1") << "the code is known";
  EXPECT_EQ(Last, "kernel k 1=1");
  EXPECT_EQ(launch(K, {7, 2}), "kernel k 1=2");
}

TEST_F(SameCodeTest, ZeroStandsByItselfWhereItHadOtherCode) {
  Kernel *K = kernel();
  launch(K, {0});
  launch(K, {3});
  launch(K, {5});
  EXPECT_EQ(launch(K, {7}), "kernel k");
  EXPECT_EQ(launch(K, {0}), "kernel k class(0)=32");
}

TEST_F(SameCodeTest, BothAreOnDisk) {
  Chosen.Cache = CacheMode::Disk;
  Kernel *K = kernel();
  launch(K, {3});
  launch(K, {5});
  Jit.reset();
  K = kernel();
  EXPECT_EQ(launch(K, {5}), "kernel k 0=3");
  EXPECT_EQ(launch(K, {3}), "kernel k 0=3");
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(statistic("l2_disk_hits"), 2u);
}

TEST_F(SameCodeTest, TheNextRunKnows) {
  Chosen.Cache = CacheMode::Disk;
  Kernel *K = kernel();
  launch(K, {3});
  launch(K, {5});
  Jit->finish();
  Jit.reset();
  EXPECT_EQ(launch(kernel(), {700}), "kernel k");
}

TEST_F(SameCodeTest, TheNextRunGivesUpOneByOne) {
  Chosen.Cache = CacheMode::Disk;
  // Parameters 0 and 2 do not matter, but parameter 1 does.
  const std::vector<std::vector<uint64_t>> Launches = {
      {3, 1, 3}, {3, 1, 4}, {3, 1, 5}, {4, 1, 5}, {3, 2, 5}, {6, 2, 5}};
  Answers->Code = [](const CompileRequest &Request) {
    std::string Code = "code";
    for (const Fact &Known : Request.Facts)
      if (Known.Name.Parameter == 1)
        Code += " " + std::to_string(Known.Value);
    return Code;
  };
  Kernel *K = kernel(3);
  for (const std::vector<uint64_t> &Each : Launches)
    launch(K, Each);
  Jit->finish();
  Jit.reset();
  const int Before = Answers->Compiles;
  K = kernel(3);
  for (const std::vector<uint64_t> &Each : Launches)
    launch(K, Each);
  EXPECT_EQ(Answers->Compiles, Before);
}

TEST_F(SameCodeTest, AFieldThatOnlyOneLaunchKnowsIsADifference) {
  const std::vector<FieldInfo> Fields = {{0, 0, package::UseBranch, 32}};
  Kernel *K =
      start(PackageBuilder().kernel("k", {0}).fields(Fields).build(), Device)
          ->findKernel("entry_k");
  Answers->Code = [](const CompileRequest &) { return "code"; };
  const uint32_t Zero = 0;
  const KnownMemory Known = {4096, sizeof(Zero), &Zero};
  launch(K, {4096}, {}, {{&Known, 1}, {}});
  launch(K, {4096});
  const uint32_t One = 1;
  const KnownMemory Other = {4096, sizeof(One), &One};
  EXPECT_THAT(launch(K, {4096}, {}, {{&Other, 1}, {}}),
              Not(HasSubstr("field(0+0:32)=1")));
  EXPECT_TRUE(someLineHas("the 32 bits at offset 0 behind parameter 0 is "
                          "given up"));
}

std::shared_ptr<const Image> imageWithCode(const std::string &Code) {
  Image Content;
  Content.Bytes = "bytes";
  Content.Code = Code;
  return std::make_shared<const Image>(std::move(Content));
}

std::shared_ptr<const Image> imageOf(size_t Bytes) {
  auto New = std::make_shared<Image>();
  New->Bytes.assign(Bytes, 'i');
  return New;
}

cache::Key keyOf(char Number) {
  cache::Key Key;
  Key.Bytes[0] = uint8_t(Number);
  return Key;
}

TEST(MemoryImages, ForgetWhatWasNotAskedForTheLongestTime) {
  MemoryImages Images(100);
  for (char Number : {1, 2, 3})
    Images.add(keyOf(Number), imageOf(33));
  EXPECT_TRUE(Images.find(keyOf(1)));
  Images.add(keyOf(4), imageOf(33));
  EXPECT_TRUE(Images.find(keyOf(1)));
  EXPECT_FALSE(Images.find(keyOf(2)));
  EXPECT_TRUE(Images.find(keyOf(3)));
  Images.remove(keyOf(3));
  EXPECT_FALSE(Images.find(keyOf(3)));
  Images.add(keyOf(2), imageOf(33));
  EXPECT_TRUE(Images.find(keyOf(1)));
}

TEST(MemoryImages, KeepTheNewestOfAnySize) {
  MemoryImages Images(100);
  Images.add(keyOf(1), imageOf(10));
  Images.add(keyOf(2), imageOf(1000));
  EXPECT_FALSE(Images.find(keyOf(1)));
  EXPECT_TRUE(Images.find(keyOf(2)));
  Images.add(keyOf(3), imageOf(10));
  EXPECT_FALSE(Images.find(keyOf(2)));
  EXPECT_TRUE(Images.find(keyOf(3)));
}

TEST(ImageFamiliesTest, KeepNothingAlive) {
  ImageFamilies Families;
  const cache::Key Family = {};
  std::shared_ptr<const Image> One = imageWithCode("one");
  Families.add(Family, One);
  Families.add(Family, imageWithCode("two"));
  ASSERT_EQ(Families.find(Family).size(), 1u);
  EXPECT_EQ(ImageFamilies::withCode(Families.find(Family), "one"), One);
  EXPECT_EQ(ImageFamilies::withCode(Families.find(Family), "two"), nullptr);
  EXPECT_EQ(ImageFamilies::withCode(Families.find(Family), ""), nullptr);
}

TEST(ImageFamiliesTest, AreBounded) {
  ImageFamilies Families;
  const cache::Key Family = {};
  std::vector<std::shared_ptr<const Image>> Alive;
  for (int I = 0; I != 100; ++I) {
    Alive.push_back(imageWithCode(std::to_string(I)));
    Families.add(Family, Alive.back());
    Families.add(Family, imageWithCode(std::to_string(I)));
  }
  const ImageFamilies::Members Found = Families.find(Family);
  EXPECT_EQ(Found.size(), 64u);
  EXPECT_EQ(ImageFamilies::withCode(Found, "99"), Alive[99]);
  EXPECT_EQ(ImageFamilies::withCode(Found, "0"), nullptr);
}

} // namespace
