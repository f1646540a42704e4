//===- FactSources.h - What could be known of a kernel's launches ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which facts the first scheme of a kernel counts: those that the settings
// allow and that can change what the kernel does.
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

/// To be called when facts were taken away: those that say which fields are
/// known and the fields themselves only make sense together.
void matchKnownFields(std::vector<CountedFact> &Facts);

/// The package's fields that a scheme counts, in the package's numbering; empty
/// where it counts none.
std::vector<FieldInfo> fieldsOf(const PackageView &, const KernelInfo &,
                                const std::vector<CountedFact> &);

/// Sets what \p Launch finds at \p Fields.
void readFields(const std::vector<FieldInfo> &Fields,
                const ompjit_launch &Launch, std::span<const KnownMemory>,
                FieldValues &Found);

/// What a kernel that counts these facts has to do with memory.
MemoryUse memoryUseOf(const PackageView &, const KernelInfo &,
                      const std::vector<CountedFact> &);

/// Ascending by name. \p KnowsSize: whether the device says beforehand how
/// large a launch is.
std::vector<CountedFact> factsOf(const PackageView &, const KernelInfo &,
                                 const Settings &, const DeviceEnvironment &,
                                 bool KnowsSize);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FACTSOURCES_H
