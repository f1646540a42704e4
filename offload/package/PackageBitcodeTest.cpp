//===- PackageBitcodeTest.cpp - Packing and unpacking ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageBitcode.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <zstd.h>

using namespace ompjit;
using namespace ompjit::package;
using ::testing::HasSubstr;

namespace {

std::string compressible() {
  std::string Bytes;
  for (int I = 0; Bytes.size() < 20000; ++I)
    Bytes += "word " + std::to_string(I % 50) + '\n';
  return Bytes;
}

std::string withPart(PackageContents::Part Part) {
  PackageContents Contents;
  Contents.Triple = "t";
  Contents.Parts.push_back(std::move(Part));
  return writePackage(Contents);
}

/// Returns the bitcode of a package with \p Part, or the error.
std::string read(PackageContents::Part Part) {
  std::string Bytes = withPart(std::move(Part));
  Result<PackageView> View = PackageView::parse(Bytes);
  if (!View)
    return View.error().message();
  Result<PartBitcode> Bitcode = readPart(*View, 0);
  return Bitcode ? std::string(Bitcode->bytes()) : Bitcode.error().message();
}

std::string frame(const std::string &Plain) {
  std::string Packed(ZSTD_compressBound(Plain.size()), '\0');
  Packed.resize(ZSTD_compress(Packed.data(), Packed.size(), Plain.data(),
                              Plain.size(), 1));
  return Packed;
}

TEST(PackageBitcode, PacksWhatGetsSmaller) {
  const std::string Plain = compressible();
  PackageContents::Part Part = packPart(Plain);
  EXPECT_EQ(Part.Packing, Compression::Zstd);
  EXPECT_LT(Part.Bytes.size(), Plain.size() / 4);
  EXPECT_EQ(packPart(Plain).Bytes, Part.Bytes);
  EXPECT_EQ(read(Part), Plain);
}

TEST(PackageBitcode, LeavesWhatDoesNot) {
  const std::string Short = compressible().substr(0, 1000);
  EXPECT_EQ(packPart(Short).Packing, Compression::None);
  EXPECT_EQ(read(packPart(Short)), Short);
  std::string Noise(20000, '\0');
  uint32_t State = 1;
  for (char &C : Noise)
    C = char((State = State * 1664525 + 1013904223) >> 24);
  EXPECT_EQ(packPart(Noise).Packing, Compression::None);
  EXPECT_EQ(read(packPart(Noise)), Noise);
}

TEST(PackageBitcode, RefusesOtherSizes) {
  const std::string Plain = compressible();
  for (uint64_t Size : {uint64_t(1), Plain.size() - 1, MaxPlainBytes})
    EXPECT_THAT(read({frame(Plain), Size, Compression::Zstd}),
                HasSubstr("part 0 of the JIT package cannot be unpacked: its "
                          "size is not"));
}

TEST(PackageBitcode, RefusesEveryTruncation) {
  const std::string Plain = compressible(), Whole = frame(Plain);
  for (size_t Size = 1; Size < Whole.size(); ++Size)
    EXPECT_THAT(read({Whole.substr(0, Size), Plain.size(), Compression::Zstd}),
                HasSubstr("part 0 of the JIT package cannot be unpacked"));
}

TEST(PackageBitcode, SurvivesEveryDamagedByte) {
  const std::string Plain = compressible(), Whole = frame(Plain);
  for (size_t I = 0; I != Whole.size(); ++I) {
    std::string Damaged = Whole;
    Damaged[I] = char(~Damaged[I]);
    read({Damaged, Plain.size(), Compression::Zstd});
  }
}

// A frame may claim a gigabyte and hold nothing. Memory of that size must not
// be filled.
TEST(PackageBitcode, RefusesAnEmptyClaim) {
  std::string Frame("\x28\xb5\x2f\xfd\xa0\x00\x00\x00\x40\x01\x00\x00", 12);
  EXPECT_THAT(read({Frame, MaxPlainBytes, Compression::Zstd}),
              HasSubstr("part 0 of the JIT package cannot be unpacked"));
}

} // namespace
