// Loops whose iterations threads take as they come use a thread's own copy of an array again and again.
// The packaged clang 22 gets it wrong where the processor has AVX2.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory OMP_JIT=0 %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=mandatory OMP_JIT_ASYNC=0 %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s

#include <algorithm>
#include <cstdint>
#include <cstdio>

enum { N = 8, Lengths = 40 };

#define LOOP()                                                                 \
  for (uint64_t I = 0; I < N; ++I)                                             \
    for (long J = Length - 1; J >= 0; --J) {                                   \
      const int X = int(I) * Length + int(Length - 1 - J);                     \
      Products[uint64_t(int64_t(X)) % N] *=                                    \
          uint16_t(uint64_t(int64_t(Factor)));                                 \
      Least = std::min<int32_t>(                                               \
          Least, int32_t(0 - uint64_t(int64_t(std::min(Factor, X)))));         \
    }

int main() {
  int Wrong = 0;
  for (int Length = 1; Length <= Lengths; ++Length) {
    uint16_t Expected[N], Products[N];
    int32_t Factor = 2 * Length + 1, Least = 5, LeastExpected = 5;
    for (int I = 0; I < N; ++I)
      Expected[I] = Products[I] = uint16_t(I + 1);
    for (int X = 0; X < N * Length; ++X) {
      Expected[X % N] = uint16_t(Expected[X % N] * Factor);
      LeastExpected = std::min(LeastExpected, -std::min(Factor, X));
    }
#pragma omp target map(tofrom : Products, Factor, Least)
    {
#pragma omp parallel for collapse(2) reduction(* : Products)                   \
    reduction(min : Least) schedule(runtime) num_threads(2)
      LOOP()
    }
    for (int I = 0; I < N; ++I)
      Wrong += Products[I] != Expected[I];
    Wrong += Least != LeastExpected;
  }
  // CHECK: 0 wrong
  printf("%d wrong\n", Wrong);
}
