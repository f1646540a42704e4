//===- ParameterFactsTest.cpp - Tests of facts about parameters -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels have the shape that clang gives them: values in 64-bit slots, and
// loops behind brokers.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/ParameterFacts.h"

#include "support/TestModules.h"

#include "gmock/gmock.h"

using namespace llvm;
using namespace ompjit;
using namespace ompjit::devicelink;
using namespace ompjit::package;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

/// The brokers as clang declares them.
constexpr char Brokers[] = R"(
  declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)
  declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
  declare void @unknown(i64)
  !0 = !{!1}
  !1 = !{i64 2, i64 -1, i64 -1, i1 true}
)";

/// Returns the facts about @k in \p Text.
KernelFacts kernelFactsOf(StringRef Text) {
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

std::vector<ParameterInfo> factsOf(StringRef Text) {
  return kernelFactsOf(Text).Parameters;
}

/// Returns "parameter+offset:width uses" for each field.
std::vector<std::string> fieldsOf(StringRef Text) {
  std::vector<std::string> Fields;
  for (const FieldInfo &F : kernelFactsOf(Text).Fields)
    Fields.push_back(
        std::to_string(F.Parameter) + "+" + std::to_string(F.OffsetBytes) +
        ":" + std::to_string(F.WidthBits) + " " + std::to_string(F.Uses));
  return Fields;
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

/// Returns a kernel that takes %s and does \p Body with it. A branch depends on
/// %a, the i32 behind %s.
std::string branchingKernel(const std::string &Body) {
  return R"(
    define void @k(ptr %env, ptr %s, ptr %p) {
      %a = load i32, ptr %s
      %c = icmp eq i32 %a, 7
      br i1 %c, label %then, label %end
    then:
      store i32 1, ptr %p
      br label %end
    end:
      )" +
         Body + R"(
      ret void
    }
    declare void @keeps(ptr)
    declare void @looks(ptr captures(none)) memory(read)
    declare void @writes(ptr captures(none))
  )";
}

constexpr char TheField[] = "0+0:32 2";

TEST(ParameterFacts, FindFieldsThatDecide) {
  EXPECT_THAT(fieldsOf(R"(
    define void @k(ptr %env, ptr %s, ptr %p) {
      %s8 = getelementptr i8, ptr %s, i64 8
      %s16 = getelementptr i8, ptr %s8, i64 8
      %s24 = getelementptr i8, ptr %s, i64 24
      %s32 = getelementptr i8, ptr %s, i64 32
      %bound = load i64, ptr %s8
      %flag = load i8, ptr %s16
      %start = load i32, ptr %s24
      %plain = load i32, ptr %s32
      %b = icmp eq i8 %flag, 0
      %from = zext i32 %start to i64
      br i1 %b, label %loop, label %exit
    loop:
      %i = phi i64 [ %from, %0 ], [ %next, %loop ]
      %at = getelementptr i32, ptr %p, i64 %i
      store i32 %plain, ptr %at
      %next = add i64 %i, 1
      %more = icmp slt i64 %next, %bound
      br i1 %more, label %loop, label %exit
    exit:
      ret void
    })"),
              ElementsAre("0+8:64 1", "0+16:8 2", "0+24:32 5"));
}

TEST(ParameterFacts, FollowFieldsThroughBrokersAndCasts) {
  EXPECT_THAT(fieldsOf(R"(
    define void @k(ptr %env, ptr %s) {
      call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @f, ptr %s)
      ret void
    }
    define internal void @f(ptr %gtid, ptr %btid, ptr %s) {
      %s4 = getelementptr i8, ptr %s, i64 4
      %g = addrspacecast ptr %s4 to ptr addrspace(1)
      %a = load i32, ptr addrspace(1) %g
      %at = getelementptr i32, ptr %gtid, i32 %a
      store i32 0, ptr %at
      ret void
    })"),
              ElementsAre("0+4:32 4"));
}

