// Atomic operations on variables of a thread's own; Cuda/ptx-accepted.test has ptxas take them.
// RUN: %run-gpus %t %s

#include <cstdio>

enum { N = 64 };

int main() {
  long Out[N] = {};
  double Floating[N] = {};
#pragma omp target teams distribute parallel for map(tofrom : Out, Floating)
  for (int I = 0; I < N; ++I) {
    int X = I, Other = 3, V, Five = 5;
    double Y = I;
    unsigned char B = I;
    int *P = I % 2 ? &X : &Other;
#pragma omp atomic
    X += I;
#pragma omp atomic
    *P += 2;
#pragma omp atomic
    Y *= 2;
#pragma omp atomic
    B += 3;
#pragma omp atomic capture
    {
      V = X;
      X = X * 3;
    }
    Out[I] += V;
#pragma omp atomic read
    V = X;
    Out[I] += V * 7;
#pragma omp atomic write
    X = V + 1;
#pragma omp atomic compare
    if (X == Five) {
      X = 70;
    }
#pragma omp atomic seq_cst
    X ^= 3;
    Out[I] += X * 11 + B * 13 + Other * 17;
    Floating[I] = Y;
  }
  long Sum = 0;
  double Floats = 0;
  for (int I = 0; I < N; ++I) {
    Sum = (Sum * 3 + Out[I]) % 65521;
    Floats += Floating[I];
  }
  printf("%ld %g\n", Sum, Floats);
}
