// On the host, regions use data in its place where no program can tell that from a copy: what one launch maps for itself
// alone and copies back, while its thread waits. All other data has its copy.
// RUN: %clangxx -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t
// RUN: %clangxx -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 %t | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 %t.jit | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 OMP_JIT_ASYNC=0 %t.jit | FileCheck %s --check-prefixes=CHECK,PLACE
//
// Copies are made where the user says so, and where constructs overlap with the host.
// RUN: env LIBOMPTARGET_HOST_MAPS_IN_PLACE=0 %t | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %t.jit | FileCheck %s --check-prefixes=CHECK,COPIES
//
// Who looks on sees mappings without copies.
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_INFO=-1 %t 2>%t.info | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: FileCheck %s --check-prefix=INFO < %t.info
// INFO: Entering OpenMP kernel at {{.*}}in-place-unobserved.cpp
// INFO-NOT: Copying data
// INFO: Creating new map entry {{.*}}Begin=[[A:0x[0-9a-f]+]], TgtAllocBegin={{.*}}, TgtPtrBegin=[[A]], Size=4000, {{.*}}Name=A
// INFO-NOT: Copying data
// INFO: Removing map entry {{.*}}Size=4000, Name=A
// INFO-NOT: Copying data
// INFO: Entering OpenMP kernel

#include <cstdint>
#include <cstdio>
#include <omp.h>
#include <vector>

struct Pair {
  int First;
  int *Second;
};

static const char *place(const void *Host, uintptr_t Device) {
  return uintptr_t(Host) == Device ? "place" : "copy";
}

int main() {
  constexpr int N = 1000;
  std::vector<int> Storage(N, 1);
  int *A = Storage.data(), B[N] = {}, Sum = 0;
  uintptr_t InA = 0, InB = 0, InSum = 0;

  // PLACE: tofrom: place, implicit: place, sum 2000: place
  // COPIES: tofrom: copy, implicit: copy, sum 2000: copy
#pragma omp target teams distribute parallel for map(tofrom : A[ : N])         \
    map(from : InA, InB, InSum) reduction(+ : Sum)
  for (int I = 0; I < N; ++I) {
    A[I] += 1;
    B[I] = A[I];
    Sum += B[I];
    if (I == 0)
      InA = uintptr_t(A), InB = uintptr_t(B);
  }
#pragma omp target map(tofrom : Sum) map(from : InSum)
  InSum = uintptr_t(&Sum);
  std::printf("tofrom: %s, implicit: %s, sum %d: %s\n", place(A, InA),
              place(B, InB), Sum, place(&Sum, InSum));

  // What is not copied back stays as it was.
  // CHECK: to: copy, 2
#pragma omp target map(to : A[ : N]) map(from : InA)
  {
    InA = uintptr_t(A);
    A[7] = 100;
  }
  std::printf("to: %s, %d\n", place(A, InA), A[7]);

  // The host does not see what the region writes before data leaves.
  // CHECK: data: copy, 2, 100
  int Before = 0;
#pragma omp target data map(tofrom : A[ : N])
  {
#pragma omp target map(tofrom : A[ : N]) map(from : InA)
    {
      InA = uintptr_t(A);
      A[8] = 100;
    }
    Before = A[8];
  }
  std::printf("data: %s, %d, %d\n", place(A, InA), Before, A[8]);

  // CHECK: nowait: copy, 3
#pragma omp target map(tofrom : A[ : N], InA) nowait
  {
    InA = uintptr_t(A);
    A[9] = 3;
  }
#pragma omp taskwait
  std::printf("nowait: %s, %d\n", place(A, InA), A[9]);

  // Pointers in structures lead to the device's copy.
  // CHECK: pointer: copy, 4, kept 1
  Pair P = {4, B};
#pragma omp target map(tofrom : P) map(tofrom : P.Second[ : N]) map(from : InB)
  {
    InB = uintptr_t(P.Second);
    P.Second[3] = P.First;
  }
  std::printf("pointer: %s, %d, kept %d\n", place(B, InB), B[3], P.Second == B);

  // A pointer without a clause leads into what another clause maps.
  // CHECK: parts: 1, 5, 6
  bool IsSame = false;
  int *Part = A + 10;
#pragma omp target map(tofrom : A[2 : 100]) map(from : IsSame)
  {
    IsSame = Part == &A[10];
    A[2] = 5;
    Part[1] = 6;
  }
  std::printf("parts: %d, %d, %d\n", IsSame, A[2], A[11]);

  // Nothing stays mapped.
  // CHECK: mapped 0 0 0
  std::printf("mapped %d %d %d\n", omp_target_is_present(A, 0),
              omp_target_is_present(B, 0), omp_target_is_present(&Sum, 0));

  // Threads that use the same data at the same time, each in its own way.
  // CHECK: threads: 0 wrong
#pragma omp parallel num_threads(8)
  {
    const int Me = omp_get_thread_num();
    for (int Round = 0; Round < 200; ++Round) {
      if ((Round + Me) % 4 == 0) {
#pragma omp target data map(tofrom : B)
#pragma omp target
        B[Me] += 1;
      } else {
#pragma omp target map(tofrom : B)
        B[Me] += 1;
      }
    }
  }
  int Wrong = 0;
  for (int I = 0; I < 8; ++I)
    Wrong += B[I] != 200 + (I == 3 ? 4 : 2);
  std::printf("threads: %d wrong\n", Wrong);
}