TEST(ParameterFacts, LeaveOutFieldsThatAreWritten) {
  EXPECT_THAT(fieldsOf(branchingKernel("")), ElementsAre(TheField));
  for (const char *Body :
       {"store i32 1, ptr %s", "store i64 %i, ptr %s",
        "%w = atomicrmw add ptr %s, i32 1 monotonic",
        "%w = cmpxchg ptr %s, i32 0, i32 1 monotonic monotonic",
        "call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 %i, i1 false)",
        "%w = getelementptr i32, ptr %s, i64 %i store i32 1, ptr %w",
        "%w = select i1 %c, ptr %s, ptr %p store i32 1, ptr %w",
        "call void @writes(ptr %s)"})
    EXPECT_THAT(
        fieldsOf("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)" +
                 branchingKernel("%i = load i64, ptr %p " + std::string(Body))),
        IsEmpty())
        << Body;
}

TEST(ParameterFacts, KeepFieldsBesideWhatIsWritten) {
  for (const char *Body :
       {"%w = getelementptr i8, ptr %s, i64 4 store i32 1, ptr %w",
        "%w = getelementptr i8, ptr %s, i64 -8 store i64 1, ptr %w",
        "%w = getelementptr i8, ptr %s, i64 8 "
        "call void @llvm.memset.p0.i64(ptr %w, i8 0, i64 8, i1 false)",
        "call void @looks(ptr %s)"})
    EXPECT_THAT(fieldsOf("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)" +
                         branchingKernel(Body)),
                ElementsAre(TheField))
        << Body;
}

TEST(ParameterFacts, LeaveOutFieldsBehindPointersThatGetAway) {
  for (const char *Body :
       {"store ptr %s, ptr %p", "call void @keeps(ptr %s)",
        "%w = ptrtoint ptr %s to i64 store i64 %w, ptr %p",
        "call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, "
        "ptr @keeps, ptr %s)"})
    EXPECT_THAT(fieldsOf(branchingKernel(Body)), IsEmpty()) << Body;
}

TEST(ParameterFacts, LeaveOutFieldsThatAreReadOnSeveralWays) {
  // @f reads another structure, too, so that no constant can take the load's
  // place.
  EXPECT_THAT(fieldsOf(R"(
    define void @k(ptr %env, ptr %s, ptr %p) {
      call void @f(ptr %s)
      call void @f(ptr %p)
      ret void
    }
    define internal void @f(ptr %s) noinline {
      %a = load i32, ptr %s
      %at = getelementptr i32, ptr %s, i32 %a
      store i32 0, ptr @g
      %v = load i32, ptr %at
      store i32 %v, ptr @g
      ret void
    }
    @g = global i32 0)"),
              IsEmpty());
}

TEST(ParameterFacts, BoundTheNumberOfFields) {
  std::string Body;
  for (int I = 1; I != 40; ++I) {
    std::string N = std::to_string(I);
    Body += "%s" + N + " = getelementptr i32, ptr %s, i64 " + N + "\n%v" + N +
            " = load i32, ptr %s" + N + "\n";
    // Only the last value decides on a branch.
    Body += I == 39 ? "%b = icmp eq i32 %v39, 0 br i1 %b, label %x, label %y "
                      "x: store i32 1, ptr %p ret void y: "
                    : "%w" + N + " = getelementptr i32, ptr %p, i32 %v" + N +
                          " store i32 0, ptr %w" + N + "\n";
  }
  auto Fields = kernelFactsOf("define void @k(ptr %env, ptr %s, ptr %p) {\n" +
                              Body + "ret void }")
                    .Fields;
  ASSERT_EQ(Fields.size(), 16u);
  EXPECT_EQ(Fields.back().OffsetBytes, 39u * 4);
}

