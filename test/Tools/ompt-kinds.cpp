// What the packaged runtime tells tools wrongly or not at all: nowait kinds,
// target ids, addresses of allocations, mappings, memset and the start of a
// device.
//
// UNSUPPORTED: thread-sanitizer
// (With a tool of its own the program runs without libarcher.so.)
// RUN: %build -O1 -g -I%S/Inputs %s -o %t
// RUN: env TOOL=nm LIBOMPTARGET_HOST_QUEUES=0 %ours %t | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %build-deferred -O1 -g -I%S/Inputs %s -o %t.jit
// RUN: env TOOL=nm LIBOMPTARGET_HOST_QUEUES=0 %ours %t.jit | FileCheck %s --match-full-lines --strict-whitespace

#include "ompt-tool.h"

int main() {
  int A[10] = {};
  namePlace(A, "A");
  // CHECK:-- target
  // CHECK-NEXT:initialize 0 type=1 handle=1
  // CHECK-NEXT:load 0 bytes=1 host=1 module=0
  // CHECK-NEXT:target 9 begin device=0 task=1 target=1 code=0
  // CHECK-NEXT:  data 1 target=1 op=2 A/[[H:[0-9]+]] device/0 40 code=0
  // CHECK-NEXT:  data 2 target=1 op=3 A/[[H]] device/0 40 code=0
  // CHECK-NEXT:  map target=1 [A device 40 3]
  // CHECK-NEXT:  submit target=1 op=4 teams=1
  // CHECK-NEXT:  data 3 target=1 op=5 device/0 A/[[H]] 40 code=0
  // CHECK-NEXT:  data 4 target=1 op=6 device/0 0/-1 0 code=0
  // CHECK-NEXT:target 9 end device=0 task=1 target=1 code=0
  puts("-- target");
#pragma omp target map(tofrom : A) nowait
  A[0] = 1;
#pragma omp taskwait

  // CHECK-NEXT:-- data
  // CHECK-NEXT:target 10 begin device=0 task=1 target=7 code=1
  // CHECK-NEXT:  data 1 target=7 op=8 A/[[H]] device/0 40 code=1
  // CHECK-NEXT:  map target=7 [A device 40 4]
  // CHECK-NEXT:target 10 end device=0 task=1 target=7 code=1
  // CHECK-NEXT:target 12 begin device=0 task=1 target=9 code=2
  // CHECK-NEXT:  data 2 target=9 op=10 A/[[H]] device/0 40 code=2
  // CHECK:target 12 end device=0 task=1 target=9 code=2
  // CHECK-NEXT:target 11 begin device=0 task=1 target=11 code=3
  // CHECK-NEXT:  data 4 target=11 op=12 device/0 0/-1 0 code=3
  // CHECK-NEXT:  map target=11 [A device 40 10]
  // CHECK-NEXT:target 11 end device=0 task=1 target=11 code=3
  puts("-- data");
#pragma omp target enter data map(alloc : A) nowait
#pragma omp taskwait
#pragma omp target update to(A) nowait
#pragma omp taskwait
#pragma omp target exit data map(delete : A) nowait
#pragma omp taskwait

  // CHECK-NEXT:-- memory
  // CHECK-NEXT:  data 1 target=0 op=13 0/[[H]] device/0 100 code=4
  // CHECK-NEXT:  data 2 target=0 op=14 0/[[H]] device/0 20 code=5
  // CHECK-NEXT:  data 3 target=0 op=15 device/0 device/0 20 code=6
  // CHECK-NEXT:  data 4 target=0 op=16 device/0 0/-1 0 code=7
  // CHECK-NEXT:-- end
  puts("-- memory");
  char *Memory = (char *)omp_target_alloc(100, 0);
  omp_target_memset(Memory, 0, 20, 0);
  omp_target_memcpy(Memory, Memory, 20, 50, 0, 0, 0);
  omp_target_free(Memory, 0);
  puts("-- end");
  // CHECK-NEXT:finalize 0
  // CHECK-NEXT:tool ends
}
