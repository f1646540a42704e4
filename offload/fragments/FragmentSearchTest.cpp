//===- FragmentSearchTest.cpp - Tests of the search for fragments ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentSearch.h"

#include "TestRecord.h"

#include <gtest/gtest.h>

using namespace ompjit::fragments;
using namespace ompjit::fragments::test;

namespace {

Strings forArch(const std::string &Arch) {
  Strings S;
  S.Arch = Arch;
  return S;
}

std::string found(const std::string &Bytes, const std::string &Code) {
  return fragmentAround(Bytes, Bytes.find(Code));
}

const std::string Amd =
    record({.Triple = "amdgcn-amd-amdhsa", .Arch = "gfx90a"}, "amd-one");
const std::string Old = record(forArch("sm_80"), "old-one"),
                  New = record(forArch("sm_90"), "new-one");

TEST(FragmentSearch, ReturnsTheCodeForDevicesOfTheKind) {
  const std::string Program = "\x7f"
                              "ELF" +
                              Amd + Old + New + "more";
  EXPECT_EQ(found(Program, "new-one"), Old + New);
  EXPECT_EQ(found(Program, "old-one"), Old + New);
  EXPECT_EQ(found(Program, "amd-one"), Amd);
}

TEST(FragmentSearch, TellsNeighboursApart) {
  const std::string Two = record(forArch("sm_80"), "old-two"),
                    Three = record(forArch("sm_90"), "new-two");
  const std::string Program = Old + New + Two + Three + Two;
  EXPECT_EQ(found(Program, "new-one"), Old + New);
  EXPECT_EQ(found(Program, "old-two"), Two + Three);
  // Other functions, though the architectures would go on.
  Strings Else = forArch("sm_100");
  Else.Defines = "a b else main";
  EXPECT_EQ(found(New + record(Else), "new-one"), New);
}

TEST(FragmentSearch, FindsNothingElsewhere) {
  const std::string Magic = "\x10\xFF\x10\xAD";
  EXPECT_EQ(fragmentAround("no fragment", 3), "");
  EXPECT_EQ(fragmentAround("", 0), "");
  EXPECT_EQ(fragmentAround(Old, 2), "");
  EXPECT_EQ(fragmentAround(Old, Old.size()), "");
  EXPECT_EQ(fragmentAround(Old + "old-one", Old.size()), "");
  EXPECT_EQ(fragmentAround(Magic + "old-one", 4), "");
  EXPECT_EQ(found(Old.substr(0, Old.size() - 8), "old-"), "");
  // The number may be in bitcode.
  const std::string Odd = record(forArch("sm_80"), Magic + "odd" + Magic);
  EXPECT_EQ(found(Odd + New, Magic + "odd"), Odd + New);
  EXPECT_EQ(found(Odd + New, "new-one"), Odd + New);
}

} // namespace