/// A kernel that names \p Count elements of \p Size bytes, \p Offset bytes
/// behind its first pointer, and does \p Body.
std::string namingKernel(StringRef Count, unsigned Size, int Offset,
                         StringRef Body = "") {
  return (R"(
    @a = private unnamed_addr constant [16 x i8] c"ompx_specialize\00"
    @b = private unnamed_addr constant [22 x i8] c"ompx_specialize_array\00"
    declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
    declare void @looks(ptr readonly captures(none))
    define void @k(ptr %env, ptr %s, ptr %p, i64 %n) {
      %count = call i64 @llvm.annotation.i64.p0(i64 )" +
          Count + R"(, ptr @a, ptr @a, i32 1)
      %bytes = mul i64 %count, )" +
          Twine(Size) + R"(
      %begin = getelementptr i8, ptr %s, i64 )" +
          Twine(Offset) + R"(
      %end = getelementptr i8, ptr %begin, i64 %bytes
      %number = ptrtoint ptr %end to i64
      %mark = call i64 @llvm.annotation.i64.p0(i64 %number, ptr @b, ptr @a,
                                               i32 1)
      )" + Body +
          R"(
      ret void
    })")
      .str();
}

constexpr uint16_t ArrayUses = UseArray | UseLargeArray;

TEST(ParameterFacts, ListTheWordsOfNamedArrays) {
  const std::string Uses = " " + std::to_string(UseAlways | UseArray);
  auto Place = [&](const char *Text) { return Text + Uses; };
  EXPECT_THAT(fieldsOf(namingKernel("2", 8, 16)),
              ElementsAre(Place("0+16:64"), Place("0+24:64")));
  EXPECT_THAT(fieldsOf(namingKernel("3", 4, 0)),
              ElementsAre(Place("0+0:64"), Place("0+8:32")));
  EXPECT_THAT(fieldsOf(namingKernel("7", 1, 2)),
              ElementsAre(Place("0+2:32"), Place("0+6:16"), Place("0+8:8")));
  EXPECT_THAT(fieldsOf(namingKernel("0", 8, 0)), IsEmpty());
  EXPECT_EQ(fieldsOf(namingKernel("64", 8, 0)).size(), 64u);
  // If the size is not known, each element is a field.
  auto Open = fieldsOf(namingKernel("%n", 4, 8));
  ASSERT_EQ(Open.size(), 64u);
  EXPECT_EQ(Open[1], Place("0+12:32"));
}

TEST(ParameterFacts, NamedArraysAreNotWritten) {
  for (const char *Body :
       {"store i8 1, ptr %p", "store i8 1, ptr %s", "call void @looks(ptr %s)",
        "%w = getelementptr i8, ptr %s, i64 24 store i8 1, ptr %w"}) {
    EXPECT_EQ(fieldsOf(namingKernel("2", 8, 8, Body)).size(), 2u) << Body;
    EXPECT_EQ(factsOf(namingKernel("2", 8, 8, Body))[0].Uses & ArrayUses,
              UseArray);
  }
  for (const char *Body :
       {"%w = getelementptr i8, ptr %s, i64 23 store i8 1, ptr %w",
        "%w = getelementptr i8, ptr %s, i64 %n store i8 1, ptr %w",
        "store ptr %s, ptr %p", "store i64 %number, ptr %p"}) {
    EXPECT_THAT(fieldsOf(namingKernel("2", 8, 8, Body)), IsEmpty()) << Body;
    const uint16_t Uses = factsOf(namingKernel("2", 8, 8, Body))[0].Uses;
    EXPECT_TRUE(Uses & UseWritten) << Body;
  }
  // An array of any size ends where the kernel writes.
  EXPECT_EQ(fieldsOf(namingKernel("%n", 8, 8,
                                  "%w = getelementptr i8, ptr %s, i64 40 "
                                  "store i8 1, ptr %w"))
                .size(),
            4u);
}

TEST(ParameterFacts, NamedArraysAreSmall) {
  for (const char *Count : {"65", "-1", "4611686018427387904"}) {
    EXPECT_THAT(fieldsOf(namingKernel(Count, 8, 0)), IsEmpty()) << Count;
    EXPECT_EQ(factsOf(namingKernel(Count, 8, 0))[0].Uses & ArrayUses,
              UseArray | UseLargeArray);
  }
}

