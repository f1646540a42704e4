//===- Platform.h - The runtime's platform --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hardware, or in unit tests a block of simulated threads.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_PLATFORM_H
#define OMPJIT_OPENMP_DEVICE_PLATFORM_H

#ifdef OMPJIT_SIMULATED_PLATFORM
#include "SimulatedPlatform.h"
#else
#include "GpuPlatform.h"
#endif

/// A function that compiled programs call.
#define OMPJIT_ENTRY extern "C"

/// The name of a C library function, which unit tests already have.
#ifdef OMPJIT_SIMULATED_PLATFORM
#define OMPJIT_LIBC(Name) device_##Name
#else
#define OMPJIT_LIBC(Name) Name
#endif

namespace ompjit::device {

/// No supported GPU has larger blocks.
inline constexpr uint32_t MaxThreads = 1024;

template <typename T> T load(const T *From) {
  return __scoped_atomic_load_n(From, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
}

template <typename T> void store(T *To, T Value) {
  __scoped_atomic_store_n(To, Value, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
}

/// \returns the previous value.
template <typename T> T add(T *To, T Value) {
  return __scoped_atomic_fetch_add(To, Value, __ATOMIC_ACQ_REL,
                                   __MEMORY_SCOPE_DEVICE);
}

template <typename T> T exchange(T *Place, T Wanted) {
  return __scoped_atomic_exchange_n(Place, Wanted, __ATOMIC_ACQ_REL,
                                    __MEMORY_SCOPE_DEVICE);
}

template <typename T> bool exchangeIf(T *Place, T Expected, T Wanted) {
  return __scoped_atomic_compare_exchange_n(Place, &Expected, Wanted, false,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE,
                                            __MEMORY_SCOPE_DEVICE);
}

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_PLATFORM_H
