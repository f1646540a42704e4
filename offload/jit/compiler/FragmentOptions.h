//===- FragmentOptions.h - Link options on the code of fragments ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A link puts what its options ask for into the code of the fragments, as flags
// of instructions and attributes of the entry point. So each compile of the
// kernel that follows obeys them, and the code of the device runtime, which
// must not change its results, is left as it is.
//
// Private to the compile service. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_FRAGMENTOPTIONS_H
#define OMPJIT_COMPILER_FRAGMENTOPTIONS_H

#include "ompjit/LinkOptions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::jit {

/// Returns the bitcode of a fragment with the options applied. The kernel
/// begins in \p EntryPoint, which another fragment may have.
llvm::Expected<std::string> withOptions(llvm::MemoryBufferRef Bitcode,
                                        llvm::StringRef EntryPoint,
                                        const LinkOptions &Options);

/// Returns the optimisation level for an image of \p M: no more than what the
/// link of its kernel allows.
unsigned boundedLevel(const llvm::Module &M, unsigned Wanted);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_FRAGMENTOPTIONS_H
