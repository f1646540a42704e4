//===- ompjit/Specialize/LaunchBounds.h - Bounds of a kernel's launches ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mode and the bounds of launches in the environment that clang adds to a
// GPU's kernel (KernelEnvironment.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LAUNCHBOUNDS_H
#define OMPJIT_SPECIALIZE_LAUNCHBOUNDS_H

#include "ompjit/Package.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// The bit of LaunchBounds::Mode for kernels all of whose threads run the whole
/// target region.
constexpr uint32_t SpmdMode = 2;

/// Returns the bounds in the kernel's environment; all zero if it has none.
package::LaunchBounds launchBounds(const llvm::Function &Kernel);

/// Writes the bounds, not the mode, into the environment, which must exist.
void setLaunchBounds(llvm::Function &Kernel, const package::LaunchBounds &);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LAUNCHBOUNDS_H
