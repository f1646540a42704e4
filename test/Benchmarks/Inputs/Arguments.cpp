//===- Arguments.cpp - Launches of a kernel with eight arguments ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Arguments DIVISOR
//
// Four pointers to present data and four scalars. Prints what a launch takes
// with the values that came first, and the same after others.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

using namespace bench;

namespace {

constexpr int Batches = 40, PerBatch = 5000, Length = 32;

double A[Length], B[Length], C[Length], D[Length];

void combine(double *To, const double *First, const double *Second,
             const double *Third, int I, int J, double X, double Y) {
#pragma omp target map(tofrom : To[0 : Length])                                \
    map(to : First[0 : Length], Second[0 : Length], Third[0 : Length])         \
    firstprivate(I, J, X, Y)
  To[I] = First[J] * X + Second[I] * Y + Third[J];
}

void launch(int I) { combine(A, B, C, D, I, 2, 0.5, 0.25); }

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
#pragma omp target enter data map(to : A, B, C, D)
  report("one-image", timeCalls(Batches, PerBatch, [](int) { launch(0); }));
  for (int I = 1; I < 16; ++I)
    launch(I);
  report("oldest-of-16", timeCalls(Batches, PerBatch, [](int) { launch(0); }));
#pragma omp target exit data map(from : A)
}
