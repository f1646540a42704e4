//===- PackagePartsTest.cpp - Tests of a package's parts ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "package/PackageParts.h"

#include "ompjit/Specialize/Extract.h"
#include "support/TestModules.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace ompjit;
using namespace ompjit::devicelink;

namespace {

std::string bitcodeOf(const Module &M) {
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  return Bytes;
}

/// Returns what a part with one kernel has if it is cut from the whole.
std::string cutFrom(StringRef Bitcode, StringRef Kernel) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  auto M = cantFail(
      getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device"), Context));
  cantFail(extractPart(*M, Kernel));
  return bitcodeOf(*M);
}

/// As many kernels as \p Count, each large enough for a part of its own. They
/// share a variable and a function.
std::unique_ptr<Module> kernels(LLVMContext &Context, unsigned Count) {
  std::string Text = R"(
    @state = global i32 0
    define i32 @common() {
      %v = load i32, ptr @state
      ret i32 %v
    }
  )";
  for (unsigned Kernel = 0; Kernel != Count; ++Kernel) {
    Text += "define void @k" + std::to_string(Kernel) +
            "() {\n%v = call i32 @common()\n";
    for (unsigned I = 0; I != 4000; ++I)
      Text += "store volatile i32 %v, ptr @state\n";
    Text += "ret void\n}\n";
  }
  return parse(Context, Text);
}

/// Many parts are cut from pieces, few from the whole.
TEST(PackageParts, AreTheSameHoweverTheyAreCut) {
  for (unsigned Count : {3, 20}) {
    LLVMContext Context;
    PreparedModule Prepared;
    Prepared.M = kernels(Context, Count);
    for (Function &F : *Prepared.M)
      if (F.getName().starts_with("k"))
        Prepared.Kernels.push_back({F.getName().str(), &F});
    const std::string Whole = bitcodeOf(*Prepared.M);
    const PackageParts Parts =
        cantFail(splitPackage(Prepared, Whole, hardware_concurrency(2)));
    ASSERT_EQ(Parts.Bitcode.size(), Count + 1);
    for (auto [Kernel, Part] : zip_equal(Prepared.Kernels, Parts.OfKernel))
      EXPECT_EQ(Parts.Bitcode[Part], cutFrom(Whole, Kernel.Name));
  }
}

} // namespace
