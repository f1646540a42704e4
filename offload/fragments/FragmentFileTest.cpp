//===- FragmentFileTest.cpp - Tests of the reader of fragments ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentFile.h"

#include "TestRecord.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit;
using namespace ompjit::fragments;
using namespace ompjit::fragments::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::string errorOf(const std::string &File) {
  Result<std::vector<FragmentImage>> Images = parse(File);
  return Images ? "no error" : Images.error().message();
}

/// The file with other bytes at \p Offset.
template <typename T> std::string patched(size_t Offset, T Value) {
  std::string File = record();
  std::memcpy(&File[Offset], &Value, sizeof(T));
  return File;
}

TEST(FragmentFile, HasAnImageForEachTarget) {
  Strings Amd{.Triple = "amdgcn-amd-amdhsa",
              .Arch = "gfx90a",
              .Weak = "",
              .Needs = "",
              .Entries = ""};
  const std::string File = record() + record(Amd, "BC3");
  Result<std::vector<FragmentImage>> Images = parse(File);
  ASSERT_TRUE(Images) << Images.error().message();
  ASSERT_EQ(Images->size(), 2u);
  const FragmentImage &First = Images->front(), &Second = Images->back();
  EXPECT_EQ(First.Triple, "nvptx64-nvidia-cuda");
  EXPECT_EQ(First.Arch, "sm_90");
  EXPECT_EQ(First.Code, "BC12");
  EXPECT_THAT(First.Defines, ElementsAre("a", "b", "main"));
  EXPECT_THAT(First.Weak, ElementsAre("b"));
  EXPECT_THAT(First.Needs, ElementsAre("c"));
  EXPECT_THAT(First.Entries, ElementsAre("main"));
  EXPECT_EQ(Second.Arch, "gfx90a");
  EXPECT_EQ(Second.Code, "BC3");
  EXPECT_THAT(Second.Needs, IsEmpty());
}

TEST(FragmentFile, MayBeUnaligned) {
  const std::string File = "x" + record();
  EXPECT_TRUE(parse(ByteView(File).substr(1)));
}

TEST(FragmentFile, IsRefusedWhereverItIsCutOff) {
  const std::string File = record() + record({.Arch = "sm_80"});
  const size_t First = record().size();
  for (size_t Size = 0; Size != File.size(); ++Size)
    if (Size != First)
      EXPECT_THAT(errorOf(File.substr(0, Size)), HasSubstr("unusable fragment"))
          << Size;
}

TEST(FragmentFile, IsRefusedWithOffsetsThatLeadOutside) {
  EXPECT_THAT(errorOf(patched<uint8_t>(0, 'x')), HasSubstr("begin as one"));
  EXPECT_THAT(errorOf(patched<uint32_t>(4, 2)),
              HasSubstr("record 0: it has version 2, and this library reads "
                        "version 1"));
  EXPECT_THAT(errorOf(patched<uint64_t>(8, 8)), HasSubstr("cut off"));
  for (uint64_t Outside : {uint64_t(1) << 20, UINT64_MAX, UINT64_MAX - 7}) {
    EXPECT_THAT(errorOf(patched(8, Outside)), HasSubstr("it is cut off"));
    EXPECT_THAT(errorOf(patched(16, Outside)), HasSubstr("its entry"));
    EXPECT_THAT(errorOf(patched(40, Outside)), HasSubstr("table of strings"));
    EXPECT_THAT(errorOf(patched(48, Outside)), HasSubstr("table of strings"));
    EXPECT_THAT(errorOf(patched(56, Outside)), HasSubstr("its code lies"));
    EXPECT_THAT(errorOf(patched(64, Outside)), HasSubstr("its code lies"));
    EXPECT_THAT(errorOf(patched(72, Outside)), HasSubstr("a string lies"));
    EXPECT_THAT(errorOf(patched(80, Outside)), HasSubstr("a string lies"));
  }
  EXPECT_THAT(errorOf(patched<uint64_t>(24, 8)), HasSubstr("its entry"));
  EXPECT_THAT(errorOf(patched<uint64_t>(64, 0)), HasSubstr("is empty"));
}

TEST(FragmentFile, IsRefusedWithOtherCode) {
  EXPECT_THAT(errorOf(patched<uint16_t>(32, 5)),
              HasSubstr("something else than OpenMP's bitcode"));
  EXPECT_THAT(errorOf(record({.Triple = ""})), HasSubstr("name its target"));
  EXPECT_THAT(errorOf(record({.Arch = ""})), HasSubstr("name its target"));
  EXPECT_THAT(errorOf(record() + record()), HasSubstr("the same target"));
}

TEST(FragmentFile, IsRefusedWithListsThatContradictThemselves) {
  for (const char *Wrong : {"b a", "a  b", " a", "a ", "a a", " "})
    EXPECT_THAT(errorOf(record({.Needs = Wrong})),
                HasSubstr("its list 'needs' is no sorted list of names"))
        << Wrong;
  EXPECT_THAT(errorOf(record({.Entries = "z"})), HasSubstr("does not define"));
  EXPECT_THAT(errorOf(record({.Weak = "z"})), HasSubstr("does not define"));
  EXPECT_THAT(errorOf(record({.Defines = "", .Weak = "", .Entries = ""})),
              HasSubstr("it defines nothing"));
}

TEST(FragmentFile, MayHaveLtoIrForATargetInSeveralRecords) {
  const Strings S{.Kind = "ltoir"};
  const std::string File = record(S, "F1") + record(S, "F2") +
                           record({.Triple = "amdgcn-amd-amdhsa"});
  Result<std::vector<FragmentImage>> Images = parse(File);
  ASSERT_TRUE(Images) << Images.error().message();
  ASSERT_EQ(Images->size(), 3u);
  EXPECT_EQ(Images->at(0).Kind, CodeKind::LtoIr);
  EXPECT_EQ(Images->at(0).Code, "F1");
  EXPECT_TRUE(Images->at(0).HasNames);
  EXPECT_THAT(Images->at(0).Entries, ElementsAre("main"));
  EXPECT_EQ(Images->at(1).Code, "F2");
  EXPECT_EQ(Images->at(2).Kind, CodeKind::Bitcode);
  // One GPU has code of one kind.
  EXPECT_THAT(errorOf(record(S) + record()), HasSubstr("the same target"));
}

TEST(FragmentFile, LtoIrMayHaveNoNames) {
  Strings S{.Weak = "", .Needs = "", .Entries = "main", .Kind = "ltoir"};
  S.HasDefines = false;
  const std::string File = record(S);
  Result<std::vector<FragmentImage>> Images = parse(File);
  ASSERT_TRUE(Images) << Images.error().message();
  EXPECT_FALSE(Images->front().HasNames);
  EXPECT_THAT(Images->front().Entries, ElementsAre("main"));
  S.Needs = "c";
  EXPECT_THAT(errorOf(record(S)), HasSubstr("does not say what it defines"));
}

TEST(FragmentFile, IsRefusedIfItsKindsDoNotAgree) {
  EXPECT_THAT(errorOf(record({.Kind = "cubin"})),
              HasSubstr("of the kind 'cubin', which this library does not"));
  std::string File = record({.Kind = "ltoir"});
  File[34] = 1; // OpenMP's.
  EXPECT_THAT(errorOf(File), HasSubstr("something else"));
  File = record();
  File[34] = 2; // CUDA's.
  EXPECT_THAT(errorOf(File), HasSubstr("something else"));
}

} // namespace
