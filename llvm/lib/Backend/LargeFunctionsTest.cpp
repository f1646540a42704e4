//===- LargeFunctionsTest.cpp - Tests of passes left out ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace ompjit;

namespace {

std::string assemblyOf(const std::string &Text) {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  auto TM =
      cantFail(createTargetMachine("x86_64-pc-linux-gnu", "x86-64", "", 2));
  retarget(*M, *TM);
  const SmallVector<char, 0> Bytes = cantFail(emitAssembly(*M, *TM));
  return {Bytes.begin(), Bytes.end()};
}

/// Returns whether code is moved to the only place that needs it.
bool isSunk(unsigned NumOthers) {
  std::string Text = R"(
    define i64 @f(i1 %c, i64 %a, ptr %p) {
      %m = mul i64 %a, 12345
      br i1 %c, label %needs, label %others
    needs:
      ret i64 %m
    others:
  )";
  for (unsigned I = 0; I != NumOthers; ++I)
    Text += "store volatile i64 %a, ptr %p\n";
  const std::string Code = assemblyOf(Text + "ret i64 0\n}");
  EXPECT_NE(Code.find("imul"), Code.npos);
  return Code.find("imul") > Code.find("\tj");
}

TEST(LargeFunctions, CodeIsSunkExceptInTheirModules) {
  EXPECT_TRUE(isSunk(10));
  EXPECT_FALSE(isSunk(5000));
  EXPECT_TRUE(isSunk(10));
}

/// The assembly of a function with a loop that needs a constant and multiplies
/// its counter, and with more blocks, each of two instructions.
std::string loopAndBlocks(unsigned NumBlocks) {
  std::string Text = R"(
    define void @f(i1 %c, i64 %n, ptr %p) {
      br label %loop
    loop:
      %i = phi i64 [ 0, %0 ], [ %next, %loop ]
      %v = load volatile double, ptr %p
      %x = fmul double %v, 1.25
      store volatile double %x, ptr %p
      %m = mul i64 %i, %n
      store volatile i64 %m, ptr %p
      %next = add i64 %i, 1
      %more = icmp ult i64 %next, %n
      br i1 %more, label %loop, label %b0
  )";
  for (unsigned I = 0; I != NumBlocks; ++I)
    Text += "b" + std::to_string(I) +
            ":\nstore volatile i64 %n, ptr %p\nbr i1 %c, label %b" +
            std::to_string(I + 1) + ", label %end\n";
  std::string Code = assemblyOf(Text + "b" + std::to_string(NumBlocks) +
                                ":\nbr label %end\nend:\nret void\n}");
  EXPECT_NE(Code.find("mulsd"), Code.npos);
  return Code;
}

bool isHoisted(StringRef Code) { return !Code.contains("mulsd\t.LCPI"); }
bool isReduced(StringRef Code) { return !Code.contains("imul"); }

TEST(LargeFunctions, LoopsAreImprovedExceptInModulesOfManyBlocks) {
  for (unsigned NumBlocks : {10, 7500, 10}) {
    const std::string Code = loopAndBlocks(NumBlocks);
    EXPECT_EQ(isHoisted(Code), NumBlocks == 10);
    EXPECT_EQ(isReduced(Code), NumBlocks == 10);
  }
}

} // namespace
