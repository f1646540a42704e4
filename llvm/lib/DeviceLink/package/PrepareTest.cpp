//===- PrepareTest.cpp - From linked bitcode to a package -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step is tested on a few lines of IR that show its rule.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Prepare.h"
#include "ompjit/DeviceLink/DeviceGroup.h"

#include "package/NumbersAsPointers.h"
#include "support/TestModules.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace ompjit::devicelink;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

std::vector<std::string> namesOf(ArrayRef<Entry> Entries) {
  std::vector<std::string> Names;
  for (const Entry &E : Entries)
    Names.push_back(E.Value->getName().str());
  return Names;
}

/// Returns what is shared in a module without any entry.
std::vector<std::string> sharedIn(StringRef Text) {
  LLVMContext Context;
  auto M = parse(Context, Text);
  internalize(*M, {});
  PreparedModule Prepared = exposeSharedState(std::move(M), {});
  EXPECT_FALSE(verifyModule(*Prepared.M, &errs()));
  return namesOf(Prepared.SharedState);
}

constexpr char EntryType[] =
    "%entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }\n";

TEST(NormalizeNames, DropsDeviceAndInode) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    define void @__omp_offloading_fe00_a723c6_main_l19() { ret void }
    define internal void @__omp_offloading_fe00_a723c6_main_l19.omp_outlined() { ret void }
    define void @__omp_offloading_main() { ret void }
    define void @__omp_offloading_zz_1_f_l1() { ret void }
  )");
  normalizeNames(*M);
  std::vector<std::string> Names;
  for (Function &F : *M)
    Names.push_back(F.getName().str());
  EXPECT_THAT(Names, ElementsAre("__omp_offloading_main_l19",
                                 "__omp_offloading_main_l19.omp_outlined",
                                 "__omp_offloading_main",
                                 "__omp_offloading_zz_1_f_l1"));
}

TEST(NormalizeNames, KeepsEqualNamesApart) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    define void @__omp_offloading_1_2_f_l1() { ret void }
    define void @__omp_offloading_1_3_f_l1() { ret void }
    define void @__omp_offloading_1_4_f_l1() { ret void }
  )");
  normalizeNames(*M);
  EXPECT_TRUE(M->getFunction("__omp_offloading_f_l1"));
  EXPECT_TRUE(M->getFunction("__omp_offloading_f_l1.1"));
  EXPECT_TRUE(M->getFunction("__omp_offloading_f_l1.2"));
}

TEST(NormalizeNames, ReachesMetadata) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    define void @f(ptr %p) {
      %v = load i32, ptr %p, !alias.scope !0
      store i32 %v, ptr %p, !noalias !3
      ret void
    }
    !0 = !{!1}
    !1 = distinct !{!1, !2, !"__omp_offloading_fe00_a8_main_l3.omp_outlined: argument 0"}
    !2 = distinct !{!2, !"x__omp_offloading_fe00_a8_main_l3"}
    !3 = !{!4}
    !4 = distinct !{!4, !2, !"__omp_offloading_main_l3.omp_outlined: argument 0"}
  )");
  normalizeNames(*M);
  std::string Text;
  raw_string_ostream Stream(Text);
  M->print(Stream, nullptr);
  EXPECT_EQ(Text.find("fe00"), std::string::npos) << Text;
  EXPECT_THAT(Text, HasSubstr("x__omp_offloading_main_l3"));
}

TEST(NormalizeNames, DropsNamesMadeFromHashes) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    @anon.0123456789abcdef.0 = private constant i32 1
    @anon.visible = global i32 1
    @"\01asm" = global i32 1
  )");
  normalizeNames(*M);
  EXPECT_FALSE(M->getNamedValue("anon.0123456789abcdef.0"));
  EXPECT_TRUE(M->getNamedValue("anon.visible"));
  EXPECT_TRUE(M->getNamedValue("asm"));
}

