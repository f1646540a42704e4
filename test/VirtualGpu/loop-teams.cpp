// `target teams loop` has as many teams as its clause asks for.
// RUN: export OMP_JIT_ASYNC=0
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_INFO=16
// RUN: %clangxx -O0 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %{run} %t.nvptx 2>&1 | FileCheck %s
// RUN: %clangxx -O2 -g -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// RUN: %{run} %t.amdgcn 2>&1 | FileCheck %s

#include <cstdio>

struct Pair {
  int First, Second;
};

[[gnu::noinline]] static void clauses(int Teams, const int &Reference,
                                      signed char Byte, long Long, Pair *P) {
  int A[100], Sum = 0;
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks
#pragma omp target teams loop num_teams(Teams) map(from : A)
  for (int I = 0; I < 100; ++I)
    A[I] = I;
// CHECK: Launching kernel {{.*}} with [2,1,1] blocks
#pragma omp target teams loop num_teams(Reference) map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I;
// CHECK: Launching kernel {{.*}} with [5,1,1] blocks and [32,1,1] threads
#pragma omp target teams loop num_teams(Byte) thread_limit(32) map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I;
// CHECK: Launching kernel {{.*}} with [8,1,1] blocks
#pragma omp target teams loop num_teams(2 * Long) map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I;
// CHECK: Launching kernel {{.*}} with [2,1,1] blocks
#pragma omp target teams loop num_teams(P->Second) map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I;
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks
#pragma omp target teams loop num_teams(Teams) if (target : Long > 2)          \
    firstprivate(Teams) map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I * Teams;
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks
#pragma omp target teams loop num_teams(Teams) nowait map(tofrom : A)
  for (int I = 0; I < 100; ++I)
    A[I] += I;
#pragma omp taskwait
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks
#pragma omp target teams loop num_teams(Teams) nowait depend(inout : A)        \
    map(tofrom : A, Teams) reduction(+ : Sum)
  for (int I = 0; I < 100; ++I)
    Sum += A[I] + Teams;
#pragma omp taskwait
  // CHECK: sum 44850
  std::fprintf(stderr, "sum %d\n", Sum);
}

// Without the clause it is the device's choice, and without teams it is none.
[[gnu::noinline]] static void others(int Teams) {
  int Sum = 0;
// CHECK: Launching kernel {{.*}} with [1,1,1] blocks
#pragma omp target parallel loop reduction(+ : Sum) firstprivate(Teams)
  for (int I = 0; I < 100; ++I)
    Sum += Teams;
// CHECK: Launching kernel {{.*}} with [1,1,1] blocks
#pragma omp target map(tofrom : Sum)
  Sum += Teams;
  // CHECK: sum 303
  std::fprintf(stderr, "sum %d\n", Sum);
}

int main() {
  Pair P = {4, 2};
  clauses(3, P.Second, 5, 4, &P);
  others(3);
}
