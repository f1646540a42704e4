//===- CompileServiceTest.cpp - Tests of the encoding ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/CompileService.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

CompileRequest request() {
  CompileRequest Request;
  Request.Kind = ImageKind::Kernel;
  Request.KernelSymbol = "__omp_offloading_main_l7";
  Request.Arch = "cascadelake";
  Request.Features = "+avx2,-sse4a";
  Request.Emulation = "x86-64-v3,check";
  Request.OptLevel = 2;
  Request.Passes = Pipeline::Full;
  Request.Lanes = 16;
  Request.NontemporalBytes = 4096;
  Request.Prefetch = 7;
  Request.ExactMath = 5;
  Request.Tuned = {
      .Unroll = 4, .VectorBits = 256, .MaxThreads = 3, .ResidentTeams = 2};
  Request.TimeLimitMs = 5000;
  Request.Fault = "crash@link";
  Request.WantsTexts = true;
  Request.KnownCodes = {"one", "", "three"};
  Request.AllowedAssembler = Assembler::Any;
  Request.LinkerFile = "/cuda/libnvJitLink.so.13";
  Request.LinkerIdentity = "nvJitLink 13.0, build 1";
  Request.IsCounting = true;
  Request.Counts = "counts";
  Request.Facts = {{{FactKind::Scalar, 0}, 42},
                   {{FactKind::Scalar, 3}, 0x3ff0000000000000},
                   {{FactKind::Alignment, 1}, 64},
                   {{FactKind::Teams}, 7},
                   {{FactKind::Field, 1, 8, 32}, 5},
                   {{FactKind::Disjoint}, uint64_t(1) << 63 | 2},
                   {{FactKind::Extent, 1}, 4096}};
  return Request;
}

Image image() {
  return {std::string("\x7f"
                      "ELF\0 bytes",
                      10),
          {"a", "", "b"},
          "digest",
          /*IsAssembly=*/true,
          "counters"};
}

CompileResult result() {
  CompileResult Result;
  Result.Ok = true;
  Result.Message = "";
  Result.Output = image();
  Result.Times = {1, 2, 3, 4, uint64_t(1) << 40, 6};
  Result.Texts = {{"before.ll", "define"}, {"s", ""}};
  Result.Loops = {"a.cpp:1: iterations share vectors", ""};
  Result.HasUnfitCounts = true;
  return Result;
}

TEST(CompileService, RequestSurvives) {
  Result<CompileRequest> Read = CompileRequest::decode(request().encode());
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Kind, ImageKind::Kernel);
  EXPECT_EQ(Read->KernelSymbol, "__omp_offloading_main_l7");
  EXPECT_EQ(Read->Arch, "cascadelake");
  EXPECT_EQ(Read->Features, "+avx2,-sse4a");
  EXPECT_EQ(Read->Emulation, "x86-64-v3,check");
  EXPECT_EQ(Read->OptLevel, 2u);
  EXPECT_EQ(Read->Passes, Pipeline::Full);
  EXPECT_EQ(Read->Lanes, 16u);
  EXPECT_EQ(Read->NontemporalBytes, 4096u);
  EXPECT_EQ(Read->Prefetch, 7u);
  EXPECT_EQ(Read->ExactMath, 5u);
  EXPECT_EQ(Read->Tuned, request().Tuned);
  EXPECT_EQ(Read->TimeLimitMs, 5000u);
  EXPECT_EQ(Read->Fault, "crash@link");
  EXPECT_TRUE(Read->WantsTexts);
  EXPECT_EQ(Read->KnownCodes, request().KnownCodes);
  EXPECT_EQ(Read->Facts, request().Facts);
  EXPECT_EQ(Read->AllowedAssembler, Assembler::Any);
  EXPECT_EQ(Read->LinkerFile, "/cuda/libnvJitLink.so.13");
  EXPECT_EQ(Read->LinkerIdentity, "nvJitLink 13.0, build 1");
  EXPECT_TRUE(Read->IsCounting);
  EXPECT_EQ(Read->Counts, "counts");
}

TEST(CompileService, ImageSurvives) {
  Result<Image> Read = Image::decode(image().encode());
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Bytes, image().Bytes);
  EXPECT_THAT(Read->Slots, ElementsAre("a", "", "b"));
  EXPECT_EQ(Read->Code, "digest");
  EXPECT_TRUE(Read->IsAssembly);
  EXPECT_EQ(Read->Counters, "counters");
}

