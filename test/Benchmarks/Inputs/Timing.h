//===- Timing.h - What the benchmark programs share -------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program prints one line for each figure: its name and its value. All
// times are nanoseconds for one operation, the median over batches, so that a
// batch that the machine interrupted does not count.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_BENCHMARKS_TIMING_H
#define OMPJIT_TEST_BENCHMARKS_TIMING_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench {

/// By how much the run is shortened: 1 for figures that mean something.
inline int Divisor = 1;

inline void setDivisor(const char *Text) {
  Divisor = std::max(1, std::atoi(Text));
}

inline int scaled(int Count) { return std::max(1, Count / Divisor); }

inline double nowNs() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

inline double median(std::vector<double> Values) {
  auto Middle = Values.begin() + std::ptrdiff_t(Values.size() / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  return *Middle;
}

inline void report(const char *Name, double Value) {
  std::printf("%s %.3f\n", Name, Value);
}

/// Calls \p Operation with 0, 1, 2... in batches of \p PerBatch and returns the
/// nanoseconds of one call in each batch.
template <typename Body>
std::vector<double> timeBatches(int Batches, int PerBatch, Body Operation) {
  Batches = scaled(Batches);
  PerBatch = scaled(PerBatch);
  int Call = 0;
  std::vector<double> Each;
  for (int B = 0; B <= Batches; ++B) {
    double Start = nowNs();
    for (int I = 0; I < PerBatch; ++I)
      Operation(Call++);
    // The first batch warms up.
    if (B)
      Each.push_back((nowNs() - Start) / PerBatch);
  }
  return Each;
}

/// Returns the median of the batches.
template <typename Body>
double timeCalls(int Batches, int PerBatch, Body Operation) {
  return median(timeBatches(Batches, PerBatch, Operation));
}

/// Returns the least of the batches: for calls that several processors have to
/// be free for.
template <typename Body>
double leastOfCalls(int Batches, int PerBatch, Body Operation) {
  const std::vector<double> All = timeBatches(Batches, PerBatch, Operation);
  return *std::min_element(All.begin(), All.end());
}

} // namespace bench

#endif // OMPJIT_TEST_BENCHMARKS_TIMING_H
