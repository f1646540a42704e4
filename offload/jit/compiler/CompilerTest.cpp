//===- CompilerTest.cpp - Tests of the compile service --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These tests check what the produced images do. CompilerErrorTest.cpp tests
// errors.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "ompjit/KernelCounts.h"
#include "ompjit/Support/BuildId.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <dlfcn.h>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit::test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

CompileResult succeed(const std::string &Package,
                      const CompileRequest &Request) {
  CompileResult Result = compile(Package, Request);
  EXPECT_TRUE(Result.Ok) << Result.Message;
  return Result;
}

// out[i] = a * in[i] + n for i < n, through a broker and a function.
constexpr char Axpy[] = R"(
declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)
define void @axpy(ptr %env, i64 %n, i64 %a, ptr %in, ptr %out) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @loc, i32 4,
    ptr @outlined, i64 %n, i64 %a, ptr %in, ptr %out)
  ret void
}
@loc = private constant { i32, i32, i32, i32, ptr } { i32 0, i32 2, i32 0, i32 22, ptr @name }
@name = private constant [23 x i8] c";unknown;unknown;0;0;;\00"
declare i32 @omp_get_thread_num()
define internal void @outlined(ptr %gtid, ptr %btid, i64 %n, i64 %a, ptr %in, ptr %out) {
  %t = call i32 @omp_get_thread_num()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %work, label %end
work:
  %n.i32 = trunc i64 %n to i32
  %a.f = bitcast i64 %a to double
  call void @loop(i32 %n.i32, double %a.f, ptr %in, ptr %out)
  br label %end
end:
  ret void
}
define internal void @loop(i32 %n, double %a, ptr %in, ptr %out) {
  %n.f = sitofp i32 %n to double
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %body, label %end
body:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %pi = getelementptr double, ptr %in, i32 %i
  %x = load double, ptr %pi
  %m = fmul double %a, %x
  %s = fadd double %m, %n.f
  %po = getelementptr double, ptr %out, i32 %i
  store double %s, ptr %po
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %end
end:
  ret void
}
!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
)";
constexpr uint64_t GarbageAbove = 0xdeadbeef00000000;
using AxpyKernel = void(void *, uint64_t, uint64_t, const double *, double *);

std::string axpyPackage() { return makePackage(Axpy, {{"axpy", "ispp"}}); }

uint64_t bitsOf(double Value) {
  uint64_t Bits;
  std::memcpy(&Bits, &Value, sizeof(Bits));
  return Bits;
}

std::vector<double> runAxpy(const Image &Image, uint64_t N, double A) {
  LoadedImage Loaded(Image);
  std::vector<double> In = {1, 2, 3, 4, 5, 6, 7, 8}, Out(8, -1);
  Loaded.get<AxpyKernel>("axpy")(nullptr, N, bitsOf(A), In.data(), Out.data());
  return Out;
}

TEST(Compiler, GenericKernelComputes) {
  Image Image = succeed(axpyPackage(), kernelRequest("axpy")).Output;
  EXPECT_THAT(runAxpy(Image, GarbageAbove | 3, 0.5),
              ElementsAre(3.5, 4, 4.5, -1, -1, -1, -1, -1));
  EXPECT_THAT(Image.Slots, IsEmpty());
}

