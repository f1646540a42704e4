//===- Cpu.cpp - The features of an AArch64 processor ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cpu.h"

#include "aarch64/ArmCpu.h"

#include <sys/auxv.h>

namespace ompjit::host {

/// Returns 0 if the system does not let programs read the register. Processors
/// may have cores of two kinds, of which this is the thread's; the features are
/// those that all cores have.
static uint64_t mainId() {
  constexpr uint64_t MayReadIds = 1 << 11; // HWCAP_CPUID
  if (!(::getauxval(AT_HWCAP) & MayReadIds))
    return 0;
  uint64_t Value;
  __asm__("mrs %0, midr_el1" : "=r"(Value));
  return Value;
}

std::string_view cpuName() { return armCpuName(mainId()); }

/// The registers hold no text.
std::string cpuBrand() { return ""; }

std::string cpuFeatures() {
  return armCpuFeatures({::getauxval(AT_HWCAP), ::getauxval(AT_HWCAP2)});
}

} // namespace ompjit::host
