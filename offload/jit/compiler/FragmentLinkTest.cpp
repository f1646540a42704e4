//===- FragmentLinkTest.cpp - Tests of links of fragments -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "ompjit/Package.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace ompjit;
using namespace ompjit::jit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

// out[i] = measure(in[i], factor) + shift.a + shift.b, for the thread i.
constexpr char Search[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { double, [3 x double] }
declare float @measure(float, float)
declare i32 @__ompjit_grid_index(i32) memory(none)
define internal i32 @self() noinline {
  %thread = call i32 @__ompjit_grid_index(i32 0)
  %block = call i32 @__ompjit_grid_index(i32 3)
  %size = call i32 @__ompjit_grid_index(i32 6)
  %before = mul i32 %block, %size
  %self = add i32 %before, %thread
  ret i32 %self
}
define void @search(ptr %in, float %factor, ptr byval(%pair) align 8 %shift, ptr %out, i32 %n) {
  %i = call i32 @self()
  %some = icmp slt i32 %i, %n
  br i1 %some, label %work, label %end
work:
  %pi = getelementptr float, ptr %in, i32 %i
  %x = load float, ptr %pi
  %m = call float @measure(float %x, float %factor)
  %a = load double, ptr %shift
  %pb = getelementptr %pair, ptr %shift, i32 0, i32 1, i32 2
  %b = load double, ptr %pb
  %ab = fadd double %a, %b
  %s = fptrunc double %ab to float
  %r = fadd float %m, %s
  %po = getelementptr float, ptr %out, i32 %i
  store float %r, ptr %po
  br label %end
end:
  ret void
}
)";
constexpr char Product[] = R"(
define float @measure(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}
)";
constexpr char Sum[] = R"(
define float @measure(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
)";

CompileRequest linkRequest(const std::string &EntryPoint) {
  CompileRequest Request = kernelRequest(EntryPoint);
  Request.Kind = ImageKind::Package;
  return Request;
}

std::string link(const std::vector<TestFragment> &Fragments) {
  CompileResult Result =
      compile(makeFragments(Fragments), linkRequest("search"));
  EXPECT_TRUE(Result.Ok) << Result.Message;
  return Result.Output.Bytes;
}

std::string failureOf(const std::vector<TestFragment> &Fragments,
                      const std::string &EntryPoint = "search") {
  CompileResult Result =
      compile(makeFragments(Fragments), linkRequest(EntryPoint));
  EXPECT_FALSE(Result.Ok);
  return Result.Message;
}

uint64_t bitsOf(float Value) {
  uint32_t Bits;
  std::memcpy(&Bits, &Value, sizeof(Bits));
  return Bits;
}

std::vector<float> run(const Image &Image) {
  LoadedImage Loaded(Image);
  std::vector<float> In = {1, 2, 3, 4, 5, 6, 7}, Out(7, -1);
  // A double word arrives in the register of an integer.
  auto *Kernel =
      Loaded.get<void(void *, const float *, uint64_t, uint64_t, uint64_t,
                      uint64_t, uint64_t, float *, uint64_t, uint64_t, uint64_t,
                      uint64_t, uint64_t, uint64_t, uint64_t)>("search");
  auto Word = [](double Value) {
    uint64_t Bits;
    std::memcpy(&Bits, &Value, sizeof(Bits));
    return Bits;
  };
  Kernel(nullptr, In.data(), bitsOf(2), Word(10), Word(-1), Word(-1), Word(20),
         Out.data(), 6, 2, 1, 1, 4, 1, 1);
  return Out;
}

TEST(FragmentLink, LinksAKernelThatComputes) {
  const std::string Linked = link({{"search", Search}, {"product", Product}});
  CompileResult Compiled = compile(Linked, kernelRequest("search"));
  ASSERT_TRUE(Compiled.Ok) << Compiled.Message;
  EXPECT_THAT(run(Compiled.Output), ElementsAre(32, 34, 36, 38, 40, 42, -1));
}

TEST(FragmentLink, OtherFragmentsGiveAnotherKernel) {
  const std::string Linked = link({{"sum", Sum}, {"search", Search}});
  CompileResult Compiled = compile(Linked, kernelRequest("search"));
  ASSERT_TRUE(Compiled.Ok) << Compiled.Message;
  EXPECT_THAT(run(Compiled.Output), ElementsAre(33, 34, 35, 36, 37, 38, -1));
}

// out[0] += shift.a, for each thread.
constexpr char Count[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { double, [3 x double] }
define internal void @add(ptr %shift, ptr %out) noinline {
  %a = load volatile double, ptr %shift
  %before = load double, ptr %out
  %after = fadd double %before, %a
  store double %after, ptr %out
  ret void
}
define void @count(ptr byval(%pair) align 8 %shift, ptr %out) {
  call void @add(ptr %shift, ptr %out)
  ret void
}
)";

