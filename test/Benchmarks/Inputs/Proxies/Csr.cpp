//===- Csr.cpp - A sparse matrix times a vector ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In compressed rows, with as many numbers in a row as chance says.
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <vector>

static double row(const int *Begins, const int *Columns, const double *Values,
                  const double *X, int I) {
  double Sum = 0;
  for (int K = Begins[I]; K < Begins[I + 1]; ++K)
    Sum += Values[K] * X[Columns[K]];
  return Sum;
}

int main(int Count, char **Arguments) {
  const int N = 100000 / proxy::divisor(Count, Arguments) + 16;
  std::vector<int> Begin = {0}, Column;
  std::vector<double> Value, Input(N), Output(N);
  for (int I = 0; I < N; ++I) {
    const int Entries = 4 + int(28 * proxy::random(I));
    for (int K = 0; K < Entries; ++K) {
      Column.push_back(int(N * proxy::random(uint64_t(I) * 64 + K)));
      Value.push_back(proxy::random(Column.size()));
    }
    Begin.push_back(int(Column.size()));
    Input[I] = proxy::random(3 * I);
  }
  const int *Begins = Begin.data(), *Columns = Column.data();
  const double *Values = Value.data(), *X = Input.data();
  double *Y = Output.data();
  const int Entries = int(Column.size());
#pragma omp target data map(to : Begins[ : N + 1], Columns[ : Entries])        \
    map(to : Values[ : Entries], X[ : N]) map(from : Y[ : N])
  proxy::run(100, [&](int) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      Y[I] = row(Begins, Columns, Values, X, I);
  });
  double Digest = 0;
  for (int I = 0; I < N; ++I)
    Digest += Y[I];
  for (int I = 0; I < N; I += N / 16)
    proxy::check(row(Begins, Columns, Values, X, I), Y[I]);
  proxy::finish(Digest);
}