/// Cache keys name the service by it.
TEST(Compiler, HasTheDigestOfItsSources) {
  const auto *Entry = reinterpret_cast<const void *>(service());
  const std::string Id = sourceIdInMemory(Entry);
  EXPECT_THAT(Id, testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(Id.size(), 64u);
  EXPECT_EQ(buildIdInMemory(Entry).size(), 40u);
  Dl_info Info;
  ASSERT_TRUE(::dladdr(Entry, &Info));
  const Result<std::string> InFile = readSourceId(Info.dli_fname);
  ASSERT_TRUE(InFile) << InFile.error().message();
  EXPECT_EQ(*InFile, Id);
}

/// A kernel without loops of about so many instructions.
std::string straightPackage(unsigned NumInstructions) {
  std::string Text = "define void @straight(ptr %env, i64 %n, ptr %out) {\n"
                     "  %x0 = add i64 %n, 1\n";
  unsigned I = 0;
  for (; I < NumInstructions / 2; ++I) {
    const std::string Next = "%x" + std::to_string(I + 1);
    Text += "  %y" + Next.substr(2) + " = mul i64 %x" + std::to_string(I) +
            ", " + std::to_string(2 * I + 3) + "\n  " + Next + " = xor i64 %y" +
            Next.substr(2) + ", %n\n";
  }
  Text += "  store i64 %x" + std::to_string(I) + ", ptr %out\n  ret void\n}\n";
  return makePackage(Text, {{"straight", "sp"}});
}

uint64_t runStraight(const Image &Image) {
  LoadedImage Loaded(Image);
  uint64_t Out = 0;
  Loaded.get<void(void *, uint64_t, uint64_t *)>("straight")(nullptr, 7, &Out);
  return Out;
}

// It is other code than the optimised one of the same IR; so neither must be
// taken for the other.
TEST(Compiler, LargeQuickImageIsGeneratedFast) {
  const std::string Package = straightPackage(6000);
  CompileRequest Request = kernelRequest("straight");
  const Image Final = succeed(Package, Request).Output;
  Request.Passes = Pipeline::Quick;
  Request.KnownCodes = {Final.Code};
  const Image Quick = succeed(Package, Request).Output;
  EXPECT_FALSE(Quick.Bytes.empty());
  EXPECT_NE(Quick.Bytes, Final.Bytes);
  EXPECT_EQ(runStraight(Quick), runStraight(Final));
}

TEST(Compiler, SmallQuickImageOfStraightCodeIsTheFinalOne) {
  const std::string Package = straightPackage(600);
  CompileRequest Request = kernelRequest("straight");
  const Image Final = succeed(Package, Request).Output;
  Request.Passes = Pipeline::Quick;
  EXPECT_EQ(succeed(Package, Request).Output.Bytes, Final.Bytes);
}

TEST(Compiler, SpecializedKernelComputesTheSameAtEveryLevel) {
  std::string Package = axpyPackage();
  for (uint32_t Level = 0; Level <= 3; ++Level) {
    CompileRequest Generic = kernelRequest("axpy");
    CompileRequest Special = kernelRequest("axpy", {{0, 3}, {1, bitsOf(0.5)}});
    Generic.OptLevel = Special.OptLevel = Level;
    EXPECT_EQ(runAxpy(succeed(Package, Special).Output, GarbageAbove | 3, 0.5),
              runAxpy(succeed(Package, Generic).Output, GarbageAbove | 3, 0.5))
        << "level " << Level;
  }
}

TEST(Compiler, SpecializedValuesReplaceTheArguments) {
  Image Image =
      succeed(axpyPackage(), kernelRequest("axpy", {{0, 2}, {1, bitsOf(10)}}))
          .Output;
  // The values that the launch passes do not matter any more.
  EXPECT_THAT(runAxpy(Image, 8, -1),
              ElementsAre(12, 22, -1, -1, -1, -1, -1, -1));
}

TEST(Compiler, BitsThatNobodyDemandsAreIgnored) {
  std::string Package = axpyPackage();
  CompileResult Clean = succeed(Package, kernelRequest("axpy", {{0, 2}}));
  CompileResult Dirty =
      succeed(Package, kernelRequest("axpy", {{0, GarbageAbove | 2}}));
  EXPECT_EQ(Clean.Output.Bytes, Dirty.Output.Bytes);
}

TEST(Compiler, EqualRequestsGiveEqualBytes) {
  std::string Package = axpyPackage();
  CompileRequest Request = kernelRequest("axpy", {{0, 5}});
  EXPECT_EQ(succeed(Package, Request).Output.encode(),
            succeed(Package, Request).Output.encode());
}

TEST(Compiler, NativeFeaturesAreUsed) {
  CompileRequest Request = kernelRequest("axpy");
  const bool IsX86 = ThisHost.Arch == "x86_64";
  Request.Arch = IsX86 ? "x86-64-v3" : "neoverse-v1";
  Request.Features = IsX86 ? "+fma,-avx512f" : "+sve";
  std::string Package = axpyPackage();
  EXPECT_NE(succeed(Package, Request).Output.Bytes,
            succeed(Package, kernelRequest("axpy")).Output.Bytes);
}

TEST(Compiler, TimesOfAllStagesAreReported) {
  CompileTimes Times =
      succeed(axpyPackage(), kernelRequest("axpy", {{0, 5}})).Times;
  EXPECT_GT(Times.Load, 0u);
  EXPECT_GT(Times.Specialize, 0u);
  EXPECT_GT(Times.Optimize, 0u);
  EXPECT_GT(Times.CodeGen, 0u);
  EXPECT_GT(Times.Link, 0u);
}

// Two kernels that share a counter, a static local, a table of functions and a
// thread_local variable, all with constructors in the base.
constexpr char Shared[] = R"(
@counter = global i32 0, align 4
@made = global i32 0, align 4
@mine = thread_local global i32 0, align 4
@table = constant [1 x ptr] [ptr @indirect]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]
  [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
define internal void @construct() {
  store i32 1000, ptr @made
  ret void
}
define ptr @mine.ompjit.tls() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  ret ptr %p
}
define i32 @indirect(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define internal i32 @count(i32 %by) {
  %old = load i32, ptr @counter
  %new = add i32 %old, %by
  store i32 %new, ptr @counter
  ret i32 %new
}
define void @first(ptr %env, i64 %by, ptr %out) {
  %by32 = trunc i64 %by to i32
  %v = call i32 @count(i32 %by32)
  store i32 %v, ptr %out
  %tls = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  store i32 %v, ptr %tls
  ret void
}
define void @second(ptr %env, ptr %out) {
  %v = call i32 @count(i32 1)
  store i32 %v, ptr %out
  %m = load i32, ptr @made
  %out1 = getelementptr i32, ptr %out, i32 1
  store i32 %m, ptr %out1
  %f = load ptr, ptr @table
  %r = call i32 %f(i32 14)
  %out2 = getelementptr i32, ptr %out, i32 2
  store i32 %r, ptr %out2
  %tls = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  %t = load i32, ptr %tls
  %out3 = getelementptr i32, ptr %out, i32 3
  store i32 %t, ptr %out3
  ret void
}
)";

