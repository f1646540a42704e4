// A JIT package tells which kernels have loops in the iterations of their loops: their own, or those of what they call.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: %builddir/bin/ompjit-package-dump %t | FileCheck %s
//
// CHECK-DAG: symbol="__omp_offloading__Z4addsPfi_{{.*}} part=0{{$}}
// CHECK-DAG: symbol="__omp_offloading__Z4sumsPfi_{{.*}} part=0 nests{{$}}
// CHECK-DAG: symbol="__omp_offloading__Z5callsPfi_{{.*}} part=0 nests{{$}}
// CHECK-DAG: symbol="__omp_offloading__Z8descendsPfi_{{.*}} part=0 nests{{$}}

void adds(float *A, int N) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    A[I] = 2 * A[I] + 1;
}

void sums(float *A, int N) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    for (int K = 0; K < I; ++K)
      A[I] += 1 / A[I];
}

#pragma omp begin declare target
__attribute__((noinline)) float iterate(float X, int N) {
  for (int K = 0; K < N; ++K)
    X = 1 / (X + 1);
  return X;
}
float descend(float X, int N) {
  return N < 2 ? X : descend(X / 2, N - 1) + descend(X / 3, N - 2);
}
#pragma omp end declare target

void calls(float *A, int N) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    A[I] = iterate(A[I], N);
}

void descends(float *A, int N) {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    A[I] = descend(A[I], 10);
}

int main() {
  float A[4] = {};
  adds(A, 0);
  sums(A, 0);
  calls(A, 0);
  descends(A, 0);
}
