// The other requires clauses are accepted, alone and together.
// RUN: %build -O2 -DCLAUSE=unified_address %s -o %t.1
// RUN: %ours %t.1 > %t.ours && %theirs %t.1 > %t.theirs && diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -DCLAUSE=unified_address %s -o %t.1.jit
// RUN: %ours %t.1.jit > %t.deferred && diff %t.deferred %t.ours
// RUN: %build -O2 -DCLAUSE=dynamic_allocators %s -o %t.2
// RUN: %ours %t.2 > %t.ours && %theirs %t.2 > %t.theirs && diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -DCLAUSE=dynamic_allocators %s -o %t.2.jit
// RUN: %ours %t.2.jit > %t.deferred && diff %t.deferred %t.ours
// RUN: %build -O2 -fopenmp-version=60 -DCLAUSE=self_maps %s -o %t.4
// RUN: %ours %t.4 > %t.ours
// RUN: %build-deferred -O2 -fopenmp-version=60 -DCLAUSE=self_maps %s -o %t.4.jit
// RUN: %ours %t.4.jit > %t.deferred && diff %t.deferred %t.ours
// RUN: %build -O2 "-DCLAUSE=unified_address,dynamic_allocators" %s -o %t.5
// RUN: %ours %t.5 > %t.ours && %theirs %t.5 > %t.theirs && diff %t.ours %t.theirs
// RUN: %build-deferred -O2 "-DCLAUSE=unified_address,dynamic_allocators" %s -o %t.5.jit
// RUN: %ours %t.5.jit > %t.deferred && diff %t.deferred %t.ours

#include "check.h"

#include <omp.h>

#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(omp requires __VA_ARGS__))
PRAGMA(CLAUSE)

#pragma omp begin declare target
int Counter = 1;
#pragma omp end declare target

int main() {
  int Data[4] = {1, 2, 3, 4}, Seen = 0;
#pragma omp target map(tofrom : Data) map(from : Seen)
  {
    Data[1] += 5;
    Seen = ++Counter;
  }
  checkValue("data", Data[1], 7);
  checkValue("global", Seen, 2);
  int *There = (int *)omp_target_alloc(4 * sizeof(int), 0);
#pragma omp target is_device_ptr(There) map(from : Seen)
  {
    There[2] = 6;
    Seen = There[2];
  }
  checkValue("device memory", Seen, 6);
  omp_target_free(There, 0);
  return finish();
}