std::string sharedPackage() {
  return makePackage(Shared, {{"first", "ip"}, {"second", "p"}});
}
using First = void(void *, uint64_t, int *);
using Second = void(void *, int *);

TEST(Compiler, KernelImagesShareTheBaseImage) {
  std::string Package = sharedPackage();
  CompileResult Base = succeed(Package, baseRequest());
  CompileResult Generic = succeed(Package, kernelRequest("first"));
  CompileResult Special = succeed(Package, kernelRequest("first", {{0, 7}}));
  CompileResult Other = succeed(Package, kernelRequest("second"));
  EXPECT_THAT(Special.Output.Slots,
              UnorderedElementsAre("counter", "mine.ompjit.tls"));
  EXPECT_THAT(
      Other.Output.Slots,
      UnorderedElementsAre("counter", "made", "table", "mine.ompjit.tls"));

  LoadedImage LoadedBase(Base.Output);
  LoadedImage LoadedGeneric(Generic.Output, &LoadedBase);
  LoadedImage LoadedSpecial(Special.Output, &LoadedBase);
  LoadedImage LoadedOther(Other.Output, &LoadedBase);
  EXPECT_EQ(LoadedBase.find("first"), nullptr);
  EXPECT_EQ(LoadedSpecial.find("counter"), nullptr);

  int Out[4] = {};
  LoadedGeneric.get<First>("first")(nullptr, 5, Out);
  EXPECT_EQ(Out[0], 5);
  LoadedSpecial.get<First>("first")(nullptr, 7, Out);
  EXPECT_EQ(Out[0], 12);
  LoadedOther.get<Second>("second")(nullptr, Out);
  EXPECT_THAT(Out, ElementsAre(13, 1000, 42, 12));
  EXPECT_EQ(*LoadedBase.get<int>("counter"), 13);
  // Another thread has another thread_local variable.
  std::thread([&] { LoadedOther.get<Second>("second")(nullptr, Out); }).join();
  EXPECT_THAT(Out, ElementsAre(14, 1000, 42, 0));
}