TEST(ParameterFacts, NamedArraysBeginAtAFixedPlace) {
  auto Moved = namingKernel("2", 8, 0);
  Moved.replace(Moved.find("ptr %s, i64 0"), 13, "ptr %s, i64 %n");
  EXPECT_THAT(fieldsOf(Moved), IsEmpty());
  EXPECT_EQ(factsOf(Moved)[0].Uses & ArrayUses, UseArray);
}

TEST(ParameterFacts, ListNamedFloatingPointNumbers) {
  const char *Kernel = R"(
    @a = private unnamed_addr constant [16 x i8] c"ompx_specialize\00"
    declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
    define void @k(ptr %env, ptr %s, ptr %p) {
      %named = load float, ptr %s
      %bits = bitcast float %named to i32
      %wide = zext i32 %bits to i64
      %mark = call i64 @llvm.annotation.i64.p0(i64 %wide, ptr @a, ptr @a, i32 1)
      %s4 = getelementptr i8, ptr %s, i64 4
      %other = load float, ptr %s4
      %which = fcmp olt float %other, %named
      br i1 %which, label %then, label %done
    then:
      store float %other, ptr %p
      br label %done
    done:
      ret void
    })";
  EXPECT_THAT(fieldsOf(Kernel),
              ElementsAre("0+0:32 " + std::to_string(UseAlways)));
}

TEST(ParameterFacts, TellWhatIsDoneWithMemory) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, ptr %in, ptr %out, ptr %kept) {
      %v = load i32, ptr %in
      store i32 %v, ptr %out
      store ptr %kept, ptr %out
      ret void
    })");
  ASSERT_EQ(Facts.size(), 3u);
  constexpr uint16_t Mask = UseWritten | UseCaptured;
  EXPECT_EQ(Facts[0].Uses & Mask, 0);
  EXPECT_EQ(Facts[1].Uses & Mask, UseWritten);
  EXPECT_EQ(Facts[2].Uses & Mask, UseWritten | UseCaptured);
}

TEST(ParameterFacts, TellWhatIsReadAtFixedPlaces) {
  auto Facts = factsOf(R"(
    define void @k(ptr %env, ptr %once, ptr %perhaps, ptr %far, ptr %any,
                   i64 %n, i1 %which) {
      %v = load i32, ptr %once
      %perhaps8 = getelementptr i8, ptr %perhaps, i64 8
      %far4096 = getelementptr i8, ptr %far, i64 4096
      %any.n = getelementptr i8, ptr %any, i64 %n
      br i1 %which, label %then, label %done
    then:
      %a = load double, ptr %perhaps8
      %b = load double, ptr %far4096
      %c = load double, ptr %any.n
      %ab = fadd double %a, %b
      %abc = fadd double %ab, %c
      store double %abc, ptr %any.n
      br label %done
    done:
      ret void
    })");
  ASSERT_EQ(Facts.size(), 6u);
  EXPECT_EQ(Facts[0].Uses & UseFixedPlace, 0);
  EXPECT_EQ(Facts[1].Uses & UseFixedPlace, UseFixedPlace);
  EXPECT_EQ(Facts[2].Uses & UseFixedPlace, 0);
  EXPECT_EQ(Facts[3].Uses & UseFixedPlace, 0);
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

/// A region of flang on a CPU: its threads access the parameters through
/// memory.
TEST(ParameterFacts, AlignmentDoesNotMatterBehindAVariable) {
  auto Facts = factsOf(R"(
    define internal void @body(ptr, ptr, ptr %n, ptr %p) {
      %value = load i32, ptr %n
      store i32 %value, ptr %p
      ret void
    }
    define void @k(ptr %env, ptr %n, ptr %p) {
      %variable = alloca ptr
      store ptr %n, ptr %variable
      call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @body, ptr %variable, ptr %p)
      ret void
    })");
  EXPECT_EQ(Facts[0].AlignBytes, 128u);
  EXPECT_EQ(Facts[1].AlignBytes, 1u);
}

} // namespace