TEST(CompileService, ResultSurvives) {
  Result<CompileResult> Read = CompileResult::decode(result().encode());
  ASSERT_TRUE(Read);
  EXPECT_TRUE(Read->Ok);
  EXPECT_EQ(Read->Output.Bytes, image().Bytes);
  EXPECT_EQ(Read->Times.Load, 1u);
  EXPECT_EQ(Read->Times.Link, uint64_t(1) << 40);
  EXPECT_EQ(Read->Times.Assemble, 6u);
  EXPECT_EQ(Read->Texts, result().Texts);
  EXPECT_EQ(Read->Loops, result().Loops);
  EXPECT_TRUE(Read->HasUnfitCounts);

  CompileResult Failed;
  Failed.Message = "code generation: no";
  Failed.GoesOn = Failed.IsAfterCrash = true;
  Read = CompileResult::decode(Failed.encode());
  ASSERT_TRUE(Read);
  EXPECT_FALSE(Read->Ok);
  EXPECT_EQ(Read->Message, "code generation: no");
  EXPECT_TRUE(Read->GoesOn);
  EXPECT_TRUE(Read->IsAfterCrash);
}

TEST(CompileService, EveryTruncationIsAnError) {
  std::string Request = request().encode(), Result = result().encode(),
              Image = image().encode();
  for (size_t Size = 0; Size != Request.size(); ++Size)
    EXPECT_FALSE(CompileRequest::decode(Request.substr(0, Size))) << Size;
  for (size_t Size = 0; Size != Result.size(); ++Size)
    EXPECT_FALSE(CompileResult::decode(Result.substr(0, Size))) << Size;
  for (size_t Size = 0; Size != Image.size(); ++Size)
    EXPECT_FALSE(ompjit::Image::decode(Image.substr(0, Size))) << Size;
}

TEST(CompileService, BytesAfterTheEndAreAnError) {
  EXPECT_FALSE(CompileRequest::decode(request().encode() + '\0'));
  EXPECT_FALSE(CompileResult::decode(result().encode() + '\0'));
  EXPECT_FALSE(Image::decode(image().encode() + '\0'));
}

// Checks that each flip is either found, or decodes to a value that encodes to
// the flipped bytes: no bytes are silently misread.
template <typename T> void flipEveryBit(const std::string &Bytes) {
  for (size_t Bit = 0; Bit != Bytes.size() * 8; ++Bit) {
    std::string Flipped = Bytes;
    Flipped[Bit / 8] ^= char(1 << Bit % 8);
    if (Result<T> Read = T::decode(Flipped))
      EXPECT_EQ(Read->encode(), Flipped) << "bit " << Bit;
  }
}

TEST(CompileService, FlippedBitsAreNeverMisread) {
  flipEveryBit<CompileRequest>(request().encode());
  flipEveryBit<CompileResult>(result().encode());
  flipEveryBit<Image>(image().encode());
}

TEST(CompileService, HugeCountsAllocateNothing) {
  std::string Bytes = image().encode();
  // The count follows the tag, the version and the blob of ten bytes.
  Bytes.replace(4 + 4 + 8 + 10, 8, std::string(8, '\xff'));
  EXPECT_FALSE(Image::decode(Bytes));
}

TEST(CompileService, OtherVersionNamesBoth) {
  std::string Bytes = request().encode();
  Bytes[4] = 99;
  Result<CompileRequest> Read = CompileRequest::decode(Bytes);
  ASSERT_FALSE(Read);
  EXPECT_THAT(Read.error().message(), HasSubstr("version 99"));
  EXPECT_THAT(Read.error().message(), HasSubstr("expected version"));
}

TEST(CompileService, ValuesOutOfRangeAreErrors) {
  CompileRequest Request = request();
  Request.OptLevel = 4;
  EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  Request = request();
  Request.Passes = static_cast<Pipeline>(NumPipelines);
  EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  Request = request();
  for (CodeTuning Wrong :
       {CodeTuning{.Unroll = 3}, CodeTuning{.Unroll = 32},
        CodeTuning{.VectorBits = 64}, CodeTuning{.ResidentTeams = 33}}) {
    Request.Tuned = Wrong;
    EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  }
  Request.Tuned = {};
  for (uint32_t Lanes : {3u, 2 * MaxLanes, ~0u}) {
    Request.Lanes = Lanes;
    EXPECT_FALSE(CompileRequest::decode(Request.encode())) << Lanes;
  }
  Request = request();
  Request.Prefetch = PrefetchOff + 1;
  EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  Request = request();
  Request.Kind = static_cast<ImageKind>(NumImageKinds);
  EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  Request = request();
  for (const std::vector<Fact> &Facts :
       {std::vector<Fact>{{{FactKind::Scalar, 1}, 0},
                          {{FactKind::Scalar, 1}, 0}},
        {{{FactKind::Teams}, 1}, {{FactKind::Alignment, 1}, 8}},
        {{{FactKind::Threads, 1}, 64}},
        {{{FactKind::Threads}, 0}},
        {{{FactKind::Threads}, uint64_t(1) << 32}},
        {{{FactKind::Scalar, 1, 8, 32}, 0}},
        {{{FactKind::KnownFields}, 1}},
        {{{FactKind(NumFactKinds)}, 0}}}) {
    Request = request();
    Request.Facts = Facts;
    EXPECT_FALSE(CompileRequest::decode(Request.encode()));
  }
}

} // namespace
