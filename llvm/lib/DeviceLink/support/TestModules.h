//===- TestModules.h - IR for the unit tests of the device link -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns IR in a test into modules and into device code. For unit tests only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_TESTMODULES_H
#define OMPJIT_DEVICELINK_TESTMODULES_H

#include "ompjit/DeviceLink/DeviceCode.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace ompjit::devicelink {

inline std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &Context,
                                           llvm::StringRef Text) {
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Text, Diagnostic, Context);
  if (!M)
    ADD_FAILURE() << Diagnostic.getMessage().str() << " in line "
                  << Diagnostic.getLineNo();
  return M;
}

/// Returns the IR in \p Text as device code of the file \p Source.
inline DeviceCode bitcodeOf(llvm::StringRef Text, std::string Source) {
  llvm::LLVMContext Context;
  llvm::SmallString<0> Bytes;
  llvm::raw_svector_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(*parse(Context, Text), Stream);
  DeviceCode Code;
  Code.Source = std::move(Source);
  Code.Triple = "x86_64-pc-linux-gnu";
  Code.Image = llvm::MemoryBuffer::getMemBufferCopy(Bytes, Code.Source);
  return Code;
}

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_TESTMODULES_H
