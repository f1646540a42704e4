//===- SmallGemm.cpp - Many products of small matrices --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their order is known only when the program runs, as in spectral elements.
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <vector>

static double dot(const double *A, const double *B, int Order, int I, int J) {
  double Sum = 0;
  for (int K = 0; K < Order; ++K)
    Sum += A[I * Order + K] * B[K * Order + J];
  return Sum;
}

int main(int Count, char **Arguments) {
  const int Batch = 4000 / proxy::divisor(Count, Arguments) + 16;
  const int Order = Count > 2 ? std::atoi(Arguments[2]) : 8;
  const int Size = Order * Order, N = Batch * Size;
  std::vector<double> As(N), Bs(N), Cs(N);
  for (int I = 0; I < N; ++I)
    As[I] = proxy::random(I), Bs[I] = proxy::random(I + N);
  double *A = As.data(), *B = Bs.data(), *C = Cs.data();
#pragma omp target data map(to : A[ : N], B[ : N]) map(from : C[ : N])
  proxy::run(400, [&](int) {
#pragma omp target teams distribute parallel for
    for (int M = 0; M < Batch; ++M)
      for (int I = 0; I < Order; ++I)
        for (int J = 0; J < Order; ++J)
          C[M * Size + I * Order + J] =
              dot(A + M * Size, B + M * Size, Order, I, J);
  });
  double Digest = 0;
  for (int I = 0; I < N; ++I)
    Digest += C[I];
  for (int M = 0; M < Batch; M += Batch / 8)
    proxy::check(dot(A + M * Size, B + M * Size, Order, 1, 2),
                 C[M * Size + Order + 2]);
  proxy::finish(Digest);
}
