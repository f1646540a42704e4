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
// operating system together support. A folder for each host implements this,
// without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_CPU_H
#define OMPJIT_PLUGINS_HOST_CPU_H

#include <string>
#include <string_view>

namespace ompjit::host {

/// Returns LLVM's name of this processor; the host's lowest one if it is not
/// known, which only affects tuning, because the features are listed one by
/// one.
std::string_view cpuName();

/// Returns the manufacturer's name of this processor; empty if it has none.
std::string cpuBrand();

/// Returns every feature that LLVM looks for on a host, with + or - and
/// separated by commas. Those that are present come first: LLVM applies a list
/// from left to right, and "+avx512vl" would re-enable an "-avx512f" before it.
std::string cpuFeatures();

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_CPU_H
