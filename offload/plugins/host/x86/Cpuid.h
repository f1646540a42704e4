//===- Cpuid.h - x86-64 processors, in LLVM's terms -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a processor is called and what it has, from the answers of cpuid.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_X86_CPUID_H
#define OMPJIT_PLUGINS_HOST_X86_CPUID_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::host {

/// The registers that cpuid returned for one leaf.
struct CpuidWords {
  uint32_t Eax, Ebx, Ecx, Edx;
};

/// Reads cpuid; tests supply a processor of their own.
using CpuidReader = CpuidWords (*)(uint32_t Leaf, uint32_t SubLeaf);

/// cpuName() of a processor that \p Read describes.
std::string_view cpuName(CpuidReader Read);

/// cpuFeatures() for a processor that \p Read and \p EnabledState (register
/// XCR0) describe.
std::string cpuFeatures(CpuidReader Read, uint64_t EnabledState);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_X86_CPUID_H
