//===- ImageRecordTest.cpp - Records of the images that a run wanted ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/ImageRecord.h"

#include "ompjit/PackageWriter.h"

#include <gtest/gtest.h>

#include <random>

using namespace ompjit;

namespace {

RecordedImage image(uint32_t Value) {
  RecordedImage Image;
  Image.Package.fill(uint8_t(Value));
  Image.Triple = "nvptx64-nvidia-cuda";
  Image.Request.KernelSymbol = "kernel";
  Image.Request.Arch = "sm_90";
  Image.Request.Facts = {{{FactKind::Scalar, 3}, Value}};
  return Image;
}

std::string package(uint32_t Flags) {
  PackageContents Contents;
  Contents.Triple = "nvptx64-nvidia-cuda";
  Contents.Flags = Flags;
  Contents.Parts = {{"OJRD", 4}}; // As if it held a record.
  Contents.ContentDigest.fill(7);
  return writePackage(Contents);
}

/// Returns the values that distinguish the images of a file.
std::vector<uint64_t> valuesOf(const ImageRecords &Found) {
  std::vector<uint64_t> Values;
  for (const RecordedImage &Each : Found.Images)
    Values.push_back(Each.Request.Facts.at(0).Value);
  return Values;
}

TEST(ImageRecord, ReadsWhatWasWritten) {
  const ImageRecords Found =
      decodeRecords(encodeRecord(image(7)) + encodeRecord(image(8)));
  EXPECT_EQ(Found.NumBad, 0u);
  EXPECT_EQ(valuesOf(Found), (std::vector<uint64_t>{7, 8}));
  EXPECT_EQ(Found.Images[0].Package, image(7).Package);
  EXPECT_EQ(Found.Images[0].Triple, image(7).Triple);
  EXPECT_EQ(Found.Images[0].Request.Arch, "sm_90");
  EXPECT_TRUE(decodeRecords("").Images.empty());
  EXPECT_EQ(decodeRecords("").NumBad, 0u);
}

TEST(ImageRecord, HoldsPackagesOfFragmentsOnly) {
  const std::string Fragments = package(package::TargetIsFragments);
  const std::string File = encodeFragmentsRecord(Fragments) +
                           encodeRecord(image(1)) +
                           encodeFragmentsRecord(package(0));
  const ImageRecords Found = decodeRecords(File);
  EXPECT_EQ(valuesOf(Found), std::vector<uint64_t>{1});
  ASSERT_EQ(Found.Fragments.size(), 1u);
  EXPECT_EQ(Found.Fragments[0].bytes(), Fragments);
  EXPECT_EQ(Found.NumBad, 1u);
}

TEST(ImageRecord, DamagedFragmentsCostOneRecord) {
  const std::string One =
      encodeFragmentsRecord(package(package::TargetIsFragments));
  const std::string Good = One + encodeRecord(image(2));
  for (size_t Bit = 0; Bit != One.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] = char(Bad[Bit / 8] ^ (1 << Bit % 8));
    const ImageRecords Found = decodeRecords(Bad);
    EXPECT_TRUE(Found.Fragments.empty()) << Bit;
    EXPECT_EQ(valuesOf(Found), std::vector<uint64_t>{2}) << Bit;
    EXPECT_GE(Found.NumBad, 1u);
  }
}

TEST(ImageRecord, EveryFlippedBitCostsOneRecord) {
  const std::string One = encodeRecord(image(1));
  const std::string Good =
      One + encodeRecord(image(2)) + encodeRecord(image(3));
  for (size_t Bit = One.size() * 8; Bit != 2 * One.size() * 8; ++Bit) {
    std::string Bad = Good;
    Bad[Bit / 8] = char(Bad[Bit / 8] ^ (1 << Bit % 8));
    const ImageRecords Found = decodeRecords(Bad);
    EXPECT_EQ(valuesOf(Found), (std::vector<uint64_t>{1, 3})) << Bit;
    EXPECT_EQ(Found.NumBad, 1u);
  }
}

TEST(ImageRecord, ACutCostsTheLastRecord) {
  const std::string One = encodeRecord(image(1));
  const std::string Good = One + encodeRecord(image(2));
  for (size_t Size = One.size() + 1; Size != Good.size(); ++Size) {
    // The next process appends to the file of one that was killed.
    const ImageRecords Found = decodeRecords(Good.substr(0, Size) + One);
    EXPECT_EQ(valuesOf(Found), (std::vector<uint64_t>{1, 1})) << Size;
    EXPECT_EQ(Found.NumBad, 1u);
  }
}

TEST(ImageRecord, G20_TakesAnyBytes) {
  std::mt19937 Random(1);
  const std::string Good =
      encodeRecord(image(1)) +
      encodeFragmentsRecord(package(package::TargetIsFragments)) +
      encodeRecord(image(2));
  for (int I = 0; I != 20000; ++I) {
    std::string Bad = Good;
    for (unsigned Changes = Random() % 8; Changes--;)
      Bad[Random() % Bad.size()] = char(Random());
    Bad.resize(Random() % (Bad.size() + 1));
    EXPECT_LE(decodeRecords(Bad).Images.size(), 2u);
  }
}

} // namespace
