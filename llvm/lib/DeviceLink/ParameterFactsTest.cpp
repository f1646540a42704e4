//===- ParameterFactsTest.cpp - What is found out about parameters --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels as clang shapes them: values in 64-bit slots, loops behind brokers.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/ParameterFacts.h"

#include "TestModules.h"

using namespace llvm;
using namespace ompjit;
using namespace ompjit::devicelink;
using namespace ompjit::package;

namespace {

/// The brokers as clang declares them.
constexpr char Brokers[] = R"(
  declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)
  declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
  declare void @unknown(i64)
  !0 = !{!1}
  !1 = !{i64 2, i64 -1, i64 -1, i1 true}
)";

/// The facts about @k in \p Text.
std::vector<ParameterInfo> factsOf(StringRef Text) {
  LLVMContext Context;
  auto M = parse(Context, (Text + Brokers).str());
  const Function *Kernel = M->getFunction("k");
  auto Facts = parameterFacts(*M, Kernel);
  if (!Facts) {
    ADD_FAILURE() << toString(Facts.takeError());
    return {};
  }
  return std::move(Facts->front());
}

TEST(ParameterFacts, LeaveOutTheLaunchEnvironment) {
  EXPECT_TRUE(factsOf("define void @k(ptr %env) { ret void }").empty());
}

TEST(ParameterFacts, SeeTheWidthOfAScalar) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %i32, i64 %i8, i64 %bool, i64 %i64, ptr %p) {
      %a = trunc i64 %i32 to i32
      store i32 %a, ptr %p
      %b = and i64 %i8, 255
      store i64 %b, ptr %p
      %c = trunc i64 %bool to i1
      %d = zext i1 %c to i32
      store i32 %d, ptr %p
      store i64 %i64, ptr %p
      ret void
    })");
  ASSERT_EQ(Facts.size(), 5u);
  EXPECT_EQ(Facts[0].DemandedBits, 0xffffffffu);
  EXPECT_EQ(Facts[0].WidthBits, 32);
  EXPECT_EQ(Facts[1].DemandedBits, 0xffu);
  EXPECT_EQ(Facts[1].WidthBits, 8);
  EXPECT_EQ(Facts[2].DemandedBits, 1u);
  EXPECT_EQ(Facts[2].WidthBits, 1);
  EXPECT_EQ(Facts[3].DemandedBits, ~uint64_t(0));
  EXPECT_EQ(Facts[3].WidthBits, 64);
}

TEST(ParameterFacts, AnUnusedScalarDemandsNothing) {
  auto Facts = factsOf("define void @k(ptr %env, i64 %n) { ret void }");
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(Facts[0].DemandedBits, 0u);
  EXPECT_EQ(Facts[0].WidthBits, 1);
  EXPECT_EQ(Facts[0].Uses, 0);
}

TEST(ParameterFacts, FollowValuesThroughBrokers) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %n, i64 %m) {
      call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outer, i64 %n, i64 %m)
      ret void
    }
    define internal void @outer(ptr %gtid, ptr %btid, i64 %n, i64 %m) {
      call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @inner, i64 %m, i64 %n)
      ret void
    }
    define internal void @inner(ptr %gtid, ptr %btid, i64 %m, i64 %n) {
      %short = trunc i64 %n to i16
      store i16 %short, ptr %gtid
      call void @unknown(i64 %m)
      ret void
    })");
  ASSERT_EQ(Facts.size(), 2u);
  EXPECT_EQ(Facts[0].DemandedBits, 0xffffu);
  EXPECT_EQ(Facts[1].DemandedBits, ~uint64_t(0));
}

TEST(ParameterFacts, TakeAllBitsOfWhatMayBeReplaced) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %n) { call void @f(i64 %n) ret void }
    define weak void @f(i64 %n) { ret void }
  )");
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(Facts[0].DemandedBits, ~uint64_t(0));
}

TEST(ParameterFacts, EndInRecursion) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %n) { call void @f(i64 %n) ret void }
    define internal void @f(i64 %n) noinline { call void @f(i64 %n) ret void }
  )");
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(Facts[0].DemandedBits, ~uint64_t(0));
}

TEST(ParameterFacts, SeeThroughMemoryOfUnoptimizedCode) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %n, ptr %p) noinline optnone {
      %slot = alloca i64
      store i64 %n, ptr %slot
      %v = load i32, ptr %slot
      store i32 %v, ptr %p
      ret void
    })");
  ASSERT_EQ(Facts.size(), 2u);
  EXPECT_EQ(Facts[0].DemandedBits, 0xffffffffu);
}

TEST(ParameterFacts, DescribePointers) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, ptr align 16 %p, ptr %q) {
      %x = getelementptr double, ptr %p, i64 1
      %d = load double, ptr %x
      store double %d, ptr %q
      ret void
    })");
  ASSERT_EQ(Facts.size(), 2u);
  EXPECT_EQ(Facts[0].Kind, ParameterKind::Pointer);
  EXPECT_EQ(Facts[0].AlignBytes, 16u);
  EXPECT_EQ(Facts[0].DemandedBits, 0u);
  EXPECT_EQ(Facts[0].Uses, UseIndex);
  EXPECT_EQ(Facts[1].AlignBytes, 1u);
}

TEST(ParameterFacts, TellUsesApart) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %bound, i64 %flag, i64 %index, i64 %value, ptr %p) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %latch ]
      %is = icmp ne i64 %flag, 0
      br i1 %is, label %then, label %latch
    then:
      %at = getelementptr i64, ptr %p, i64 %index
      store i64 %value, ptr %at
      call void @unknown(i64 0)
      br label %latch
    latch:
      %next = add i64 %i, 1
      %more = icmp slt i64 %next, %bound
      br i1 %more, label %loop, label %exit
    exit:
      ret void
    })");
  ASSERT_EQ(Facts.size(), 5u);
  EXPECT_EQ(Facts[0].Uses, UseLoopBound);
  EXPECT_EQ(Facts[1].Uses, UseBranch);
  EXPECT_EQ(Facts[2].Uses, UseIndex);
  EXPECT_EQ(Facts[3].Uses, UsePlain);
}

TEST(ParameterFacts, KnowWorksharingBounds) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, i64 %n, ptr %p) {
      %ub = alloca i32
      %lb = alloca i32
      %st = alloca i32
      %last = alloca i32
      %v = trunc i64 %n to i32
      %max = add i32 %v, -1
      store i32 %max, ptr %ub
      call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 34, ptr %last, ptr %lb, ptr %ub, ptr %st, i32 1, i32 1)
      ret void
    })");
  ASSERT_EQ(Facts.size(), 2u);
  EXPECT_EQ(Facts[0].Uses, UseLoopBound);
}

TEST(ParameterFacts, RefuseWhatCannotBePassed) {
  LLVMContext Context;
  auto M = parse(Context, "define void @k(ptr %env, i128 %n) { ret void }");
  const Function *Kernel = M->getFunction("k");
  auto Facts = parameterFacts(*M, Kernel);
  ASSERT_FALSE(bool(Facts));
  EXPECT_NE(toString(Facts.takeError()).find("'k': parameter 1"),
            std::string::npos);
}

} // namespace
