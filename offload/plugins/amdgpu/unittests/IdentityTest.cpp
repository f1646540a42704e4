//===- IdentityTest.cpp - Tests of the identity of GPUs -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Identity.h"

#include "FakeHsa.h"

#include <gtest/gtest.h>

using namespace ompjit::amdgpu;

namespace {

constexpr char Isa[] = "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-";

std::string failureOf(const FakeAgent &Gpu) {
  const FakeHsa Fake({Gpu});
  Identity Found;
  ompjit_error Error = {};
  return identify(Fake.Table, {1}, 0, Found, &Error) ? Error.text : "none";
}

TEST(IdentityTest, IsWhatTheRuntimeSays) {
  const FakeHsa Fake({fakeGpu(Isa)});
  Identity Is;
  ASSERT_EQ(identify(Fake.Table, {1}, 0, Is, nullptr), 0);
  EXPECT_EQ(Is.Name, "AMD Instinct MI210");
  EXPECT_EQ(Is.Target.text(), "gfx90a:sramecc+:xnack-");
  EXPECT_EQ(Is.Features, "+sramecc,-xnack");
  EXPECT_EQ(Is.Uid, "GPU-0123456789abcdef");
  EXPECT_EQ(Is.MemoryBytes, uint64_t(64) << 30);
  EXPECT_EQ(Is.Limits.NumProcessors, 104u);
  EXPECT_EQ(Is.Limits.WarpSize, 64u);
  EXPECT_EQ(Is.Limits.ThreadsPerProcessor, 2048u);
  EXPECT_EQ(Is.Limits.MaxTeams, UINT32_MAX / 1024);
}

TEST(IdentityTest, WhatIsLeftOpenIsNoFeature) {
  const FakeHsa Fake({fakeGpu("amdgcn-amd-amdhsa--gfx1100")});
  Identity Is;
  ASSERT_EQ(identify(Fake.Table, {1}, 0, Is, nullptr), 0);
  EXPECT_EQ(Is.Features, "");
}

TEST(IdentityTest, WithoutANameItsPlaceIsItsOwn) {
  FakeAgent Gpu = fakeGpu(Isa);
  Gpu.Values[AgentInfo::Uuid] = std::string("GPU-XX");
  Gpu.Values.erase(AgentInfo::ProductName);
  const FakeHsa Fake({Gpu});
  EXPECT_EQ(uidOf(Fake.Table, {1}), "GPU-at-0000:41:00.0");
  Identity Is;
  ASSERT_EQ(identify(Fake.Table, {1}, 0, Is, nullptr), 0);
  EXPECT_EQ(Is.Name, "gfx90a");
}

TEST(IdentityTest, AGpuWithoutCodeIsAnError) {
  FakeAgent Silent = fakeGpu(Isa);
  Silent.Isas.clear();
  EXPECT_EQ(failureOf(Silent), "AMD's HSA runtime does not tell which code GPU "
                               "0 (AMD Instinct MI210) runs");
  EXPECT_EQ(failureOf(fakeGpu("spirv64")),
            "it is not known which code GPU 0 (AMD Instinct MI210) runs: "
            "'spirv64' names no AMD GPU");
  EXPECT_EQ(failureOf(fakeGpu("amdgcn-amd-amdhsa--gfx803")),
            "GPU 0 (AMD Instinct MI210) is a gfx803, and gfx900 is the oldest "
            "kind that can be used");
  EXPECT_EQ(failureOf(fakeGpu("amdgcn-amd-amdhsa--gfx90c:xnack-")), "none");
}

} // namespace