TEST(Compiler, WholeImageIsItsOwnBase) {
  CompileRequest Request = baseRequest();
  Request.Kind = ImageKind::Whole;
  CompileResult Whole = succeed(sharedPackage(), Request);
  EXPECT_THAT(Whole.Output.Slots, IsEmpty());
  LoadedImage Loaded(Whole.Output);
  int Out[4] = {};
  Loaded.get<First>("first")(nullptr, 5, Out);
  Loaded.get<Second>("second")(nullptr, Out);
  EXPECT_THAT(Out, ElementsAre(6, 1000, 42, 5));
  EXPECT_EQ(*Loaded.get<int>("counter"), 6);
}

TEST(Compiler, DestructorsRunWhenTheBaseIsUnloaded) {
  std::string Package = makePackage(R"(
@__dso_handle = external hidden global i8
@report = global ptr null
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]
  [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]
declare i32 @__cxa_atexit(ptr, ptr, ptr)
define void @destroy(ptr %object) {
  %to = load ptr, ptr %object
  store i32 1, ptr %to
  ret void
}
define internal void @construct() {
  %r = call i32 @__cxa_atexit(ptr @destroy, ptr @report, ptr @__dso_handle)
  ret void
}
)",
                                    {});
  CompileResult Base = succeed(Package, baseRequest());
  int Destroyed = 0;
  {
    LoadedImage Loaded(Base.Output);
    *Loaded.get<int *>("report") = &Destroyed;
    EXPECT_EQ(Destroyed, 0);
  }
  EXPECT_EQ(Destroyed, 1);
}

// Debug information is also read lazily, and refers to what is dropped.
constexpr char WithDebugInformation[] = R"(
@counter = global i64 0, !dbg !9
@unused = internal constant i64 7, !dbg !12
define void @kernel(ptr %env, i64 %n) !dbg !4 {
    #dbg_value(i64 %n, !7, !DIExpression(), !8)
  store i64 %n, ptr @counter, !dbg !8
  ret void, !dbg !8
}
define void @other(ptr %env) !dbg !6 {
  ret void, !dbg !14
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !{!9, !12})
!1 = !DIFile(filename: "kernel.c", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "other", file: !1, line: 9, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "n", scope: !4, file: !1, line: 1, type: !11)
!8 = !DILocation(line: 2, scope: !4)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 1, type: !11, isDefinition: true)
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "unused", scope: !0, file: !1, line: 1, type: !11, isLocal: true, isDefinition: true)
!14 = !DILocation(line: 9, scope: !6)
)";

TEST(Compiler, DebugInformationReachesTheImages) {
  std::string Package =
      makePackage(WithDebugInformation, {{"kernel", "s"}, {"other", ""}});
  CompileResult Base = succeed(Package, baseRequest());
  CompileResult Kernel = succeed(Package, kernelRequest("kernel", {{0, 42}}));
  CompileRequest Whole = baseRequest();
  Whole.Kind = ImageKind::Whole;
  for (const CompileResult &Result : {Base, Kernel, succeed(Package, Whole)})
    EXPECT_THAT(Result.Output.Bytes, HasSubstr(".debug_info"));

  LoadedImage LoadedBase(Base.Output), Loaded(Kernel.Output, &LoadedBase);
  Loaded.get<void(void *, uint64_t)>("kernel")(nullptr, 0);
  EXPECT_EQ(*LoadedBase.get<uint64_t>("counter"), 42u);
}

std::vector<std::string> namesOf(const std::vector<CompileText> &Texts) {
  std::vector<std::string> Names;
  for (const CompileText &Each : Texts)
    Names.push_back(Each.Name);
  return Names;
}

