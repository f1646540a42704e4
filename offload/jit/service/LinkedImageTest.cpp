//===- LinkedImageTest.cpp - Tests of the encoding ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/LinkedImage.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::string encoded(std::vector<PackedParameter> Parameters,
                    ByteView Bytes = "ELF") {
  return LinkedImage{"nvJitLink 13.0", std::move(Parameters), Bytes}.encode();
}

std::string errorOf(const std::string &Bytes) {
  Result<LinkedImage> Image = LinkedImage::decode(Bytes);
  return Image ? "no error" : Image.error().message();
}

TEST(LinkedImage, IsReadAsItWasWritten) {
  const std::string Bytes = encoded({{0, 8}, {8, 4}, {16, 12}});
  EXPECT_TRUE(LinkedImage::hasMagic(Bytes));
  Result<LinkedImage> Image = LinkedImage::decode(Bytes);
  ASSERT_TRUE(Image) << Image.error().message();
  EXPECT_EQ(Image->Linker, "nvJitLink 13.0");
  EXPECT_EQ(Image->Bytes, "ELF");
  EXPECT_THAT(Image->Parameters,
              ElementsAre(PackedParameter{0, 8}, PackedParameter{8, 4},
                          PackedParameter{16, 12}));
}

TEST(LinkedImage, IsRefusedWhereverItIsCutOff) {
  const std::string Bytes = encoded({{0, 8}, {8, 4}});
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_NE(errorOf(Bytes.substr(0, Size)), "no error") << Size;
  EXPECT_THAT(errorOf(Bytes + "x"), HasSubstr("bytes after its end"));
  EXPECT_THAT(errorOf(encoded({}, "")), HasSubstr("no code"));
}

TEST(LinkedImage, IsRefusedWithParametersThatMakeNoSense) {
  for (const std::vector<PackedParameter> &Wrong :
       {std::vector<PackedParameter>{{0, 8}, {4, 4}},
        {{8, 4}, {0, 4}},
        {{0, 0}},
        {{0, UINT32_MAX}},
        {{UINT32_MAX, 8}}})
    EXPECT_THAT(errorOf(encoded(Wrong)), HasSubstr("one behind the other"));
}

} // namespace
