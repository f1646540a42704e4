//===- Debug.h - Debugging of the runtime ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both the program, compiled with -fopenmp-target-debug, and the run, with
// LIBOMPTARGET_DEVICE_RTL_DEBUG, have to ask for it. Both values are sums of
// the kinds below. In a program that does not ask, the value is a constant 0,
// and all of this is optimised away.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_DEBUG_H
#define OMPJIT_OPENMP_DEVICE_DEBUG_H

#include "Platform.h"
#include "Print.h"

/// From the compiler.
extern "C" uint32_t __omp_rtl_debug_kind;

namespace ompjit::device::debug {

enum Kind : uint32_t { Checks = 1, Calls = 2 };

/// Returns the kinds that the run asked for.
uint32_t kindsOfRun();

inline bool wants([[maybe_unused]] Kind What) {
#if defined(OMPJIT_SIMULATED_PLATFORM)
  return false;
#else
  return (__omp_rtl_debug_kind & What) && (kindsOfRun() & What);
#endif
}

/// Notes a call of one of the runtime's functions.
inline void noteCall([[maybe_unused]] const char *Function) {
#if !defined(OMPJIT_SIMULATED_PLATFORM)
  if (wants(Calls))
    OMPJIT_PRINTF("device runtime: block %u, thread %u: %s\n", blockId(),
                  threadId(), Function);
#endif
}

/// Fails the kernel if \p Holds is false.
inline void check([[maybe_unused]] bool Holds,
                  [[maybe_unused]] const char *What) {
#if !defined(OMPJIT_SIMULATED_PLATFORM)
  if (!wants(Checks) || Holds)
    return;
  OMPJIT_PRINTF("device runtime: block %u, thread %u: %s\n", blockId(),
                threadId(), What);
  __builtin_trap();
#endif
}

} // namespace ompjit::device::debug

#endif // OMPJIT_OPENMP_DEVICE_DEBUG_H