TEST(Compiler, TextsShowTheStagesAndChangeNothing) {
  CompileRequest Request = kernelRequest("axpy", {{0, 3}, {1, bitsOf(0.5)}});
  const CompileResult Silent = succeed(axpyPackage(), Request);
  EXPECT_THAT(Silent.Texts, IsEmpty());
  Request.WantsTexts = true;
  const CompileResult Result = succeed(axpyPackage(), Request);
  EXPECT_EQ(Result.Output.encode(), Silent.Output.encode());
  ASSERT_THAT(namesOf(Result.Texts), ElementsAre("before.ll", "after.ll", "s"));
  EXPECT_THAT(Result.Texts[0].Text, HasSubstr("fmul double"));
  EXPECT_THAT(Result.Texts[0].Text, Not(HasSubstr("5.0")));
  EXPECT_THAT(Result.Texts[1].Text, HasSubstr("define void @axpy("));
  EXPECT_THAT(Result.Texts[1].Text, HasSubstr("5.0"));
  EXPECT_THAT(Result.Texts[2].Text, HasSubstr("axpy:"));
}

TEST(Compiler, TextsOfWhatFailsAreThere) {
  CompileRequest Request = kernelRequest("axpy");
  Request.WantsTexts = true;
  Request.Fault = "fail@generate";
  CompileResult Failed = compile(axpyPackage(), Request);
  EXPECT_FALSE(Failed.Ok);
  EXPECT_THAT(namesOf(Failed.Texts), ElementsAre("before.ll", "after.ll", "s"));
  Request.Fault = "fatal@optimise";
  Failed = compile(axpyPackage(), Request);
  EXPECT_FALSE(Failed.Ok);
  EXPECT_THAT(namesOf(Failed.Texts), ElementsAre("before.ll"));
}

// out = mode > 2 ? 1 : 2
constexpr char Modes[] = R"(
define void @modes(ptr %env, i64 %mode, ptr %out) {
  %is.large = icmp ugt i64 %mode, 2
  %v = select i1 %is.large, i64 1, i64 2
  store i64 %v, ptr %out
  ret void
}
)";

TEST(Compiler, CodeTellsWhatAFactIsWorth) {
  const std::string Package = makePackage(Modes, {{"modes", "sp"}});
  auto CodeFor = [&](const Scalars &Values) {
    return succeed(Package, kernelRequest("modes", Values)).Output.Code;
  };
  const std::string Three = CodeFor({{0, 3}});
  EXPECT_EQ(Three.size(), 16u);
  EXPECT_EQ(CodeFor({{0, 5}}), Three);
  EXPECT_NE(CodeFor({{0, 1}}), Three);
  EXPECT_NE(CodeFor({}), Three);
  EXPECT_EQ(succeed(sharedPackage(), baseRequest()).Output.Code, "");
}

TEST(Compiler, KnownCodeIsNotGeneratedAgain) {
  const std::string Package = makePackage(Modes, {{"modes", "sp"}});
  const Image Three = succeed(Package, kernelRequest("modes", {{0, 3}})).Output;
  CompileRequest Request = kernelRequest("modes", {{0, 5}});
  Request.KnownCodes = {"something else", Three.Code};
  const CompileResult Same = succeed(Package, Request);
  EXPECT_EQ(Same.Output.Code, Three.Code);
  EXPECT_EQ(Same.Output.Bytes, "");
  EXPECT_EQ(Same.Times.CodeGen, 0u);
  Request = kernelRequest("modes", {{0, 1}});
  Request.KnownCodes = {Three.Code};
  const CompileResult Other = succeed(Package, Request);
  EXPECT_NE(Other.Output.Bytes, "");
}

/// Returns what an image of \p axpy for three iterations counts in one run.
KernelCounts countsOfAxpy() {
  CompileRequest Request = kernelRequest("axpy", {{0, 3}});
  Request.IsCounting = true;
  const Image Counting = succeed(axpyPackage(), Request).Output;
  Result<KernelCounts> Counts = KernelCounts::decode(Counting.Counters);
  if (!Counts) {
    ADD_FAILURE() << Counts.error().message();
    return {};
  }
  EXPECT_TRUE(Counts->areZero());
  const LoadedImage Loaded(Counting);
  std::vector<double> In(8), Out(8);
  Loaded.get<AxpyKernel>("axpy")(nullptr, 3, 0, In.data(), Out.data());
  Counts->add(Loaded.get<uint64_t>(CountersSymbol));
  return *Counts;
}