TEST(FragmentLink, StructuresTakeTheStackOfOneThreadAtATime) {
  const CompileResult Linked =
      compile(makeFragments({{"count", Count}}), linkRequest("count"));
  ASSERT_TRUE(Linked.Ok) << Linked.Message;
  const CompileResult Compiled =
      compile(Linked.Output.Bytes, kernelRequest("count"));
  ASSERT_TRUE(Compiled.Ok) << Compiled.Message;
  LoadedImage Loaded(Compiled.Output);
  auto *Kernel = Loaded.get<void(void *, uint64_t, uint64_t, uint64_t, uint64_t,
                                 double *, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t)>("count");
  double Sum = 0;
  // With 32 bytes for each of them, they would not fit on any usual stack.
  constexpr uint64_t NumThreads = 4'000'000, One = 0x3ff0000000000000;
  Kernel(nullptr, One, 0, 0, 0, &Sum, 1, 1, 1, NumThreads, 1, 1);
  EXPECT_EQ(Sum, NumThreads);
}

TEST(FragmentLink, ThePackageTellsWordsFromPointers) {
  const std::string Linked = link({{"search", Search}, {"product", Product}});
  Result<PackageView> View = PackageView::parse(Linked);
  ASSERT_TRUE(View) << View.error().message();
  ASSERT_EQ(View->numKernels(), 1u);
  const KernelInfo Kernel = View->kernel(0);
  EXPECT_EQ(Kernel.Symbol, "search");
  ASSERT_EQ(Kernel.NumParameters, 14u);
  using package::ParameterKind;
  EXPECT_EQ(View->parameter(Kernel, 0).Kind, ParameterKind::Pointer);
  EXPECT_EQ(View->parameter(Kernel, 1).Kind, ParameterKind::Scalar);
  EXPECT_EQ(View->parameter(Kernel, 6).Kind, ParameterKind::Pointer);
  EXPECT_FALSE(View->isFragments());
}

TEST(FragmentLink, EqualFragmentsGiveEqualPackages) {
  EXPECT_EQ(link({{"search", Search}, {"product", Product}}),
            link({{"search", Search}, {"product", Product}}));
}

TEST(FragmentLink, SpecialisesForValues) {
  const std::string Linked = link({{"search", Search}, {"product", Product}});
  CompileResult Compiled =
      compile(Linked, kernelRequest("search", {{1, bitsOf(3)}}));
  ASSERT_TRUE(Compiled.Ok) << Compiled.Message;
  EXPECT_THAT(run(Compiled.Output), ElementsAre(33, 36, 39, 42, 45, 48, -1));
}

// out[0] = a * b + c, where clang lets the target choose.
constexpr char Fused[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare float @llvm.fmuladd.f32(float, float, float)
define void @fused(float %a, float %b, float %c, ptr %out) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  store float %r, ptr %out
  ret void
}
)";
// The same in two steps, as always.
constexpr char Separate[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define void @fused(float %a, float %b, float %c, ptr %out) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  store float %r, ptr %out
  ret void
}
)";

// out[i] = out[i] * a, for all i below 1024.
constexpr char Loop[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define void @fused(float %a, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %p = getelementptr float, ptr %out, i64 %i
  %x = load float, ptr %p
  %r = fmul float %x, %a
  store float %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %some = icmp ult i64 %next, 1024
  br i1 %some, label %loop, label %end
end:
  ret void
}
)";

/// Returns the code of the kernel 'fused' that is linked with the options, as
/// it is before code generation.
std::string codeWith(const char *Fragment, const std::string &LinkOptions) {
  const CompileResult Linked = compile(
      makeFragments({{"fused", Fragment}}, LinkOptions), linkRequest("fused"));
  EXPECT_TRUE(Linked.Ok) << Linked.Message;
  CompileRequest Request = kernelRequest("fused");
  Request.WantsTexts = true;
  const CompileResult Compiled = compile(Linked.Output.Bytes, Request);
  EXPECT_TRUE(Compiled.Ok) << Compiled.Message;
  for (const CompileText &Each : Compiled.Texts)
    if (Each.Name == "after.ll")
      return Each.Text;
  return "no code";
}

TEST(FragmentLink, OptionsSayWhetherProductsAndSumsAreContracted) {
  EXPECT_THAT(codeWith(Fused, ""), HasSubstr("call float @llvm.fmuladd"));
  EXPECT_THAT(codeWith(Fused, "-ffp-contract=off"),
              AllOf(Not(HasSubstr("call float @llvm.fmuladd")),
                    HasSubstr("fmul float"), HasSubstr("fadd float")));
  EXPECT_THAT(codeWith(Separate, ""), HasSubstr("fmul float"));
  EXPECT_THAT(codeWith(Separate, "-ffp-contract=fast"),
              AllOf(HasSubstr("fmul contract float"),
                    HasSubstr("fadd contract float")));
}

