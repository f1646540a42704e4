// A value that is read under a condition and then written over keeps what was read, in vectors for this processor: on
// the host, ahead of time, with LTO, at run time, and in lanes.
// DEFINE: %{build} = %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// DEFINE: %{native} = -march=native -Xopenmp-target=x86_64-pc-linux-gnu -march=native
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory %t | FileCheck %s
// RUN: %{build} %{native} %s -o %t && %{run}
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s
// RUN: %{build} %{native} -foffload-lto %s -o %t && %{run}
// RUN: %{build} %{native} -foffload-lto=thin %s -o %t && %{run}
// RUN: %{build} %{native} -fopenmp-target-lanes=4 %s -o %t && %{run}
// RUN: %{build} -fopenmp-target-jit %s -o %t && %{run}
// RUN: env OMP_JIT_LANES=4 OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory %t | FileCheck %s

#include <cstdio>

// CHECK: reads: 12288
// CHECK: right: 6144
int main() {
  constexpr int N = 12288;
  double *A = new double[N], *B = new double[N], *Out = new double[N];
  int *Chosen = new int[N];
  for (int I = 0; I < N; ++I) {
    A[I] = I;
    B[I] = 1e6 + I;
    Chosen[I] = I & 1;
  }
#pragma omp target teams distribute parallel for map(                          \
        tofrom : A[ : N], Out[ : N]) map(to : B[ : N], Chosen[ : N])
  for (int I = 0; I < N; ++I) {
    double Old = 0.5;
    if (Chosen[I]) {
      Old = A[I];
      A[I] = B[I];
    }
    Out[I] = Old;
  }
  int Reads = 0, Right = 0;
  for (int I = 0; I < N; ++I) {
    Reads += Out[I] == (I & 1 ? I : 0.5);
    Right += A[I] == 1e6 + I;
  }
  std::printf("reads: %d\nright: %d\n", Reads, Right);
}
