//===- ArmCpu.h - AArch64 processors, in LLVM's terms ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a processor is called and what it has, from the words with which Linux
// describes it. Compiled and tested on every host; Cpu.cpp reads the words.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_AARCH64_ARMCPU_H
#define OMPJIT_PLUGINS_HOST_AARCH64_ARMCPU_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::host {

/// What programs may use: AT_HWCAP and AT_HWCAP2 of the auxiliary vector.
struct ArmCapabilities {
  uint64_t First = 0, Second = 0;
};

/// Returns LLVM's name of the processor with this main identification register;
/// "generic" if the table has none.
std::string_view armCpuName(uint64_t MainId);

/// Returns the features in the form of cpuFeatures().
std::string armCpuFeatures(ArmCapabilities Has);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_AARCH64_ARMCPU_H
