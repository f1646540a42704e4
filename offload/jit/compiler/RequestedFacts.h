//===- RequestedFacts.h - Whether facts fit a kernel ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked for is compared with what the package says of the kernel, since
// a parameter that is no scalar, say, was not for the caller to fix.
//
// Private to the compile service. Thread-safe: no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_REQUESTEDFACTS_H
#define OMPJIT_COMPILER_REQUESTEDFACTS_H

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace ompjit::jit {

/// The facts without bits that must not make a difference. An error names the
/// first one that is about nothing that \p Kernel has.
llvm::Expected<llvm::SmallVector<Fact>>
checkFacts(const std::vector<Fact> &Facts, const PackageView &Package,
           const KernelInfo &Kernel);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_REQUESTEDFACTS_H
