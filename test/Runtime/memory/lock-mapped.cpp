// Mapped host memory is pinned as long as it is mapped, if the user wants it; a mapping across what is locked fails only where pins are mandatory.
// RUN: %build -O2 -gline-tables-only %s -o %t
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=on %ours %t 1
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=off %ours %t 0
// RUN: %ours %t 0
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=maybe %ours %t 0 2>&1 | FileCheck %s --check-prefix=MAYBE
// MAYBE: warning: LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS
// RUN: not --crash env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=mandatory %ours %t 1 2>&1 | FileCheck %s
//
// RUN: %build-deferred -O2 -gline-tables-only %s -o %t.jit
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=on %ours %t.jit 1
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=off %ours %t.jit 0
// RUN: %ours %t.jit 0
// RUN: env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=maybe %ours %t.jit 0 2>&1 | FileCheck %s --check-prefix=MAYBE
// RUN: not --crash env LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS=mandatory %ours %t.jit 1 2>&1 | FileCheck %s
// CHECK: error OT307: {{.*}}lock-mapped.cpp:{{[0-9]+}}: device 0: the host memory of {{.*}} cannot be pinned: {{.*}} lies only partly within

#include "check.h"

#include <omp.h>
#include <stdlib.h>

extern "C" {
void *llvm_omp_target_lock_mem(void *, size_t, int);
void llvm_omp_target_unlock_mem(void *, int);
}

int main(int, char **Arguments) {
  int IsPinned = atoi(Arguments[1]);
  static int Values[100];
#pragma omp target data map(tofrom : Values)
  {
    check("pinned", omp_target_is_accessible(Values, 400, 0) == IsPinned);
#pragma omp target map(tofrom : Values)
    Values[5] += 3;
    check("once", omp_target_is_accessible(Values, 400, 0) == IsPinned);
  }
  checkValue("the kernel's", Values[5], 3);
  check("unpinned", !omp_target_is_accessible(Values, 4, 0));

  llvm_omp_target_lock_mem(Values, 40, 0);
#pragma omp target map(tofrom : Values)
  Values[50] = 1;
  checkValue("as it is", Values[50], 1);
  check("the program's own lock", omp_target_is_accessible(Values, 40, 0));
  llvm_omp_target_unlock_mem(Values, 0);
  return finish();
}