TEST(Compiler, AnImageCountsItsBlocksInEachFunction) {
  const KernelCounts Counts = countsOfAxpy();
  // The kernel, the function that the broker calls in each thread, of which one
  // has work, and the loop, which the compiler knows to make more than one turn
  // for these arguments, and the counters do not.
  ASSERT_EQ(Counts.Functions.size(), 3u);
  EXPECT_THAT(Counts.Functions[0].Counters, ElementsAre(1));
  EXPECT_THAT(Counts.Functions[1].Counters, Contains(1));
  EXPECT_THAT(Counts.Functions[2].Counters, UnorderedElementsAre(0, 1, 2));
}

TEST(Compiler, CountsBecomeWeights) {
  CompileRequest Request = kernelRequest("axpy");
  Request.WantsTexts = true;
  Request.Counts = countsOfAxpy().encode();
  const CompileResult Used = succeed(axpyPackage(), Request);
  EXPECT_FALSE(Used.HasUnfitCounts);
  EXPECT_THAT(Used.Texts[1].Text,
              HasSubstr("!\"function_entry_count\", i64 1"));
  EXPECT_EQ(Used.Output.Counters, "");
  EXPECT_THAT(runAxpy(Used.Output, 3, 0.5),
              ElementsAre(3.5, 4, 4.5, -1, -1, -1, -1, -1));
}

TEST(Compiler, CountsOfOtherCodeChangeNothing) {
  CompileRequest Request = kernelRequest("axpy");
  const Image Usual = succeed(axpyPackage(), Request).Output;
  KernelCounts Other = countsOfAxpy();
  ++Other.Functions[2].CodeHash;
  Request.Counts = Other.encode();
  const CompileResult Unfit = succeed(axpyPackage(), Request);
  EXPECT_TRUE(Unfit.HasUnfitCounts);
  EXPECT_EQ(Unfit.Output.encode(), Usual.encode());
  Request.Counts = "nonsense";
  EXPECT_THAT(compile(axpyPackage(), Request).Message,
              HasSubstr("counters: damaged counts"));
}

std::string codeBy(Pipeline Passes, const std::string &Package,
                   CompileRequest Request) {
  Request.Passes = Passes;
  return succeed(Package, Request).Output.Code;
}

TEST(Compiler, LoopsGetTheFullPipeline) {
  const std::string Loops = axpyPackage();
  const CompileRequest Loop = kernelRequest("axpy");
  const std::string Auto = codeBy(Pipeline::Auto, Loops, Loop);
  EXPECT_EQ(Auto, codeBy(Pipeline::Full, Loops, Loop));
  EXPECT_NE(Auto, codeBy(Pipeline::Quick, Loops, Loop));
  const std::string Straight = makePackage(Modes, {{"modes", "sp"}});
  const CompileRequest Mode = kernelRequest("modes", {{0, 3}});
  EXPECT_EQ(codeBy(Pipeline::Auto, Straight, Mode),
            codeBy(Pipeline::Quick, Straight, Mode));
}

TEST(Compiler, QuickImagesComputeTheSame) {
  CompileRequest Request = kernelRequest("axpy", {{0, 3}});
  Request.Passes = Pipeline::Quick;
  for (uint32_t Level = 0; Level <= 3; ++Level) {
    Request.OptLevel = Level;
    EXPECT_THAT(runAxpy(succeed(axpyPackage(), Request).Output, 8, 0.5),
                ElementsAre(3.5, 4, 4.5, -1, -1, -1, -1, -1));
  }
}

TEST(Compiler, ThreadsCompileAtOnce) {
  std::string Package = axpyPackage();
  std::string Expected =
      succeed(Package, kernelRequest("axpy", {{0, 4}})).Output.encode();
  std::vector<std::thread> Threads;
  for (int Thread = 0; Thread != 8; ++Thread)
    Threads.emplace_back([&] {
      for (int Round = 0; Round != 3; ++Round)
        EXPECT_EQ(
            succeed(Package, kernelRequest("axpy", {{0, 4}})).Output.encode(),
            Expected);
    });
  for (std::thread &Thread : Threads)
    Thread.join();
}

} // namespace
