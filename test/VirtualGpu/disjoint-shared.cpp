// Under unified shared memory pointers lead to the host's own memory, where sections may overlap: nothing is known
// of them.
// RUN: %clangxx -O2 -fopenmp -fopenmp-version=52 -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_STATS=%t.json %t
// RUN: FileCheck %s < %t.json
// CHECK: shift
// CHECK-NOT: "{{disjoint|extent}}

#include <stdio.h>

#pragma omp requires unified_shared_memory

enum { Count = 64 };

/// What is written is read next where \p To is one behind \p From.
static void shift(int *To, int *From) {
#pragma omp target map(tofrom : To[0 : Count]) map(to : From[0 : Count])
  for (int I = 0; I < Count; ++I)
    To[I] = From[I] + 1;
}

int main() {
  int Whole[Count + 1] = {}, Other[Count] = {};
  shift(Other, Whole);
  shift(Whole + 1, Whole);
  if (Other[Count - 1] == 1 && Whole[Count] == Count)
    return 0;
  printf("%d, %d\n", Other[Count - 1], Whole[Count]);
  return 1;
}
