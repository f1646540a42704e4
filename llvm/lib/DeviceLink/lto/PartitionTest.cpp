//===- PartitionTest.cpp --------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "support/TestModules.h"

#include "ompjit/DeviceLink/Target.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

constexpr char Kernels[] = R"(
@state = internal addrspace(1) global i32 0
@table = internal unnamed_addr addrspace(1) constant [2 x i32] [i32 1, i32 2]
@team = internal addrspace(3) global i32 poison
@known = internal addrspace(1) global ptr @callback

define protected amdgpu_kernel void @a() {
  call void @helper()
  %v = load i32, ptr addrspace(1) @table
  store i32 %v, ptr addrspace(3) @team
  ret void
}
define protected amdgpu_kernel void @b() {
  call void @helper()
  store i32 2, ptr addrspace(3) @team
  ret void
}
define protected amdgpu_kernel void @through_pointer() {
  %f = load ptr, ptr addrspace(1) @known
  call void %f()
  ret void
}
define protected amdgpu_kernel void @takes_address() {
  store ptr @other, ptr addrspace(1) @known
  ret void
}
define internal void @helper() {
  store i32 1, ptr addrspace(1) @state
  ret void
}
define internal void @callback() {
  ret void
}
define internal void @other() {
  ret void
}
)";

/// A module that is cut into parts.
struct InParts {
  InParts(StringRef Text, TargetKind Kind, unsigned MaxParts) {
    auto M = parse(Context, Text);
    Partition Plan = partition(*M, Kind, MaxParts);
    for (size_t I = 0; I != Plan.Parts.size(); ++I) {
      Parts.push_back(CloneModule(*M));
      EXPECT_FALSE(bool(keepPart(*Parts.back(), Plan, I, Kind)));
      EXPECT_FALSE(verifyModule(*Parts.back(), &errs()));
    }
  }

  /// Returns the positions of the parts that define \p Name.
  std::vector<size_t> definersOf(StringRef Name) const {
    std::vector<size_t> Found;
    for (size_t I = 0; I != Parts.size(); ++I)
      if (GlobalValue *Global = Parts[I]->getNamedValue(Name))
        if (!Global->isDeclaration())
          Found.push_back(I);
    return Found;
  }

  LLVMContext Context;
  std::vector<std::unique_ptr<Module>> Parts;
};

using Positions = std::vector<size_t>;

TEST(Partition, KernelsTakeCopiesOfWhatTheyReach) {
  InParts M(Kernels, TargetKind::Amdgpu, 3);
  ASSERT_EQ(M.Parts.size(), 3u);
  EXPECT_EQ(M.definersOf("helper").size(), 2u);
  EXPECT_EQ(M.definersOf("team"), M.definersOf("helper"));
  EXPECT_NE(M.definersOf("a"), M.definersOf("b"));
  EXPECT_EQ(M.definersOf("table"), M.definersOf("a"));
}

TEST(Partition, MutableVariablesAreInTheFirstPartOnly) {
  InParts M(Kernels, TargetKind::Amdgpu, 3);
  EXPECT_EQ(M.definersOf("state$part"), Positions({0}));
  EXPECT_EQ(M.definersOf("known$part"), Positions({0}));
  GlobalValue *Reference = M.Parts[1]->getNamedValue("state$part");
  ASSERT_TRUE(Reference);
  EXPECT_TRUE(Reference->isDeclaration());
  EXPECT_TRUE(Reference->hasHiddenVisibility());
}

TEST(Partition, UsersOfFunctionPointersStayTogether) {
  InParts M(Kernels, TargetKind::Amdgpu, 3);
  for (StringRef Name :
       {"through_pointer", "takes_address", "callback", "other"})
    EXPECT_EQ(M.definersOf(Name), Positions({0})) << Name.str();
}

TEST(Partition, NoMorePartsThanKernels) {
  InParts M(Kernels, TargetKind::Nvptx, 16);
  EXPECT_EQ(M.Parts.size(), 3u);
}

