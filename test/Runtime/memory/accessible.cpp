// A device reaches its own allocations; what it never gave out is not freed.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t 2> %t.err && FileCheck %s < %t.err
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit 2> %t.err && FileCheck %s < %t.err

#include "check.h"

#include <omp.h>

int main() {
  char *Memory = (char *)omp_target_alloc(100, 0);
  check("all of it", omp_target_is_accessible(Memory, 100, 0));
  check("a part", omp_target_is_accessible(Memory + 50, 50, 0));
  check("not more", !omp_target_is_accessible(Memory + 50, 51, 0));
  check("not from another", !omp_target_is_accessible(Memory, 1, 1));
  // CHECK: error OT404: device 1: omp_target_free: the memory at 0x{{[0-9a-f]+}} was not freed
  omp_target_free(Memory, 1);
  omp_target_free(Memory, 0);
  // CHECK: error OT404: device 0: omp_target_free
  omp_target_free(Memory, 0);
  return finish();
}
