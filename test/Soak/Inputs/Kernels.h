//===- Kernels.h - Many kernels whose results are known -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each number is a kernel of its own. What it computes depends on scalars, on
// fields of a structure and on an array, in integers, so that the host gets the
// same.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_SOAK_KERNELS_H
#define OMPJIT_TEST_SOAK_KERNELS_H

#include <cstdint>
#include <utility>

namespace soak {

struct Fields {
  int Mode;
  int Shift;
  uint64_t Step;
};

constexpr int ArraySize = 256;

#pragma omp begin declare target
template <int Number>
inline uint64_t valueOf(uint64_t Element, int I, int Factor, const Fields &Of) {
  uint64_t Value = Element * Number + uint64_t(I) * uint64_t(Factor);
  switch ((Of.Mode + Number) % 4) {
  case 0:
    return Value + Of.Step;
  case 1:
    return Value ^ Of.Step;
  case 2:
    return Value << (Of.Shift & 7);
  default:
    return Value - (Of.Step >> (Of.Shift & 7));
  }
}
#pragma omp end declare target

template <int Number>
uint64_t onDevice(const uint64_t *Array, int Count, int Factor,
                  const Fields &Of) {
  uint64_t Sum = 0;
  if constexpr (Number % 3 == 0) {
#pragma omp target map(to : Array[ : ArraySize], Of) map(tofrom : Sum)
    for (int I = 0; I < Count; ++I)
      Sum += valueOf<Number>(Array[I], I, Factor, Of);
  } else if constexpr (Number % 3 == 1) {
#pragma omp target parallel for num_threads(2) reduction(+ : Sum)              \
    map(to : Array[ : ArraySize], Of)
    for (int I = 0; I < Count; ++I)
      Sum += valueOf<Number>(Array[I], I, Factor, Of);
  } else {
    uint64_t Values[ArraySize] = {};
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(2)  \
    map(to : Array[ : ArraySize], Of) map(tofrom : Values)
    for (int I = 0; I < Count; ++I)
      Values[I] = valueOf<Number>(Array[I], I, Factor, Of);
    for (uint64_t Each : Values)
      Sum += Each;
  }
  return Sum;
}

template <int Number>
uint64_t onHost(const uint64_t *Array, int Count, int Factor,
                const Fields &Of) {
  uint64_t Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += valueOf<Number>(Array[I], I, Factor, Of);
  return Sum;
}

/// Whether device and host agree.
using Check = bool (*)(const uint64_t *Array, int Count, int Factor,
                       const Fields &Of);

template <int Number>
bool agree(const uint64_t *Array, int Count, int Factor, const Fields &Of) {
  return onDevice<Number>(Array, Count, Factor, Of) ==
         onHost<Number>(Array, Count, Factor, Of);
}

template <int First, int... Numbers>
Check checkOf(int Which, std::integer_sequence<int, Numbers...>) {
  constexpr Check Checks[] = {agree<First + Numbers>...};
  return Checks[Which];
}

} // namespace soak

#endif // OMPJIT_TEST_SOAK_KERNELS_H
