//===- KernelArgumentsTest.cpp - Tests of older launches ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/KernelArguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

using namespace ompjit;
using testing::HasSubstr;

namespace {

TEST(KernelArguments, PassesTheNewestVersionOn) {
  __tgt_kernel_arguments Passed = {}, Storage;
  Passed.Version = 3;
  Result<const __tgt_kernel_arguments *> Read =
      readKernelArguments(Passed, Storage);
  ASSERT_TRUE(Read);
  EXPECT_EQ(*Read, &Passed);
}

TEST(KernelArguments, KeepsTheDimensionsOfVersion2) {
  __tgt_kernel_arguments Passed = {}, Storage;
  Passed.Version = 2;
  Passed.NumTeams[1] = 7;
  Result<const __tgt_kernel_arguments *> Read =
      readKernelArguments(Passed, Storage);
  ASSERT_TRUE(Read);
  EXPECT_EQ((*Read)->NumTeams[1], 7u);
  EXPECT_LT((*Read)->Version, KernelArgumentsVersion);
}

/// Version 0 is that of entry points that passed no version.
class OldVersion : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(KernelArguments, OldVersion, testing::Values(0, 1));

TEST_P(OldVersion, EndsBehindTheFlags) {
  __tgt_kernel_arguments Passed, Storage;
  // What lies behind the older structure is not part of it.
  std::memset(static_cast<void *>(&Passed), 0x77, sizeof(Passed));
  Passed.Version = GetParam();
  Passed.NumArgs = 5;
  Passed.Tripcount = 1000;
  Passed.Flags = KernelNoWait;
  Result<const __tgt_kernel_arguments *> Read =
      readKernelArguments(Passed, Storage);
  ASSERT_TRUE(Read);
  EXPECT_EQ((*Read)->NumArgs, 5u);
  EXPECT_EQ((*Read)->Tripcount, 1000u);
  EXPECT_EQ((*Read)->Flags, uint64_t(KernelNoWait));
  EXPECT_EQ((*Read)->NumTeams[1], 1u);
  EXPECT_EQ((*Read)->ThreadLimit[2], 1u);
  EXPECT_EQ((*Read)->DynCGroupMem, 0u);
  EXPECT_LT((*Read)->Version, KernelArgumentsVersion);
}

TEST(KernelArguments, RefusesTheFuture) {
  __tgt_kernel_arguments Passed = {}, Storage;
  Passed.Version = 4;
  Result<const __tgt_kernel_arguments *> Read =
      readKernelArguments(Passed, Storage);
  ASSERT_FALSE(Read);
  EXPECT_THAT(Read.error().message(), HasSubstr("version 4"));
}

} // namespace
