//===- RequestedFacts.h - Whether facts fit a kernel ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the requested facts against the package, since, for example, a
// parameter that is no scalar must not be replaced by a value.
//
// Private to the compile service. Thread-safe, because it has no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_REQUESTEDFACTS_H
#define OMPJIT_COMPILER_REQUESTEDFACTS_H

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace ompjit::jit {

/// Returns the facts, without bits that must not make a difference. Fails if \p
/// Kernel has no subject for a fact, and names the first such fact.
llvm::Expected<llvm::SmallVector<Fact>>
checkFacts(const std::vector<Fact> &Facts, const PackageView &Package,
           const KernelInfo &Kernel);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_REQUESTEDFACTS_H
