//===- FactSources.h - The facts of a kernel's first scheme ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the facts that the first scheme of a kernel counts: those that the
// settings allow and that can make a difference to the kernel.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_FACTSOURCES_H
#define OMPJIT_JIT_FACTSOURCES_H

#include "ompjit/Jit/Engine.h"
#include "ompjit/Jit/Settings.h"
#include "supply/DeviceImage.h"
#include "variants/LaunchValues.h"

namespace ompjit::jit {

/// To be called after facts were removed, because the facts about fields and
/// the fact which of them are known only make sense together.
void matchKnownFields(std::vector<CountedFact> &Facts);

/// Returns the kernel's fields in the package's numbering if a scheme with
/// these facts counts any of them; else nothing.
std::vector<FieldInfo> fieldsOf(const PackageView &, const KernelInfo &,
                                const std::vector<CountedFact> &);

/// Sets the values of \p Fields that are known at \p Launch.
void readFields(const std::vector<FieldInfo> &Fields,
                const ompjit_launch &Launch, std::span<const KnownMemory>,
                FieldValues &Found);

/// Returns how a kernel that counts these facts uses memory.
MemoryUse memoryUseOf(const PackageView &, const KernelInfo &,
                      const std::vector<CountedFact> &);

/// Returns the facts, sorted by name, ascending. \p KnowsSize says whether the
/// device knows the size of a launch beforehand.
std::vector<CountedFact> factsOf(const PackageView &, const KernelInfo &,
                                 const Settings &, const DeviceEnvironment &,
                                 bool KnowsSize);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FACTSOURCES_H