TEST(FragmentLink, OptionsBoundTheLevel) {
  // The loop is vectorised at the usual level.
  EXPECT_THAT(codeWith(Loop, ""), HasSubstr("x float>"));
  EXPECT_THAT(codeWith(Loop, "-O1"), Not(HasSubstr("x float>")));
  EXPECT_THAT(codeWith(Loop, "-O0"), Not(HasSubstr("x float>")));
}

TEST(FragmentLink, UnknownOptionsAreErrors) {
  const CompileResult Linked =
      compile(makeFragments({{"fused", Fused}}, "-fast"), linkRequest("fused"));
  EXPECT_THAT(Linked.Message, HasSubstr("no link option '-fast'"));
}

TEST(FragmentLink, ErrorsNameFragmentsAndSymbols) {
  EXPECT_THAT(failureOf({{"search.frag", Search}}),
              AllOf(HasSubstr("kernel search"), HasSubstr("measure"),
                    HasSubstr("search.frag")));
  EXPECT_THAT(failureOf({{"search", Search}, {"a", Product}, {"b", Sum}}),
              AllOf(HasSubstr("measure"), HasSubstr("a"), HasSubstr("b")));
  EXPECT_THAT(failureOf({{"a", Product}}),
              HasSubstr("no fragment defines the entry point 'search'"));
  EXPECT_THAT(failureOf({{"a", Product}}, "measure"),
              HasSubstr("returns a value"));
}

// total += measure(x, 2), where total is shared with other kernels.
constexpr char Region[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@total = global float 0.0
declare float @measure(float, float) "ompjit-late-bound"
define void @region(ptr %env, i64 %bits) {
  %low = trunc i64 %bits to i32
  %x = bitcast i32 %low to float
  %m = call float @measure(float %x, float 2.0)
  %before = load float, ptr @total
  %after = fadd float %before, %m
  store float %after, ptr @total
  ret void
}
define void @other(ptr %env) {
  store float 0.0, ptr @total
  ret void
}
)";

CompileResult bind(const std::vector<TestFragment> &Fragments) {
  return compile(makeBinding(Region, Fragments), linkRequest("region"));
}

TEST(FragmentLink, BindsFunctionsOfAProgramsKernel) {
  const CompileResult Base = compile(
      makePackage(Region, {{"region", "i"}, {"other", ""}}), baseRequest());
  ASSERT_TRUE(Base.Ok) << Base.Message;
  const LoadedImage Shared(Base.Output);
  auto *Total = static_cast<float *>(Shared.find("total"));
  ASSERT_NE(Total, nullptr);
  for (const char *Code : {Product, Sum, Product}) {
    const CompileResult Linked = bind({{"f", Code}});
    ASSERT_TRUE(Linked.Ok) << Linked.Message;
    Result<PackageView> View = PackageView::parse(Linked.Output.Bytes);
    ASSERT_TRUE(View) << View.error().message();
    EXPECT_EQ(View->numKernels(), 1u);
    EXPECT_FALSE(View->hasBase());
    EXPECT_EQ(View->numLateBound(), 0u);
    const CompileResult Compiled =
        compile(Linked.Output.Bytes, kernelRequest("region"));
    ASSERT_TRUE(Compiled.Ok) << Compiled.Message;
    EXPECT_THAT(Compiled.Output.Slots, ElementsAre("total"));
    const LoadedImage Loaded(Compiled.Output, &Shared);
    Loaded.get<void(void *, uint64_t)>("region")(nullptr, bitsOf(5));
  }
  EXPECT_EQ(*Total, 10 + 7 + 10);
}

TEST(FragmentLink, ExplainsWhatCannotBeBound) {
  EXPECT_THAT(bind({}).Message, HasSubstr("'measure'"));
  EXPECT_THAT(bind({{"f", R"(
    @calls = internal global float 0.0
    define float @measure(float %a, float %b) {
      %n = load float, ptr @calls
      %r = fadd float %a, %n
      store float %r, ptr @calls
      ret float %r
    })"}})
                  .Message,
              HasSubstr("'calls' is a variable that outlives a call"));
  EXPECT_THAT(
      compile(makeBinding(Region, {{"f", Sum}}), linkRequest("no")).Message,
      HasSubstr("the bitcode has no kernel no"));
  // A kernel is compiled only with what it calls.
  EXPECT_THAT(compile(makePackage(Region, {{"region", "i"}, {"other", ""}}),
                      kernelRequest("region"))
                  .Message,
              HasSubstr("nothing is bound to 'measure'"));
}

TEST(FragmentLink, TellsPackagesFromFragments) {
  CompileResult Result =
      compile(makeFragments({{"search", Search}}), kernelRequest("search"));
  EXPECT_THAT(Result.Message, HasSubstr("fragments"));
  Result = compile(makePackage(Product, {}), linkRequest("measure"));
  EXPECT_THAT(Result.Message, HasSubstr("not one of fragments"));
}

} // namespace
