//===- Tracker.cpp - Scalars that change now and then ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Tracker ORDERS FACTORS LAUNCHES
//
// Launches a kernel of two scalars that take so many values in turn, or a new
// one at every launch for 0. The first one is the bound of an inner loop, which
// is several times as fast where it is constant; of the second nothing is won.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <cstdlib>

using namespace bench;

namespace {

constexpr int Length = 4096;
double Values[Length];

void evaluate(int Order, double Factor) {
#pragma omp target firstprivate(Order, Factor)
  for (int I = 0; I < Length; ++I) {
    double Sum = Factor;
    for (int J = 0; J < Order; ++J)
      Sum = Sum * Values[I] + 0.25;
    Values[I] = Sum * 0.001 + 0.5;
  }
}

int turn(int Launch, int Count) { return Count ? Launch % Count : Launch; }

} // namespace

int main(int, char **Arguments) {
  const int Orders = std::atoi(Arguments[1]), Factors = std::atoi(Arguments[2]),
            Launches = std::max(1, std::atoi(Arguments[3]));
#pragma omp target enter data map(to : Values)
  for (int I = 0; I < Launches; ++I)
    evaluate(4 + turn(I, Orders) % 61, 1 + turn(I, Factors));
#pragma omp target exit data map(from : Values)
  report("value", Values[5]);
}
