//===- Cpu.h - The processor's features, in LLVM's terms ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service generates code for exactly the name and the features that
// are reported here, so they must never claim more than the processor and the
// operating system together support. Uses cpuid and xgetbv, not LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_CPU_H
#define OMPJIT_PLUGINS_HOST_CPU_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::host {

/// Returns LLVM's name of this processor; "x86-64" if it is not known, which
/// only affects tuning, because the features are listed one by one.
std::string_view cpuName();

/// Returns the manufacturer's name of this processor; empty if it has none.
std::string cpuBrand();

/// Returns every feature that LLVM looks for on a host, with + or - and
/// separated by commas. Those that are present come first: LLVM applies a list
/// from left to right, and "+avx512vl" would re-enable an "-avx512f" before it.
std::string cpuFeatures();

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

#endif // OMPJIT_PLUGINS_HOST_CPU_H