TEST(TakeEntries, ReadsKernelsAndVariables) {
  LLVMContext Context;
  auto M = parse(Context, std::string(EntryType) + R"(
    @v = protected global i32 3
    @name.v = internal constant [2 x i8] c"v\00", section ".llvm.rodata.offloading"
    @.offloading.entry.v = weak constant %entry { i64 0, i16 1, i16 1, i32 0, ptr @v, ptr @name.v, i64 4, i64 0, ptr null }, section "llvm_offload_entries"
    @name.k = internal constant [2 x i8] c"k\00", section ".llvm.rodata.offloading"
    @.offloading.entry.k = weak constant %entry { i64 0, i16 1, i16 1, i32 0, ptr @k, ptr @name.k, i64 0, i64 0, ptr null }, section "llvm_offload_entries"
    @l_decl_tgt_ref_ptr = weak global ptr null
    @.v.ref = internal constant ptr @v
    @llvm.compiler.used = appending global [1 x ptr] [ptr @.v.ref], section "llvm.metadata"
    define weak_odr protected void @k(ptr %env) {
      %place = load ptr, ptr @l_decl_tgt_ref_ptr, align 64
      ret void
    }
    !omp_offload.info = !{!0}
    !0 = !{i32 0}
  )");
  auto Entries = takeEntries(*M);
  ASSERT_TRUE(bool(Entries));
  EXPECT_THAT(namesOf(*Entries), ElementsAre("v", "k", "l_decl_tgt_ref_ptr"));
  // The load has the alignment of the pointer, not of what it points to.
  for (Instruction &I : instructions(*M->getFunction("k")))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      EXPECT_EQ(Load->getAlign(), Align(8));
  EXPECT_FALSE((*Entries)[0].IsKernel);
  EXPECT_TRUE((*Entries)[1].IsKernel);
  EXPECT_FALSE(M->getNamedValue(".offloading.entry.v"));
  EXPECT_FALSE(M->getNamedValue("name.k"));
  EXPECT_FALSE(M->getNamedValue("llvm.compiler.used"));
  EXPECT_FALSE(M->getNamedMetadata("omp_offload.info"));
}

TEST(TakeEntries, NamesMayHaveSomethingBehindThem) {
  LLVMContext Context;
  auto M = parse(Context, std::string(EntryType) + R"(
    @name.k = internal constant { [2 x i8], [30 x i8] } { [2 x i8] c"k\00", [30 x i8] zeroinitializer }, section ".llvm.rodata.offloading", align 32
    @.offloading.entry.k = weak constant %entry { i64 0, i16 1, i16 1, i32 0, ptr @k, ptr @name.k, i64 0, i64 0, ptr null }, section "llvm_offload_entries"
    define weak_odr protected void @k(ptr %env) { ret void }
  )");
  auto Entries = takeEntries(*M);
  ASSERT_TRUE(bool(Entries));
  EXPECT_THAT(namesOf(*Entries), ElementsAre("k"));
}

TEST(TakeEntries, MemoryOfATeamIsNoEntry) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    target triple = "nvptx64-nvidia-cuda"
    @state = protected global i32 5
    @scratch = weak addrspace(3) global [32 x i32] poison
    define protected ptx_kernel void @k() { ret void }
  )");
  auto Entries = takeEntries(*M);
  ASSERT_TRUE(bool(Entries));
  EXPECT_THAT(namesOf(*Entries), ElementsAre("state", "k"));
}

TEST(TakeEntries, PutsFunctionsInPlaceOfAliases) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    @c1 = alias void (), ptr @c2
    define void @c2() { ret void }
    define void @f() { call void @c1() ret void }
  )");
  ASSERT_TRUE(bool(takeEntries(*M)));
  EXPECT_FALSE(M->getNamedValue("c1"));
  EXPECT_TRUE(M->getFunction("c2")->hasOneUse());
}

TEST(RetypeNumbers, TakesNumbersOutOfPointers) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    @table = global ptr @k
    define void @k(ptr %env, ptr readnone %n, ptr %x, ptr %factor, ptr %where, ptr %none) {
      %bits = ptrtoint ptr %n to i64
      %count = trunc i64 %bits to i32
      store i32 %count, ptr %x
      %word = ptrtoint ptr %factor to i64
      %real = bitcast i64 %word to double
      store double %real, ptr %x
      %address = ptrtoint ptr %where to i64
      store i64 %address, ptr %x
      ret void
    }
  )");
  const Function *Kernel = retypeNumbers(*M->getFunction("k"));
  EXPECT_FALSE(verifyModule(*M, &errs()));
  EXPECT_EQ(Kernel, M->getFunction("k"));
  EXPECT_EQ(M->getNamedGlobal("table")->getInitializer(), Kernel);
  std::vector<bool> AreIntegers;
  for (const Argument &A : Kernel->args())
    AreIntegers.push_back(A.getType()->isIntegerTy(64));
  EXPECT_THAT(AreIntegers, ElementsAre(false, true, false, true, false, false));
  EXPECT_FALSE(Kernel->getArg(1)->hasAttribute(Attribute::ReadNone));
  EXPECT_EQ(retypeNumbers(*M->getFunction("k")), Kernel);
}

