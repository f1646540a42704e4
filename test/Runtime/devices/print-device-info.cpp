// __tgt_print_device_info writes what is known of a device on stdout.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit | FileCheck %s
// CHECK: {{^ *}}Name host-1
// CHECK: {{^ *}}UID host-1@
// CHECK: {{^ *}}Triple x86_64-pc-linux-gnu
// CHECK: {{^ *}}Capabilities {{.*}}host-memory
// CHECK: returned 1
// CHECK-NEXT: returned 0

#include <stdint.h>
#include <stdio.h>

extern "C" int __tgt_print_device_info(int64_t);

int main() {
#pragma omp target
  {
  }
  int Known = __tgt_print_device_info(1);
  printf("returned %d\n", Known);
  printf("returned %d\n", __tgt_print_device_info(99));
  return 0;
}
