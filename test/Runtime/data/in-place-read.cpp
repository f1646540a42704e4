// On the host, data that is only brought in stays in its place if it is known of the kernel, which is compiled at run time,
// that it only reads there. Ahead of time nothing is known.
// RUN: %clangxx -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t
// RUN: %clangxx -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: env LIBOMPTARGET_INFO=32 %t 2>&1 | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_INFO=32 %t.jit 2>&1 | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_INFO=32 OMP_JIT_ASYNC=1 %t.jit 2>&1 | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env LIBOMPTARGET_INFO=32 LIBOMPTARGET_HOST_MAPS_IN_PLACE=0 %t.jit 2>&1 | FileCheck %s --check-prefixes=CHECK,COPIES

#include <cstdio>
#include <vector>

// The kernel's own code is not all that could write.
__attribute__((noinline)) static void change(double *Where, bool Now) {
  if (Now)
    *Where = 100;
}
#pragma omp declare target to(change)

struct Sizes {
  int Rows, Columns;
};

int main(int Count, char **) {
  constexpr int N = 1000;
  std::vector<double> In(N, 2), Also(N, 3), Out(N);
  double *A = In.data(), *B = Also.data(), *C = Out.data();

  // COPIES: to device{{.*}} Size=8000, Name=A
  // COPIES: to device{{.*}} Size=8000, Name=B
  // PLACE-NOT: to device
  // CHECK: sum 5
#pragma omp target teams distribute parallel for map(to : A[ : N], B[ : N])    \
    map(from : C[ : N])
  for (int I = 0; I < N; ++I)
    C[I] = A[I] + B[I];
  std::fprintf(stderr, "sum %g\n", C[N - 1]);

  // CHECK: to device{{.*}} Size=8000, Name=A
  // CHECK: written 2
#pragma omp target teams distribute parallel for map(to : A[ : N])             \
    map(from : C[ : N])
  for (int I = 0; I < N; ++I) {
    A[I] += 1;
    C[I] = A[I];
  }
  std::fprintf(stderr, "written %g\n", A[1]);

  // CHECK: to device{{.*}} Size=8000, Name=A
  // CHECK: written by a function 2
#pragma omp target map(to : A[ : N])
  change(A + 1, Count == 1);
  std::fprintf(stderr, "written by a function %g\n", A[1]);

  // The kernel has another way to the data.
  // CHECK: to device{{.*}} Size=8000, Name=A
  // CHECK: written through another pointer 2, 100
  double *Way = A + 1, Seen = 0;
#pragma omp target map(to : A[ : N]) map(from : Seen)
  {
    *Way = 100;
    Seen = A[1];
  }
  std::fprintf(stderr, "written through another pointer %g, %g\n", A[1], Seen);

  // Facts are still found in what is brought in.
  // COPIES: to device{{.*}} Size=8, Name=S
  // PLACE-NOT: to device
  // CHECK: sizes 60
  Sizes S = {10, 6};
  int Total = 0;
#pragma omp target map(to : S) map(tofrom : Total)
  for (int I = 0; I < S.Rows; ++I)
    for (int J = 0; J < S.Columns; ++J)
      ++Total;
  std::fprintf(stderr, "sizes %d\n", Total);
}
