// Loops in loops, of which each has turns of its own, do not share vectors: lanes would wait for each other in every turn.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && %builddir/bin/ompjit-compile --arch=x86-64-v4 --output=%t.d %t | FileCheck %s

static double turned(double Of, double By) {
  for (int I = 0; I < 2; ++I)
    Of = (Of * Of - By) * (Of + By) * 0.25;
  return Of;
}

// CHECK: once
// CHECK-NEXT: iterations share vectors
void once(const int *Turns, const double *X, double *Sums, int N) {
#pragma omp target teams distribute parallel for map(                          \
        to : Turns[ : N], X[ : N]) map(from : Sums[ : N])
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int J = 0; J < Turns[I]; ++J)
      Sum = turned(Sum, X[I]);
    Sums[I] = Sum;
  }
}

// CHECK: thrice
// CHECK-NEXT: iterations do not share vectors: it would gain nothing
void thrice(const int *Turns, const double *X, double *Sums, int N) {
#pragma omp target teams distribute parallel for map(                          \
        to : Turns[ : N], X[ : N]) map(from : Sums[ : N])
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int J = 0; J < Turns[I]; ++J)
      for (int K = 0; K < Turns[I + J]; ++K)
        for (int L = 0; L < Turns[I + K]; ++L)
          Sum = turned(Sum, X[I + L]);
    Sums[I] = Sum;
  }
}

int main() {}
