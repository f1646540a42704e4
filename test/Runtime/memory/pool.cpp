// With a threshold, freed device memory is given out again by size, to all threads; without one, programs see no difference.
// RUN: %build -O2 %s -o %t
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192 %ours %t pooled
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=0 %ours %t
// RUN: %ours %t
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit
// RUN: env LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192 %ours %t.jit pooled

#include "check.h"

#include <omp.h>

constexpr int Count = 8;

/// The last block that was freed comes first, whatever its first use was.
static void testReuse() {
  void *First[Count], *Second[Count];
  for (void *&Each : First)
    Each = omp_target_alloc(512, 0);
  for (void *Each : First)
    omp_target_free(Each, 0);
  for (int I = 0; I < Count; ++I) {
    Second[I] = omp_target_alloc(300, 0);
    check("the same block", Second[I] == First[Count - 1 - I]);
  }
  for (void *Each : Second)
    omp_target_free(Each, 0);
}

static void testMapping() {
  int Wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : Wrong)
  for (int Round = 0; Round < 2000; ++Round) {
    int Size = 1 + Round % 3000, Values[3000] = {};
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)  \
    map(tofrom : Values[0 : Size])
    for (int I = 0; I < Size; ++I)
      Values[I] += Round + I;
    for (int I = 0; I < Size; ++I)
      Wrong += Values[I] != Round + I;
  }
  checkValue("wrong values", Wrong, 0);
}

int main(int Argc, char **) {
  if (Argc > 1)
    testReuse();
  testMapping();
  return finish();
}
