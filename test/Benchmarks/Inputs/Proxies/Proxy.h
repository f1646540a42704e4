//===- Proxy.h - What all proxies do --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A proxy computes what the inner loops of a kind of simulation compute. Its
// only argument is a divisor of its size, for tests. It prints, a line each:
//
//   first SECONDS    the first step, with all that happens only once
//   steady SECONDS   all others together
//   digest NUMBER    the sum of what was computed
//   check ok         a part of it is what plain code on the host computes
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BENCHMARKS_PROXY_H
#define OMPJIT_BENCHMARKS_PROXY_H

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace proxy {

inline int divisor(int Count, char **Arguments) {
  return Count > 1 ? std::atoi(Arguments[1]) : 1;
}

/// A number in [0, 1) for each seed, the same on host and device.
inline double random(uint64_t Seed) {
  Seed = (Seed + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  Seed ^= Seed >> 29;
  Seed *= 0x94d049bb133111eb;
  Seed ^= Seed >> 32;
  return double(Seed >> 11) * 0x1p-53;
}

/// Runs the steps, numbered from 0, and prints their times.
template <typename Function> void run(int Steps, Function Step) {
  using Clock = std::chrono::steady_clock;
  const auto Begin = Clock::now();
  Step(0);
  const auto First = Clock::now();
  for (int I = 1; I < Steps; ++I)
    Step(I);
  const std::chrono::duration<double> ForFirst = First - Begin,
                                      ForOthers = Clock::now() - First;
  std::printf("first %.6f\nsteady %.6f\n", ForFirst.count(), ForOthers.count());
}

/// Ends the program with an error if the numbers differ by more than \p Most and
/// rounding.
inline void check(double Expected, double Computed, double Most = 0) {
  if (std::fabs(Expected - Computed) <=
      Most + 1e-9 * std::fabs(Expected) + 1e-12)
    return;
  std::printf("check failed: expected %.17g, computed %.17g\n", Expected,
              Computed);
  std::exit(1);
}

inline void finish(double Digest) {
  std::printf("digest %.10e\ncheck ok\n", Digest);
}

} // namespace proxy

#endif // OMPJIT_BENCHMARKS_PROXY_H
