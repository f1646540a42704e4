//===- HeaderTest.cpp - Tests of headers with bytes -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::fragment;
using namespace std::string_view_literals;
using testing::HasSubstr;

namespace {

TEST(Header, HasALiteralWhoseZeroIsTheLastByte) {
  EXPECT_THAT(asHeader("a1\n\xff\"\\?2\0"sv, "name"),
              HasSubstr("static const unsigned char name[9] =\n"
                        "    \"a1\\012\\377\\042\\134\\0772\";\n"));
}

TEST(Header, HasAListIfTheLastByteIsNoZero) {
  EXPECT_THAT(asHeader("a\0b"sv, "name"),
              HasSubstr("static const unsigned char name[3] = {97,0,98,};\n"));
}

} // namespace
