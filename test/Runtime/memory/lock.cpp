// Locked host memory is counted, reached by kernels and known as accessible; what is wrong is said.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours 2> %t.err && FileCheck %s < %t.err
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred 2> %t.err && FileCheck %s < %t.err
// RUN: diff %t.deferred %t.ours

#include "check.h"

#include <omp.h>
#include <stdlib.h>

extern "C" {
void *llvm_omp_target_lock_mem(void *, size_t, int);
void llvm_omp_target_unlock_mem(void *, int);
void *llvm_omp_target_alloc_host(size_t, int);
void *llvm_omp_target_alloc_shared(size_t, int);
void llvm_omp_target_free_host(void *, int);
void llvm_omp_target_free_shared(void *, int);
}

static const int Host = omp_get_initial_device();

static void testCounting(int *Memory) {
  check("not yet", !omp_target_is_accessible(Memory, 400, 0));
  check("lock", llvm_omp_target_lock_mem(Memory, 400, 0) == Memory);
  check("a part", llvm_omp_target_lock_mem(Memory + 5, 20, 0) == Memory + 5);
  check("accessible", omp_target_is_accessible(Memory, 400, 0));
  check("not more", !omp_target_is_accessible(Memory, 401, 0));
  check("not elsewhere", !omp_target_is_accessible(Memory, 400, 1));
  llvm_omp_target_unlock_mem(Memory + 99, 0);
  check("still", omp_target_is_accessible(Memory, 400, 0));
  llvm_omp_target_unlock_mem(Memory, 0);
  check("no longer", !omp_target_is_accessible(Memory, 400, 0));
}

static void testErrors(int *Memory) {
  // CHECK: error OT406: device 0: llvm_omp_target_unlock_mem: the memory at 0x[[#%x,AT:]] was not unlocked: it is not locked
  llvm_omp_target_unlock_mem(Memory, 0);
  llvm_omp_target_lock_mem(Memory, 100, 0);
  // CHECK: error OT405: device 0: llvm_omp_target_lock_mem: the memory at 0x{{[0-9a-f]+}} (100 bytes) was not locked: {{.*}} lies only partly within
  check("partly", !llvm_omp_target_lock_mem(Memory + 1, 100, 0));
  llvm_omp_target_unlock_mem(Memory, 0);
  // CHECK: error OT405: {{.*}} there is no memory of 8 bytes there
  check("null", !llvm_omp_target_lock_mem(nullptr, 8, 0));
  check("nothing", !llvm_omp_target_lock_mem(Memory, 0, 0));
  check("the host's", llvm_omp_target_lock_mem(Memory, 8, Host) == Memory);
  llvm_omp_target_unlock_mem(Memory, Host);
}

static void testKernel(int *Memory) {
  int *There = (int *)llvm_omp_target_lock_mem(Memory, 400, 0);
  for (int I = 0; I < 100; ++I)
    Memory[I] = I;
#pragma omp target teams distribute parallel for has_device_addr(There[0 : 100])
  for (int I = 0; I < 100; ++I)
    There[I] += 1;
  checkValue("written in place", Memory[99], 100);
  llvm_omp_target_unlock_mem(Memory, 0);
}

static void testAllocated(const char *Kind, int *Memory) {
  check(Kind, omp_target_is_accessible(Memory, 400, 0));
  check("needs no lock", llvm_omp_target_lock_mem(Memory, 400, 0) == Memory);
  llvm_omp_target_unlock_mem(Memory, 0);
  Memory[3] = 4;
#pragma omp target is_device_ptr(Memory)
  Memory[3] *= 10;
  checkValue("in a kernel", Memory[3], 40);
}

int main() {
  int *Memory = (int *)malloc(400);
  testCounting(Memory);
  testErrors(Memory);
  testKernel(Memory);
  int *OfHost = (int *)llvm_omp_target_alloc_host(400, 0);
  testAllocated("host memory", OfHost);
  llvm_omp_target_free_host(OfHost, 0);
  int *Shared = (int *)llvm_omp_target_alloc_shared(400, 0);
  testAllocated("shared memory", Shared);
  llvm_omp_target_free_shared(Shared, 0);
  free(Memory);
  // CHECK-NOT: error
  return finish();
}
