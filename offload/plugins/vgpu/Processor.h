//===- Processor.h - The processor that plays the GPU ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_PROCESSOR_H
#define OMPJIT_PLUGINS_VGPU_PROCESSOR_H

#include <cstdint>
#include <string>

namespace ompjit::vgpu {

/// Returns the highest level (HostTraits::Levels) that the processor has.
std::string levelOfProcessor();

/// Returns a counter that rises by a constant number per second, which every
/// core reads alike.
uint64_t cycles();

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_PROCESSOR_H
