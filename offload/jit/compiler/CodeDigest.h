//===- CodeDigest.h - A digest of an image's code -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If facts make no difference to a kernel, the optimised module is the same as
// without them. Its digest shows that before code is generated and linked,
// which is most of the remaining compile time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_CODEDIGEST_H
#define OMPJIT_COMPILER_CODEDIGEST_H

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::jit {

/// Returns a digest of everything that code is generated from, except for the
/// target. For \p Slots see Image; \p OptLevel is that of code generation.
std::string codeDigest(const llvm::Module &M,
                       const std::vector<std::string> &Slots,
                       unsigned OptLevel);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_CODEDIGEST_H
