// Functions and variables that are for the device alone or the host alone: a region has the device's.
// RUN: %build -O1 -fopenmp-version=52 -fopenmp-offload-mandatory %s -o %t && %ours %t
// RUN: %build-deferred -O1 -fopenmp-version=52 -fopenmp-offload-mandatory %s -o %t.jit && %ours %t.jit
//
// On the host nobody defines what is for the device, and the other way round.
// RUN: llvm-nm %t | FileCheck %s
// CHECK-NOT: onlyThere
// CHECK: onlyHere
// CHECK-NOT: onlyThere

#include "check.h"

#include <omp.h>

extern "C" {
#pragma omp begin declare target device_type(nohost)
int onlyThere(int X) { return X + 1000 * !omp_is_initial_device(); }
#pragma omp end declare target

#pragma omp begin declare target device_type(host)
__attribute__((noinline)) int onlyHere(int X) { return X + 7; }
#pragma omp end declare target

#pragma omp begin declare target device_type(any)
int everywhere(int X) { return X * 2; }
#pragma omp end declare target
}

int main() {
  int There = 0, Both = 0;
#pragma omp target map(from : There, Both)
  {
    There = onlyThere(5);
    Both = everywhere(4);
  }
  checkValue("for the device", There, 1005);
  checkValue("for both, there", Both, 8);
  checkValue("for both, here", everywhere(4), 8);
  checkValue("for the host", onlyHere(5), 12);
  return finish();
}
