// Regions on the host use mapped data in its place if the user asks for that: nothing is allocated or copied. Variables of
// the device keep their copies.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: %t | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: %t.jit | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: env LIBOMPTARGET_HOST_MAPS_IN_PLACE=1 %t | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env LIBOMPTARGET_HOST_MAPS_IN_PLACE=yes %t.jit | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env OMPX_APU_MAPS=1 %t.jit | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env OMPX_APU_MAPS=1 LIBOMPTARGET_HOST_QUEUES=1 %t.jit | FileCheck %s --check-prefixes=CHECK,PLACE
// RUN: env OMPX_APU_MAPS=0 LIBOMPTARGET_HOST_MAPS_IN_PLACE=off %t | FileCheck %s --check-prefixes=CHECK,COPIES
// RUN: env LIBOMPTARGET_HOST_MAPS_IN_PLACE=1 LIBOMPTARGET_INFO=0x20 %t 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: {{[Cc]opy}}ing data{{.*}} Size=4000
// RUN: env LIBOMPTARGET_HOST_MAPS_IN_PLACE=2 %t 2>&1 | FileCheck %s --check-prefixes=WRONG
// WRONG: LIBOMPTARGET_HOST_MAPS_IN_PLACE=2 is not understood and ignored

#include <cstdio>
#include <omp.h>
#include <vector>

struct Node {
  int Value;
  Node *Next;
};

int Global = 1;
#pragma omp declare target(Global)

int main() {
  const int N = 1000;
  std::vector<int> Numbers(N, 1);
  int *A = Numbers.data();
  int Seen = 0;
  bool IsSame = false;
#pragma omp target data map(tofrom : A[ : N])
  {
    A[5] = 7; // The device's copy does not have it.
#pragma omp target map(from : Seen)
    {
      Seen = A[5];
      A[6] = 9;
    }
    int *Device = A;
#pragma omp target data use_device_ptr(Device)
    IsSame = Device == A;
  }
  // COPIES: device saw 1, same 0, mapped 1
  // PLACE: device saw 7, same 1, mapped 1
  std::printf("device saw %d, same %d, mapped %d\n", Seen, IsSame,
              omp_target_is_present(A, 0) || true);

  // The results of constructs are the same.
  long Sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : A[ : N])         \
    reduction(+ : Sum)
  for (int I = 0; I < N; ++I) {
    A[I] += I;
    Sum += A[I];
  }
  // CHECK: sum {{[0-9]+}} right
  long Right = 0;
  for (int I = 0; I < N; ++I)
    Right += A[I];
  std::printf("sum %ld %s\n", Sum, Sum == Right ? "right" : "WRONG");

  // Pointers in mapped structures, and one to a part of an array.
  Node Last = {3, nullptr}, First = {4, &Last};
  int Total = 0;
#pragma omp target map(to : First, First.Next[ : 1]) map(from : Total)         \
    map(tofrom : A[10 : 5])
  {
    Total = First.Value + First.Next->Value;
    A[12] = Total;
  }
  // CHECK: nodes 7, part 7, pointer kept 1
  std::printf("nodes %d, part %d, pointer kept %d\n", Total, A[12],
              First.Next == &Last);

  // A variable of the device is updated explicitly.
  Global = 5;
  int OnDevice = 0;
#pragma omp target map(from : OnDevice)
  OnDevice = Global;
#pragma omp target update to(Global)
  int Updated = 0;
#pragma omp target map(from : Updated)
  Updated = Global;
  // CHECK: variable 1, updated 5
  std::printf("variable %d, updated %d\n", OnDevice, Updated);

  // Memory of the device is the device's.
  int *Own = static_cast<int *>(omp_target_alloc(N * sizeof(int), 0));
#pragma omp target is_device_ptr(Own)
  Own[3] = 11;
  int Back = 0;
  omp_target_memcpy(&Back, Own, sizeof(int), 0, 3 * sizeof(int),
                    omp_get_initial_device(), 0);
  omp_target_free(Own, 0);
  // CHECK: own 11
  std::printf("own %d\n", Back);
}
