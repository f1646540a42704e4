//===- ProfilesTest.cpp - Where choices are kept --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profiles.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace ompjit;
using namespace ompjit::tune;
using testing::HasSubstr;

namespace {

tuning::Choice choice(uint64_t Code, uint32_t Unroll) {
  tuning::Choice C;
  C.Kernel = "k";
  C.CodeDigest = Code;
  C.Device = {"x86_64-pc-linux-gnu", "znver3", 2};
  C.Chosen.Unroll = Unroll;
  return C;
}

TEST(TuneProfiles, WhatGainsNoMoreIsRemoved) {
  const tuning::Profile Old = {choice(1, 2), choice(2, 2), choice(3, 2)};
  EXPECT_EQ(updated(Old, {choice(1, 4), choice(2, 0), choice(4, 0)}),
            (tuning::Profile{choice(3, 2), choice(1, 4)}));
}

TEST(TuneProfiles, FilesSurvive) {
  const TemporaryFolder Folder;
  const std::string Path = Folder / "tune.profile";
  Result<tuning::Profile> None = readProfile(Path);
  ASSERT_TRUE(None);
  EXPECT_TRUE(None->empty());
  ASSERT_TRUE(writeProfile(Path, {choice(1, 2)}));
  Result<tuning::Profile> Read = readProfile(Path);
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, (tuning::Profile{choice(1, 2)}));
  std::ofstream(Path) << "something else\n";
  Read = readProfile(Path);
  ASSERT_FALSE(Read);
  EXPECT_THAT(Read.error().message(), HasSubstr(Path));
}

TEST(TuneProfiles, SaysWhyNothingCanBeWritten) {
  Status S = writeProfile("/missing/folder/a.profile", {choice(1, 2)});
  ASSERT_FALSE(S);
  EXPECT_THAT(S.error().message(), HasSubstr("No such file or directory"));
}

} // namespace
