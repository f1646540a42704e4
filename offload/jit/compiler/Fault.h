//===- Fault.h - Failures on demand ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes compiles fail, to test every kind of failure in every stage.
// CompileRequest::Fault names kind and stage.
//
// Used by Compile.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_FAULT_H
#define OMPJIT_COMPILER_FAULT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ompjit::jit {

/// To be called at the begin of \p Stage ("load", "specialise", "optimise",
/// "generate", "link", "assemble"). If \p Fault names the stage, fails in its
/// way; this may crash or never return.
llvm::Error strikeFault(llvm::StringRef Fault, llvm::StringRef Stage);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_FAULT_H
