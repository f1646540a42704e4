//===- Stream.h - What Stream.cpp and Stream.cu have in common ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The five loops that measure memory: copy, multiply, add, triad and dot
// product of long arrays. Prints what a launch of each takes, in nanoseconds.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_GPU_STREAM_H
#define OMPJIT_TEST_GPU_STREAM_H

#include "../../Benchmarks/Inputs/Timing.h"

#include <cmath>

namespace stream {

using namespace bench;

constexpr double StartA = 0.1, StartB = 0.2, StartC = 0.0, Factor = 0.4;
constexpr int Launches = 50;

/// As many bytes as no cache holds.
inline size_t length() { return size_t(scaled(1 << 25)); }

/// Median nanoseconds of a launch; the first ones warm up.
template <typename Body> double timeLaunches(Body Launch) {
  std::vector<double> Each;
  for (int I = 0; I != Launches + 5; ++I) {
    const double Start = nowNs();
    Launch();
    if (I >= 5)
      Each.push_back(nowNs() - Start);
  }
  return median(Each);
}

/// What the arrays must hold after so many launches of copy, multiply, add and
/// triad, each of them done before the next kind. \returns the exit status.
inline int check(double A, double B, double C, double Dot) {
  double WantA = StartA, WantB = StartB, WantC = StartC;
  WantC = WantA;
  WantB = Factor * WantC;
  WantC = WantA + WantB;
  WantA = WantB + Factor * WantC;
  const double WantDot = WantA * WantB * double(length());
  const bool IsRight =
      std::abs(A - WantA) < 1e-12 && std::abs(B - WantB) < 1e-12 &&
      std::abs(C - WantC) < 1e-12 && std::abs(Dot - WantDot) < 1e-8 * WantDot;
  if (!IsRight)
    std::fprintf(stderr, "stream: wrong: a %g, b %g, c %g, dot %g\n", A, B, C,
                 Dot);
  return IsRight ? 0 : 1;
}

} // namespace stream

#endif // OMPJIT_TEST_GPU_STREAM_H
