//===- LargeFunctions.h - Passes left out of large functions ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LARGEFUNCTIONS_H
#define OMPJIT_BACKEND_LARGEFUNCTIONS_H

namespace llvm {
class Module;
}

namespace ompjit {

/// While it exists, passes for code generation that its thread sets up are for
/// \p M, without those that would take superlinear time.
class LargeFunctions {
public:
  explicit LargeFunctions(const llvm::Module &M);
  ~LargeFunctions();
  LargeFunctions(const LargeFunctions &) = delete;
  LargeFunctions &operator=(const LargeFunctions &) = delete;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_LARGEFUNCTIONS_H
