//===- FactSources.h - What could be known of a kernel's launches ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which facts the first recipe of a kernel counts: those that the settings
// allow and that can change what the kernel does.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_FACTSOURCES_H
#define OMPJIT_JIT_FACTSOURCES_H

#include "Recipe.h"
#include "ompjit/Jit/Settings.h"

namespace ompjit::jit {

/// Ascending by name. \p KnowsSize: whether the device says beforehand how
/// large a launch is.
std::vector<CountedFact> factsOf(const PackageView &, const KernelInfo &,
                                 const Settings &, bool KnowsSize);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FACTSOURCES_H
