//===- DeviceCodeTest.cpp - Tests of reading device code from files -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grouping by target, which decides what is linked together, is tested,
// too.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/DeviceCode.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Target.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace ompjit::devicelink;
using ::testing::AllOf;
using ::testing::HasSubstr;

namespace {

std::string record(StringRef Image, StringRef Arch = "generic") {
  OffloadBinary::OffloadingImage Data;
  Data.TheImageKind = IMG_Bitcode;
  Data.TheOffloadKind = OFK_OpenMP;
  Data.StringData["triple"] = "x86_64-pc-linux-gnu";
  Data.StringData["arch"] = Arch;
  Data.Image = MemoryBuffer::getMemBufferCopy(Image);
  return OffloadBinary::write(Data).str().str();
}

Expected<std::vector<DeviceCode>> extract(StringRef Bytes) {
  return extractDeviceCode(MemoryBufferRef(Bytes, "a.o"), "a.o");
}

TEST(DeviceCode, ReadsSeveralRecords) {
  std::string Bytes = record("one") + record("two", "x86-64-v3");
  auto Codes = extract(Bytes);
  ASSERT_TRUE(bool(Codes)) << toString(Codes.takeError());
  ASSERT_EQ(Codes->size(), 2u);
  EXPECT_EQ((*Codes)[0].Image->getBuffer(), "one");
  EXPECT_EQ((*Codes)[0].Producer, OFK_OpenMP);
  EXPECT_EQ((*Codes)[1].Arch, "x86-64-v3");
  EXPECT_EQ((*Codes)[1].Image->getBuffer(), "two");
}

TEST(DeviceCode, IgnoresOtherFiles) {
  auto Codes = extract("just some text");
  ASSERT_TRUE(bool(Codes));
  EXPECT_TRUE(Codes->empty());
}

TEST(DeviceCode, SurvivesEveryTruncation) {
  std::string Bytes = record("image");
  for (size_t Size = 4; Size != Bytes.size(); ++Size) {
    auto Codes = extract(StringRef(Bytes).take_front(Size));
    ASSERT_FALSE(bool(Codes)) << Size;
    EXPECT_THAT(toString(Codes.takeError()), HasSubstr("a.o: "));
  }
}

TEST(DeviceCode, SurvivesEveryDamagedByte) {
  std::string Bytes = record("image");
  for (size_t I = 4; I != Bytes.size(); ++I)
    for (char Value : {'\0', '\x01', '\x7f', '\xff'}) {
      std::string Damaged = Bytes;
      Damaged[I] = Value;
      auto Codes = extract(Damaged);
      if (!Codes)
        consumeError(Codes.takeError());
      else
        for (const DeviceCode &Code : *Codes)
          EXPECT_LE(Code.Image->getBufferSize(), Bytes.size());
    }
}

TEST(DeviceCode, NamesTheVersionOfOtherRecords) {
  std::string Bytes = record("image");
  Bytes[4] = 9;
  auto Codes = extract(Bytes);
  ASSERT_FALSE(bool(Codes));
  EXPECT_THAT(toString(Codes.takeError()),
              AllOf(HasSubstr("a.o"), HasSubstr("version 9")));
}

DeviceCode codeFor(std::string Triple, std::string Arch) {
  DeviceCode Code;
  Code.Triple = std::move(Triple);
  Code.Arch = std::move(Arch);
  return Code;
}

TEST(Target, SpellingsOfATripleAreOneGroup) {
  std::vector<DeviceCode> Codes;
  Codes.push_back(codeFor("x86_64-pc-linux-gnu", ""));
  Codes.push_back(codeFor("x86_64-unknown-linux-gnu", "generic"));
  Codes.push_back(codeFor("x86_64-linux-gnu", "generic"));
  auto Groups = groupByTarget(Codes);
  ASSERT_EQ(Groups.size(), 1u);
  EXPECT_EQ(Groups[0].Triple, "x86_64-pc-linux-gnu");
  EXPECT_EQ(Groups[0].Arch, "generic");
  EXPECT_EQ(Groups[0].Codes.size(), 3u);
}

TEST(Target, TheHostDeviceHasOneName) {
  for (const char *Spelling : {"x86_64", "x86_64-linux", "x86_64-linux-gnu",
                               "x86_64-unknown-linux-gnu"})
    EXPECT_EQ(spelledTriple(Spelling), "x86_64-pc-linux-gnu") << Spelling;
  for (const char *Other : {"x86_64-linux-gnux32", "x86_64-linux-musl",
                            "x86_64-apple-darwin", "nvptx64"})
    EXPECT_EQ(spelledTriple(Other), Other);
}

TEST(Target, EachHostHasOneName) {
  for (const char *Spelling :
       {"aarch64", "aarch64-linux-gnu", "arm64-linux-gnu",
        "aarch64-unknown-linux-gnu", "aarch64-pc-linux-gnu"})
    EXPECT_EQ(spelledTriple(Spelling), "aarch64-unknown-linux-gnu") << Spelling;
  for (const char *Other : {"arm64-apple-darwin", "aarch64_be-linux-gnu",
                            "aarch64-linux-gnu_ilp32"})
    EXPECT_EQ(spelledTriple(Other), Other);
}

TEST(Target, HostsDifferByTheirTraits) {
  for (const char *Triple : {"x86_64-pc-linux-gnu", "aarch64-linux-gnu"})
    EXPECT_EQ(targetKind(Triple), TargetKind::Host) << Triple;
  EXPECT_EQ(targetKind("aarch64-apple-darwin"), TargetKind::Unsupported);
  EXPECT_EQ(lowestCpu("x86_64-pc-linux-gnu"), "x86-64");
  EXPECT_EQ(lowestCpu("aarch64-linux-gnu"), "generic");
  EXPECT_EQ(lowestCpu("amdgcn-amd-amdhsa"), "gfx900");
  EXPECT_EQ(systemLibraryFolders("aarch64-linux-gnu").front(),
            "/lib/aarch64-linux-gnu");
  EXPECT_TRUE(systemLibraryFolders("nvptx64-nvidia-cuda").empty());
}

TEST(Target, GenericCodeJoinsEveryImageOfItsTriple) {
  std::vector<DeviceCode> Codes;
  Codes.push_back(codeFor("x86_64-pc-linux-gnu", "generic"));
  Codes.push_back(codeFor("x86_64-pc-linux-gnu", "x86-64-v3"));
  Codes.push_back(codeFor("x86_64-pc-linux-gnu", "x86-64-v2"));
  Codes.push_back(codeFor("nvptx64-nvidia-cuda", "sm_90"));
  auto Groups = groupByTarget(Codes);
  ASSERT_EQ(Groups.size(), 3u);
  EXPECT_EQ(Groups[0].Arch, "x86-64-v3");
  EXPECT_EQ(Groups[0].Codes.size(), 2u);
  EXPECT_EQ(Groups[1].Arch, "x86-64-v2");
  EXPECT_EQ(Groups[1].Codes.size(), 2u);
  EXPECT_EQ(Groups[2].Codes.size(), 1u);
}

} // namespace
