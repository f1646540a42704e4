//===- Su3.cpp - Products of the links of a lattice -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each site has four complex 3 x 3 matrices, as in lattice quantum
// chromodynamics; they are multiplied by four others.
//
//===----------------------------------------------------------------------===//

#include "Proxy.h"

#include <vector>

struct Number {
  double Re, Im;
};
struct Matrix {
  Number At[3][3];
};

static Matrix product(const Matrix &A, const Matrix &B) {
  Matrix C;
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 3; ++J) {
      Number Sum = {0, 0};
      for (int K = 0; K < 3; ++K) {
        const Number &X = A.At[I][K], &Y = B.At[K][J];
        Sum.Re += X.Re * Y.Re - X.Im * Y.Im;
        Sum.Im += X.Re * Y.Im + X.Im * Y.Re;
      }
      C.At[I][J] = Sum;
    }
  return C;
}

static Matrix matrix(uint64_t Seed) {
  Matrix M;
  for (int I = 0; I < 9; ++I)
    M.At[I / 3][I % 3] = {proxy::random(Seed * 18 + 2 * I) - 0.5,
                          proxy::random(Seed * 18 + 2 * I + 1) - 0.5};
  return M;
}

int main(int Count, char **Arguments) {
  const int Sites = 40000 / proxy::divisor(Count, Arguments) + 16, Links = 4;
  const int N = Sites * Links;
  std::vector<Matrix> As(N), Bs(Links), Cs(N);
  for (int I = 0; I < N; ++I)
    As[I] = matrix(I);
  for (int I = 0; I < Links; ++I)
    Bs[I] = matrix(N + I);
  Matrix *A = As.data(), *B = Bs.data(), *C = Cs.data();
#pragma omp target data map(to : A[ : N], B[ : Links]) map(from : C[ : N])
  proxy::run(40, [&](int) {
#pragma omp target teams distribute parallel for collapse(2)
    for (int Site = 0; Site < Sites; ++Site)
      for (int Link = 0; Link < Links; ++Link)
        C[Site * Links + Link] = product(A[Site * Links + Link], B[Link]);
  });
  double Digest = 0;
  for (int I = 0; I < N; ++I)
    Digest += C[I].At[1][2].Re + C[I].At[2][0].Im;
  for (int I = 0; I < N; I += N / 16) {
    const Matrix Expected = product(A[I], B[I % Links]);
    proxy::check(Expected.At[0][1].Re, C[I].At[0][1].Re);
    proxy::check(Expected.At[2][2].Im, C[I].At[2][2].Im);
  }
  proxy::finish(Digest);
}
