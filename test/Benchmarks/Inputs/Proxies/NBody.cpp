//===- NBody.cpp - Particles that attract each other ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <vector>

struct Body {
  double X, Y, Z, Mass;
};

static double pull(const Body *Bodies, int Count, int I, double Softening) {
  double Sum = 0;
  for (int J = 0; J < Count; ++J) {
    const double X = Bodies[J].X - Bodies[I].X, Y = Bodies[J].Y - Bodies[I].Y,
                 Z = Bodies[J].Z - Bodies[I].Z;
    const double Square = X * X + Y * Y + Z * Z + Softening;
    Sum += Bodies[J].Mass * X / (Square * std::sqrt(Square));
  }
  return Sum;
}

int main(int Count, char **Arguments) {
  const int N = 2000 / proxy::divisor(Count, Arguments) + 16;
  const double Softening = 1e-3;
  std::vector<Body> Storage(N);
  std::vector<double> Forces(N);
  for (int I = 0; I < N; ++I)
    Storage[I] = {proxy::random(4 * I), proxy::random(4 * I + 1),
                  proxy::random(4 * I + 2), 1 + proxy::random(4 * I + 3)};
  Body *Bodies = Storage.data();
  double *Force = Forces.data();
#pragma omp target data map(to : Bodies[ : N]) map(from : Force[ : N])
  proxy::run(30, [&](int) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      Force[I] = pull(Bodies, N, I, Softening);
  });
  double Digest = 0;
  for (int I = 0; I < N; ++I)
    Digest += Force[I];
  for (int I = 0; I < N; I += N / 8)
    proxy::check(pull(Bodies, N, I, Softening), Force[I]);
  proxy::finish(Digest);
}