TEST(SharedState, HoldsMutableVariables) {
  EXPECT_THAT(sharedIn(R"(
    @m = internal global i32 1
    @common = common global i32 0
    @c = internal constant i32 1
    @elsewhere = external global i32
  )"),
              ElementsAre("m", "common"));
}

TEST(SharedState, HoldsFunctionsWhoseAddressIsData) {
  EXPECT_THAT(sharedIn(R"(
    @table = internal constant [1 x ptr] [ptr @in_table]
    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @ctor, ptr null }]
    declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
    declare void @elsewhere(ptr)
    define void @called() { ret void }
    define void @outlined() { ret void }
    define void @passed() { ret void }
    define void @stored() { ret void }
    define void @in_table() { ret void }
    define void @ctor() { ret void }
    define void @user(ptr %p) {
      call void @called()
      call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @outlined)
      call void @elsewhere(ptr @passed)
      store ptr @stored, ptr %p
      ret void
    }
  )"),
              ElementsAre("passed", "stored", "in_table", "table"));
}

TEST(SharedState, HoldsConstantsThatReachIt) {
  EXPECT_THAT(sharedIn(R"(
    @m = internal global [4 x i32] zeroinitializer
    @direct = internal unnamed_addr constant ptr getelementptr ([4 x i32], ptr @m, i64 0, i64 1)
    @twice = internal unnamed_addr constant { i32, ptr } { i32 1, ptr @direct }
    @other = internal constant ptr @number
    @number = internal unnamed_addr constant i32 1
  )"),
              ElementsAre("m", "direct", "twice"));
}

TEST(SharedState, HoldsConstantsWhoseAddressMayBeCompared) {
  EXPECT_THAT(sharedIn(R"(
    @compared = internal constant i32 1
    @anywhere = internal unnamed_addr constant i32 1
    @read = internal constant i32 1
    @_ZTI1A = internal constant i32 1
    define i1 @user(ptr %p) {
      %number = load i32, ptr @read
      %a = icmp eq ptr %p, @compared
      %b = icmp eq ptr %p, @anywhere
      %c = icmp eq ptr %p, @_ZTI1A
      ret i1 %a
    }
  )"),
              ElementsAre("compared"));
}

TEST(SharedState, GivesThreadLocalVariablesAFunction) {
  EXPECT_THAT(sharedIn("@t = internal thread_local(localexec) global i32 1"),
              ElementsAre("t", "t.ompjit.tls"));
}

TEST(SharedState, NamesWhatHasNoName) {
  EXPECT_THAT(sharedIn("@0 = private global i32 1\n"
                       "@1 = private global i32 2\n"),
              ElementsAre("ompjit.state", "ompjit.state.1"));
}

TEST(SharedState, HasNamesThatPtxCanSay) {
  EXPECT_THAT(sharedIn("target triple = \"nvptx64-nvidia-cuda\"\n"
                       "@0 = private global i32 1\n"
                       "@shared.0 = internal global i32 1\n"),
              ElementsAre("ompjit_$_state", "shared_$_0"));
}

TEST(SharedState, DecidesTheLinkage) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    $odr = comdat any
    @m = weak hidden global i32 1
    @c = protected constant i32 1
    define linkonce_odr hidden void @odr() comdat { ret void }
    define weak_odr protected void @kernel(ptr %env) { call void @odr() ret void }
    define available_externally void @elsewhere() { ret void }
  )");
  std::vector<Entry> Entries = {{"host", M->getFunction("kernel"), true}};
  internalize(*M, Entries);
  PreparedModule Prepared = exposeSharedState(std::move(M), Entries);
  Module &Result = *Prepared.M;
  for (StringRef Name : {"m", "kernel"}) {
    GlobalValue *Value = Result.getNamedValue(Name);
    EXPECT_TRUE(Value->hasExternalLinkage()) << Name.str();
    EXPECT_TRUE(Value->hasDefaultVisibility()) << Name.str();
    EXPECT_FALSE(Value->isDSOLocal()) << Name.str();
  }
  EXPECT_TRUE(Result.getNamedValue("c")->hasInternalLinkage());
  EXPECT_TRUE(Result.getNamedValue("odr")->hasInternalLinkage());
  EXPECT_FALSE(Result.getFunction("odr")->hasComdat());
  EXPECT_TRUE(Result.getFunction("elsewhere")->hasAvailableExternallyLinkage());
  EXPECT_EQ(Prepared.Kernels.size(), 1u);
  EXPECT_FALSE(Prepared.HasConstructors);
}

