//===- PtxSymbolsTest.cpp - Tests of the names in PTX ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/PtxSymbols.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

TEST(PtxSymbols, AreThoseThatOtherFilesSee) {
  const PtxSymbols Found = ptxSymbols(R"(
.version 9.0
.target sm_90
.address_size 64

.weak .func  (.param .b32 func_retval0) twice
(
	.param .b32 twice_param_0
)
;
.extern .func  (.param .align 4 .b8 func_retval0[12]) distance
(
.extern .func later()
;
.visible .global .align 4 .u32 Count;
.visible .const .align 4 .b8 Table[16] = {1, 2};
.extern .global .attribute(.managed) .align 8 .b64 Shared;
.extern .shared .align 16 .b8 dynamic[];
.common .global .align 8 .b64 tentative;
.global .align 1 .b8 $str[10] = {104, 101};
.weak .func  (.param .b32 func_retval0) twice(
	.param .b32 twice_param_0
)
{
	call.uni .visible .func not_a_line;
}
.func local(
.visible .func later()
	// .globl	search
.visible .entry search(
	.param .u64 search_param_0
)
.weak .entry _Z2tkIiEvPT_()
.entry hidden(
)");
  EXPECT_THAT(Found.Defines,
              ElementsAre("Count", "Table", "_Z2tkIiEvPT_", "later", "search",
                          "tentative", "twice"));
  EXPECT_THAT(Found.Weak, ElementsAre("_Z2tkIiEvPT_", "tentative", "twice"));
  EXPECT_THAT(Found.Entries, ElementsAre("_Z2tkIiEvPT_", "search"));
  EXPECT_THAT(Found.Needs, ElementsAre("Shared", "distance"));
}

TEST(PtxSymbols, DoNotTrustTheText) {
  for (const char *Text : {"", ".visible", ".visible .entry", ".weak .func (",
                           ".extern .global .align 4", ".visible .const ;"})
    EXPECT_THAT(ptxSymbols(Text).Defines, IsEmpty()) << Text;
}

} // namespace
