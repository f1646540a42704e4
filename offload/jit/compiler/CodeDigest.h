//===- CodeDigest.h - Whether two images have the same code --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that make no difference to a kernel leave the same optimised module
// behind. Its digest tells before code is generated and linked, which is most
// of what is left of a compile.
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

/// Digest of all that code is generated from but the target. \p Slots: see
/// Image.
std::string codeDigest(const llvm::Module &M,
                       const std::vector<std::string> &Slots);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_CODEDIGEST_H
