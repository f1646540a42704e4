// Loop transformations, simd, metadirectives and variants in device code.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=60 -Wno-pass-failed
// RUN: %link-ahead %t.ahead %s -fopenmp-version=60 -Wno-pass-failed

#include "expect.h"

constexpr int N = 100;

#pragma omp begin declare target
#pragma omp declare simd uniform(Y) linear(X : 1)
static int sum(int X, int Y) { return X + Y; }
static int onGpu(int X) { return X + 1; }
#pragma omp declare variant(onGpu) match(device = {kind(gpu)})
static int anywhere(int X) { return X + 1; }
#pragma omp end declare target

static void transformed() {
  int A[N] = {}, Order[N] = {}, Next = 0;
#pragma omp target map(A, Order, Next)
  {
#pragma omp tile sizes(4, 3)
    for (int I = 0; I < 10; ++I)
      for (int J = 0; J < 10; ++J)
        A[I * 10 + J] += 1;
#pragma omp unroll partial(4)
    for (int I = 0; I < N; ++I)
      A[I] += 10;
#pragma omp reverse
    for (int I = 0; I < N; ++I)
      Order[Next++] = I;
#pragma omp interchange
    for (int I = 0; I < 10; ++I)
      for (int J = 0; J < 10; ++J)
        A[I * 10 + J] += 100;
#pragma omp parallel for num_threads(24)
#pragma omp tile sizes(7)
    for (int I = 0; I < N; ++I)
      A[I] += 1000;
#pragma omp parallel for num_threads(24)
#pragma omp unroll partial(2)
    for (int I = 0; I < N; ++I)
      A[I] += 10000;
  }
  for (int I = 0; I < N; ++I) {
    expect("transformed", A[I], 11111);
    expect("reversed", Order[I], N - 1 - I);
  }
}

static void chosen() {
  int A[N] = {}, Sum = 0, Linear = 3;
#pragma omp target map(A, Sum) firstprivate(Linear)
  {
#pragma omp metadirective when(                                                \
        device = {kind(gpu)} : parallel for num_threads(40))                   \
        otherwise(parallel for)
    for (int I = 0; I < N; ++I)
      A[I] += sum(I, 3);
#pragma omp parallel for simd num_threads(20) safelen(8) simdlen(4)            \
    aligned(A : 4) if (simd : N > 10)
    for (int I = 0; I < N; ++I)
      A[I] = anywhere(A[I]);
#pragma omp simd reduction(+ : Sum) linear(Linear : 2)
    for (int I = 0; I < N; ++I)
      Sum += A[I] + Linear;
#pragma omp assume holds(Linear > 0)
    A[0] += Linear > 0;
#pragma omp nothing
  }
#pragma omp target teams distribute simd map(A) num_teams(4) simdlen(2)
  for (int I = 0; I < N; ++I)
    A[I] += 1;
#pragma omp target simd map(A)
  for (int I = 0; I < N; ++I)
    A[I] += 1;
#pragma omp target parallel loop map(A) order(concurrent) bind(parallel)
  for (int I = 0; I < N; ++I)
    A[I] += 1;
  int Expected = 0;
  for (int I = 0; I < N; ++I) {
    expect("chosen", A[I], I + 7 + (I == 0));
    Expected += I + 4 + 3 + 2 * I;
  }
  expect("simd", Sum, Expected);
}

int main() {
  transformed();
  chosen();
  return finish();
}
