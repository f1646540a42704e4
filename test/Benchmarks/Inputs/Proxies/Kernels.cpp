//===- Kernels.cpp - Hundreds of small kernels ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <utility>
#include <vector>

constexpr int NumKernels = 100;

template <int K> void scale(double *X, int N, double Factor) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    X[I] = X[I] * Factor + K;
}

template <int... K>
void all(double *X, int N, double Factor, std::integer_sequence<int, K...>) {
  (scale<K>(X, N, Factor), ...);
}

int main(int Count, char **Arguments) {
  const int N = 4096 / proxy::divisor(Count, Arguments) + 16, Steps = 400;
  const double Factor = 0.5;
  std::vector<double> Values(N, 1.0);
  double *X = Values.data();
#pragma omp target data map(tofrom : X[ : N])
  proxy::run(Steps, [&](int) {
    all(X, N, Factor, std::make_integer_sequence<int, NumKernels>());
  });
  double Expected = 1, Digest = 0;
  for (int Step = 0; Step < Steps; ++Step)
    for (int K = 0; K < NumKernels; ++K)
      Expected = Expected * Factor + K;
  for (int I = 0; I < N; ++I) {
    proxy::check(Expected, X[I]);
    Digest += X[I];
  }
  proxy::finish(Digest);
}
