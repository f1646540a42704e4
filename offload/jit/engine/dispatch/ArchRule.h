//===- ArchRule.h - The native images that a device can run ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin checks only the header of an image. Whether the device has its
// instructions follows from the architecture that it was compiled for.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ARCHRULE_H
#define OMPJIT_JIT_ARCHRULE_H

#include <string_view>

namespace ompjit::jit {

/// Returns whether code for \p ImageArch runs on a device of \p DeviceArch with
/// the LLVM feature list \p DeviceFeatures ("+avx2,+fma,..."). Supports equal
/// architectures, and the levels of x86-64.
bool archRuns(std::string_view Triple, std::string_view ImageArch,
              std::string_view DeviceArch, std::string_view DeviceFeatures);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ARCHRULE_H