TEST(LinkBitcode, NamesBothDefinitions) {
  DeviceCode A = bitcodeOf("define i32 @_Z1fv() { ret i32 1 }", "a.o");
  DeviceCode B = bitcodeOf("define i32 @_Z1fv() { ret i32 2 }", "b.o");
  DeviceGroup Group{"x86_64-pc-linux-gnu", "generic", "", {&A, &B}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_FALSE(bool(M));
  EXPECT_THAT(toString(M.takeError()),
              AllOf(HasSubstr("a.o"), HasSubstr("b.o"), HasSubstr("f()")));
}

TEST(LinkBitcode, KeepsStaticVariablesApart) {
  DeviceCode A = bitcodeOf("@s = internal global i32 1\n"
                           "define ptr @a() { ret ptr @s }",
                           "a.o");
  DeviceCode B = bitcodeOf("@s = internal global i32 2\n"
                           "define ptr @b() { ret ptr @s }",
                           "b.o");
  DeviceGroup Group{"x86_64-pc-linux-gnu", "generic", "", {&A, &B}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ((*M)->global_size(), 2u);
}

TEST(LinkBitcode, PrefersTheStrongDefinition) {
  DeviceCode A = bitcodeOf("define weak i32 @f() { ret i32 1 }", "a.o");
  DeviceCode B = bitcodeOf("define i32 @f() { ret i32 2 }", "b.o");
  DeviceGroup Group{"x86_64-pc-linux-gnu", "generic", "", {&A, &B}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_TRUE(bool(M));
  EXPECT_TRUE((*M)->getFunction("f")->hasExternalLinkage());
}

TEST(LinkBitcode, MakesOneListOfWhatIsUsed) {
  DeviceCode A = bitcodeOf(
      "@a = weak addrspace(1) constant i8 1\n"
      "@b = weak addrspace(3) global i8 undef\n"
      "@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr "
      "addrspacecast (ptr addrspace(1) @a to ptr)], section \"llvm.metadata\"\n"
      "@llvm.compiler.used.1 = appending addrspace(1) global [1 x ptr] [ptr "
      "addrspacecast (ptr addrspace(3) @b to ptr)], section "
      "\"llvm.metadata\"\n",
      "a.o");
  DeviceGroup Group{"amdgcn-amd-amdhsa", "gfx90a", "", {&A}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_TRUE(bool(M));
  EXPECT_EQ((*M)->global_size(), 3u);
  SmallVector<GlobalValue *> Used;
  collectUsedGlobalVariables(**M, Used, /*CompilerUsed=*/true);
  EXPECT_EQ(Used.size(), 2u);
}

TEST(LinkBitcode, FurtherListsHaveNoPointForNvidia) {
  DeviceCode A = bitcodeOf(
      "@a = weak constant i8 1\n"
      "@b = weak constant i8 2\n"
      "@llvm.compiler.used = appending global [1 x ptr] [ptr @a], section "
      "\"llvm.metadata\"\n"
      "@llvm.compiler.used1 = appending global [1 x ptr] [ptr @b], section "
      "\"llvm.metadata\"\n",
      "a.o");
  DeviceGroup Group{"nvptx64-nvidia-cuda", "sm_90", "", {&A}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_TRUE(bool(M));
  EXPECT_FALSE((*M)->getNamedValue("llvm.compiler.used1"));
  SmallVector<GlobalValue *> Used;
  collectUsedGlobalVariables(**M, Used, /*CompilerUsed=*/true);
  EXPECT_EQ(Used.size(), 2u);
}

TEST(LinkBitcode, RefusesCompiledCode) {
  DeviceCode A;
  A.Source = "a.o";
  A.Triple = "x86_64-pc-linux-gnu";
  A.Image = MemoryBuffer::getMemBufferCopy("\x7f"
                                           "ELF");
  DeviceGroup Group{A.Triple, "generic", "", {&A}};
  LLVMContext Context;
  auto M = linkBitcode(Context, Group);
  ASSERT_FALSE(bool(M));
  EXPECT_THAT(toString(M.takeError()),
              AllOf(HasSubstr("a.o"), HasSubstr("-fopenmp-target-jit")));
}

} // namespace
