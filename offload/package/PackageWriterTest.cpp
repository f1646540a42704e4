//===- PackageWriterTest.cpp - What is written can be read ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader, which has tests of its own, checks what is written.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageWriter.h"

#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::package;

namespace {

PackageContents contents() {
  PackageContents Contents;
  Contents.ContentDigest[0] = 1;
  Contents.Triple = "x86_64-pc-linux-gnu";
  Contents.Flags = TargetHasBase;
  Contents.Kernels = {
      {"host_a", "a", {{ParameterKind::Scalar, 1, UseBranch, 0, 1}}, {}},
      {"host_b",
       "b",
       {{ParameterKind::Pointer, 64, UsePlain, 8, 0}},
       {2, 0, 64}}};
  Contents.Globals = {{"", "g", 3, GlobalMutable}};
  Contents.Parts = {{std::string("BC\0\1odd", 7), 7, Compression::None},
                    {"packed", 100, Compression::Zstd, "c.frag"}};
  Contents.Kernels[1].Part = 1;
  for (PackageContents::Kernel &Each : Contents.Kernels)
    Each.Parameters.push_back({ParameterKind::Pointer, 64, UseWritten, 8, 0});
  Contents.Kernels[0].Fields = {{1, 0, UseBranch, 8}, {1, 12, UseIndex, 32}};
  Contents.Kernels[1].Fields = {{1, 40, UseLoopBound, 64}};
  Contents.Kernels[0].LateBound = {"filter", "metric"};
  Contents.Kernels[1].LateBound = {"metric"};
  return Contents;
}

TEST(PackageWriter, IsReadBack) {
  std::string Bytes = writePackage(contents());
  Result<PackageView> View = PackageView::parse(Bytes);
  ASSERT_TRUE(bool(View)) << View.error().message();
  EXPECT_EQ(View->bytes().size(), Bytes.size());
  EXPECT_EQ(View->digest()[0], 1);
  EXPECT_EQ(View->triple(), "x86_64-pc-linux-gnu");
  EXPECT_EQ(View->arch(), "");
  ASSERT_EQ(View->numKernels(), 2u);
  KernelInfo B = View->kernel(1);
  EXPECT_EQ(B.EntryName, "host_b");
  EXPECT_EQ(B.Symbol, "b");
  EXPECT_EQ(B.Bounds.MaxThreads, 64u);
  EXPECT_EQ(View->parameter(B, 0).AlignBytes, 8u);
  EXPECT_EQ(View->parameter(View->kernel(0), 0).WidthBits, 1);
  ASSERT_EQ(View->kernel(0).NumFields, 2u);
  EXPECT_EQ(View->field(View->kernel(0), 1).OffsetBytes, 12u);
  ASSERT_EQ(B.NumFields, 1u);
  EXPECT_EQ(View->field(B, 0).Uses, UseLoopBound);
  EXPECT_EQ(View->field(B, 0).WidthBits, 64);
  ASSERT_EQ(View->numGlobals(), 1u);
  EXPECT_EQ(View->global(0).Size, 3u);
  EXPECT_EQ(B.Part, 1u);
  ASSERT_EQ(View->numParts(), 2u);
  EXPECT_EQ(View->part(0).Bytes, ByteView("BC\0\1odd", 7));
  EXPECT_EQ(View->part(1).Bytes, "packed");
  EXPECT_EQ(View->part(1).PlainSize, 100u);
  EXPECT_EQ(View->part(1).Packing, Compression::Zstd);
  EXPECT_EQ(View->part(0).Name, "");
  EXPECT_EQ(View->part(1).Name, "c.frag");
  EXPECT_EQ(View->numNativeImages(), 0u);
  ASSERT_EQ(View->numLateBound(), 3u);
  EXPECT_EQ(View->lateBound(1).Symbol, "metric");
  EXPECT_EQ(View->lateBound(1).Kernel, 0u);
  EXPECT_EQ(View->lateBound(2).Kernel, 1u);
}

TEST(PackageWriter, PlacesNativeImages) {
  PackageContents Contents = contents();
  Contents.NativeImages = {{"x86-64-v2", "odd"}, {"x86-64-v3", "image"}};
  std::string Bytes = writePackage(Contents);
  Result<PackageView> View = PackageView::parse(Bytes);
  ASSERT_TRUE(bool(View)) << View.error().message();
  ASSERT_EQ(View->numNativeImages(), 2u);
  EXPECT_EQ(View->nativeImage(0).Bytes, "odd");
  EXPECT_EQ(View->nativeImage(1).Arch, "x86-64-v3");
  EXPECT_EQ(View->nativeImage(1).Bytes, "image");
}

TEST(PackageWriter, IsReproducible) {
  EXPECT_EQ(writePackage(contents()), writePackage(contents()));
}

TEST(PackageWriter, WorksWithoutKernels) {
  PackageContents Contents;
  Contents.Triple = "t";
  Contents.Parts = {{"BC", 2, Compression::None}};
  std::string Bytes = writePackage(Contents);
  Result<PackageView> View = PackageView::parse(Bytes);
  ASSERT_TRUE(bool(View)) << View.error().message();
  EXPECT_EQ(View->numKernels(), 0u);
  EXPECT_FALSE(View->hasBase());
}

} // namespace
