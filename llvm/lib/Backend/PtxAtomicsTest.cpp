//===- PtxAtomicsTest.cpp - Tests of atomic operations without results ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAtomics.h"

#include "gtest/gtest.h"

using namespace ompjit;

namespace {

TEST(PtxAtomics, HaveNoResultThatNobodyUses) {
  EXPECT_EQ(dropAtomicResults(R"(.entry one()
{
	.reg .b32 	%r<9>;
	atom.global.add.u32 	%r1, [%rd2], %r3;
	@%p1 bra 	$L__BB0_2;
	atom.relaxed.sys.global.max.s64 	%rd7, [%rd2+8], %rd3;
	atom.add.noftz.f32 	%f1, [%rd2], 0f3F800000;
	ret;
}
)"),
            R"(.entry one()
{
	.reg .b32 	%r<9>;
	red.global.add.u32 	[%rd2], %r3;
	@%p1 bra 	$L__BB0_2;
	red.relaxed.sys.global.max.s64 	[%rd2+8], %rd3;
	red.add.noftz.f32 	[%rd2], 0f3F800000;
	ret;
}
)");
}

TEST(PtxAtomics, StayIfTheyHaveAnOrderOrExchange) {
  constexpr const char *Ptx = R"({
	atom.acq_rel.gpu.global.add.u32 	%r1, [%rd2], %r3;
	atom.global.exch.b32 	%r4, [%rd2], %r3;
	atom.global.cas.b32 	%r5, [%rd2], %r3, %r6;
	atom.global.add.noftz.v2.f16x2 	%r7, [%rd2], %r3;
}
)";
  EXPECT_EQ(dropAtomicResults(Ptx), Ptx);
}

// A register is a function's own, and its name may begin another one's.
TEST(PtxAtomics, StayIfTheirResultsAreUsed) {
  EXPECT_EQ(dropAtomicResults(R"({
	atom.shared.add.u32 	%r1, [%rd2], 1;
	st.global.b32 	[%rd3], %r1;
}

{
	atom.shared.add.u32 	%r1, [%rd2], 1;
	st.global.b32 	[%rd3], %r12;
}
no end: atom.shared.add.u32 	%r1, [%rd2], 1;)"),
            R"({
	atom.shared.add.u32 	%r1, [%rd2], 1;
	st.global.b32 	[%rd3], %r1;
}

{
	red.shared.add.u32 	[%rd2], 1;
	st.global.b32 	[%rd3], %r12;
}
no end: atom.shared.add.u32 	%r1, [%rd2], 1;)");
  EXPECT_EQ(dropAtomicResults(""), "");
}

} // namespace
