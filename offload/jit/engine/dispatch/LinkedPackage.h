//===- LinkedPackage.h - A package that is linked at run time -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LINKEDPACKAGE_H
#define OMPJIT_JIT_LINKEDPACKAGE_H

#include "EngineContext.h"

namespace ompjit::jit {

/// Returns the package whose only kernel \p Fragments give, a package of
/// fragments or a binding: from the cache, or linked by the compile service,
/// once, whoever else asks for the same. \p Kernel is the function in which the
/// kernel begins, or the program's kernel.
Result<std::string> linkPackage(EngineContext &, const PackageView &Fragments,
                                const std::string &Kernel);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LINKEDPACKAGE_H