/// Returns a module with two kernels. The symbols of the second one are
/// numbered as if there were \p Before others of their names, and \p Lists is
/// the module's metadata.
std::string numberedKernels(unsigned Before, StringRef Lists) {
  std::string Text = R"(
@first = internal addrspace(1) global i64 0
@state.# = internal addrspace(1) global i64 0
@table.# = internal unnamed_addr addrspace(1) constant i64 7
%struct.pair.# = type { i32, i32 }

define amdgpu_kernel void @a() {
  store i64 1, ptr addrspace(1) @first
  ret void
}
define amdgpu_kernel void @b() {
  call void @helper.#()
  ret void
}
define internal void @helper.#() {
  %v = load %struct.pair.#, ptr addrspace(1) @table.#
  store %struct.pair.# %v, ptr addrspace(1) @state.#
  ret void
}
)";
  for (size_t At; (At = Text.find('#')) != Text.npos;)
    Text.replace(At, 1, std::to_string(Before));
  return Text + Lists.str();
}

std::string bytesOf(const Module &Part) {
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(Part, Stream);
  return Bytes;
}

TEST(Partition, APartDoesNotDependOnTheNumbersAndListsOfOthers) {
  InParts Few(numberedKernels(5, R"(
!llvm.ident = !{!0}
!llvm.module.flags = !{!1}
!omp_offload.info = !{!2}
!0 = !{!"clang"}
!1 = !{i32 7, !"openmp", i32 51}
!2 = !{i32 1}
)"),
              TargetKind::Amdgpu, 3);
  InParts Many(numberedKernels(17, R"(
!llvm.offloading.symbols = !{!3}
!omp_offload.info = !{!2, !3}
!llvm.module.flags = !{!1}
!llvm.ident = !{!0, !0, !0}
!0 = !{!"clang"}
!1 = !{i32 7, !"openmp", i32 51}
!2 = !{i32 1}
!3 = !{i32 2}
)"),
               TargetKind::Amdgpu, 3);
  Positions OfB = Few.definersOf("b");
  ASSERT_EQ(OfB.size(), 1u);
  ASSERT_EQ(Many.definersOf("b"), OfB);
  EXPECT_TRUE(Few.Parts[OfB[0]]->getNamedValue("state$part"));
  EXPECT_EQ(bytesOf(*Few.Parts[OfB[0]]), bytesOf(*Many.Parts[OfB[0]]));
}

TEST(Partition, AFunctionSeenFromOutsideIsDefinedForAllOnce) {
  InParts M(R"(
define amdgpu_kernel void @a() {
  call void @library()
  ret void
}
define amdgpu_kernel void @b() {
  call void @library()
  ret void
}
define void @library() {
  ret void
})",
            TargetKind::Amdgpu, 4);
  unsigned Visible = 0;
  for (size_t Part : M.definersOf("library"))
    Visible += !M.Parts[Part]->getFunction("library")->hasLocalLinkage();
  EXPECT_EQ(Visible, 1u);
}

TEST(Partition, WhatKernelsOfOtherObjectsCallHasOneMemoryOfTheTeam) {
  InParts M(R"(
@place = internal addrspace(3) global i32 undef
define amdgpu_kernel void @kernel() {
  store i32 1, ptr addrspace(3) @place
  ret void
}
define void @enter() {
  store i32 1, ptr addrspace(3) @place
  ret void
}
define i32 @level() {
  %level = load i32, ptr addrspace(3) @place
  ret i32 %level
}
define i32 @constant() {
  ret i32 1
})",
            TargetKind::Amdgpu, 4);
  EXPECT_EQ(M.Parts.size(), 2u);
  for (StringRef Name : {"kernel", "enter", "level", "place"})
    EXPECT_EQ(M.definersOf(Name), Positions({0})) << Name.str();
}

TEST(Partition, AProcessorsFunctionsAreNotCopied) {
  InParts M(R"(
$group = comdat any
@state = internal global i32 0
@calls = internal global [1 x ptr] [ptr @first]
@jumps = internal constant [1 x ptr] [ptr blockaddress(@third, %target)]
@name = alias void (), ptr @second

define void @first() comdat($group) {
  store i32 1, ptr @state
  call void @second()
  ret void
}
define internal void @second() {
  ret void
}
define void @third() {
  call void @name()
  br label %target
target:
  ret void
}
define void @fourth() {
  call void @first()
  call void @name()
  ret void
})",
            TargetKind::Host, 4);
  EXPECT_GT(M.Parts.size(), 1u);
  for (StringRef Name : {"first", "second$part", "third", "fourth",
                         "state$part", "calls$part", "name"})
    EXPECT_EQ(M.definersOf(Name).size(), 1u) << Name.str();
  EXPECT_EQ(M.definersOf("third"), Positions({0}));
  EXPECT_EQ(M.definersOf("name"), Positions({0}));
}

} // namespace
