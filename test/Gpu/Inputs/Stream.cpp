//===- Stream.cpp - The memory loops with OpenMP --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Stream DIVISOR
//
//===----------------------------------------------------------------------===//

#include "Stream.h"

using namespace stream;

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const size_t Length = length();
  std::vector<double> HostA(Length, StartA), HostB(Length, StartB),
      HostC(Length, StartC);
  double *A = HostA.data(), *B = HostB.data(), *C = HostC.data();
  double Sum = 0, Scalar = Factor;
#pragma omp target enter data map(to : A[ : Length], B[ : Length], C[ : Length])
  report("copy", timeLaunches([&] {
#pragma omp target teams distribute parallel for
           for (size_t I = 0; I < Length; ++I)
             C[I] = A[I];
         }));
  report("multiply", timeLaunches([&] {
#pragma omp target teams distribute parallel for
           for (size_t I = 0; I < Length; ++I)
             B[I] = Scalar * C[I];
         }));
  report("add", timeLaunches([&] {
#pragma omp target teams distribute parallel for
           for (size_t I = 0; I < Length; ++I)
             C[I] = A[I] + B[I];
         }));
  report("triad", timeLaunches([&] {
#pragma omp target teams distribute parallel for
           for (size_t I = 0; I < Length; ++I)
             A[I] = B[I] + Scalar * C[I];
         }));
  report("dot", timeLaunches([&] {
           Sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : Sum)             \
    reduction(+ : Sum)
           for (size_t I = 0; I < Length; ++I)
             Sum += A[I] * B[I];
         }));
#pragma omp target exit data map(from : A[ : Length], B[ : Length],            \
                                     C[ : Length])
  return check(A[Length - 1], B[0], C[Length / 2], Sum);
}
