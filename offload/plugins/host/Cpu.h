//===- Cpu.h - What the processor can do, in LLVM's words -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service generates code for exactly the name and the features
// that are reported here, so they must never claim more than the processor and
// the operating system together offer. Free of LLVM: cpuid and xgetbv.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_CPU_H
#define OMPJIT_PLUGINS_HOST_CPU_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::host {

/// LLVM's name of this processor; "x86-64" where it is not known, which costs
/// tuning and nothing else because the features are listed one by one.
std::string_view cpuName();

/// The manufacturer's name of this processor; empty where it tells none.
std::string cpuBrand();

/// Every feature that LLVM looks for on a host, with + or - and separated by
/// commas. First what is there, then what is not: LLVM applies a list from
/// left to right, and "+avx512vl" would bring back an "-avx512f" before it.
std::string cpuFeatures();

/// The registers that cpuid returned for one leaf.
struct CpuidWords {
  uint32_t Eax, Ebx, Ecx, Edx;
};

/// Reads cpuid; a test gives a processor of its own instead.
using CpuidReader = CpuidWords (*)(uint32_t Leaf, uint32_t SubLeaf);

/// cpuName() of a processor that \p Read describes.
std::string_view cpuName(CpuidReader Read);

/// cpuFeatures() for a processor that \p Read and \p EnabledState (register
/// XCR0) describe.
std::string cpuFeatures(CpuidReader Read, uint64_t EnabledState);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_CPU_H
