//===- Tiers.cpp - Launches beside compiles -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Tiers constant|changing LAUNCHES
//
// Launches a kernel of two scalars, of which one changes at every launch or
// none does. Prints the first launch and the longest of the others, which may
// load what was compiled behind it.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <cstring>

using namespace bench;

namespace {

constexpr int Length = 64;

void scale(double *Values, double Factor, int Step) {
#pragma omp target firstprivate(Factor, Step)
  for (int I = 0; I < Length; I += Step)
    Values[I] = Values[I] * 0.5 + Factor;
}

} // namespace

int main(int, char **Arguments) {
  const bool IsChanging = !std::strcmp(Arguments[1], "changing");
  const int Launches = std::max(1, std::atoi(Arguments[2]));
  static double Values[Length];
#pragma omp target enter data map(to : Values)
  double First = 0, Longest = 0;
  for (int I = 0; I < Launches; ++I) {
    const double Start = nowNs();
    scale(Values, IsChanging ? I : 1, 1);
    const double Time = nowNs() - Start;
    I ? Longest = std::max(Longest, Time) : First = Time;
  }
#pragma omp target exit data map(from : Values)
  report("first", First);
  report("longest", Longest);
  report("value", Values[5]);
}
