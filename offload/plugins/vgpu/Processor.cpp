//===- Processor.cpp - The processor that plays the GPU -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processor.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace ompjit::vgpu {

#if defined(__x86_64__)

std::string levelOfProcessor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    return "x86-64-v4";
  if (__builtin_cpu_supports("x86-64-v3"))
    return "x86-64-v3";
  if (__builtin_cpu_supports("x86-64-v2"))
    return "x86-64-v2";
  return "x86-64";
}

uint64_t cycles() { return __rdtsc(); }

#elif defined(__aarch64__)

std::string levelOfProcessor() {
  constexpr uint64_t Of81 = HWCAP_CRC32 | HWCAP_ATOMICS | HWCAP_ASIMDRDM,
                     Of82 = Of81 | HWCAP_DCPOP,
                     Of84 = Of82 | HWCAP_ASIMDDP | HWCAP_FLAGM | HWCAP_LRCPC;
  const uint64_t Has = ::getauxval(AT_HWCAP);
  if ((Has & Of84) == Of84)
    return "armv8.4-a";
  if ((Has & Of82) == Of82)
    return "armv8.2-a";
  return (Has & Of81) == Of81 ? "armv8.1-a" : "armv8-a";
}

/// The counter of the generic timer. Its rate is lower than the processor's,
/// from 25 MHz to 1 GHz.
uint64_t cycles() {
  uint64_t Count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(Count));
  return Count;
}

#endif

} // namespace ompjit::vgpu
