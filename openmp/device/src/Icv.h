//===- Icv.h - Internal control variables ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most programs change none of them on a device. Those that do link IcvSet.cpp,
// which says so; in all others the variables are constants.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_ICV_H
#define OMPJIT_OPENMP_DEVICE_ICV_H

#include <stdint.h>

/// Whether the program changes variables: false, and true in IcvSet.cpp.
extern "C" [[gnu::visibility("hidden")]] const bool __ompjit_icvs_change;

namespace ompjit::device::icv {

/// The variables of a data environment.
struct Variables {
  uint16_t NumThreads; ///< 0: all threads.
  uint16_t Schedule;   ///< omp_sched_t.
  int32_t Chunk;       ///< 0: the schedule's own.
  uint64_t Allocator;  ///< omp_allocator_handle_t.
};

inline constexpr Variables Initial = {0, 1, 0, /*Default=*/1};

/// To be called at the start of a kernel, on each thread that runs its code.
void begin();
/// To be called on each thread that enters an active region.
void inherit();
/// Returns the calling thread's variables.
Variables current();
void change(Variables New);

/// Returns the size of a region without a clause, of at most \p Max threads.
inline uint32_t numThreads(uint32_t Max) {
  const uint32_t Wanted = current().NumThreads;
  return Wanted && Wanted < Max ? Wanted : Max;
}

} // namespace ompjit::device::icv

#endif // OMPJIT_OPENMP_DEVICE_ICV_H
