//===- Eligibility.h - Which steps are compiled here ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_COMPILE_ELIGIBILITY_H
#define OMPJIT_CLANG_LIB_COMPILE_ELIGIBILITY_H

#include "clang/Frontend/CompilerInvocation.h"

namespace ompjit::driver {

/// Returns whether the libraries that are linked in do for \p Invocation what
/// the packaged `clang -cc1` does. Plugins must be in \p TreeLib: they need
/// functions of LLVM that this program exports for them.
bool isCompiledHere(const clang::CompilerInvocation &Invocation,
                    llvm::StringRef TreeLib);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_COMPILE_ELIGIBILITY_H
