// Memory is freed and disassociated once; a second time is reported and leaves the program running.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t 2> %t.err && FileCheck %s < %t.err
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit 2> %t.err && FileCheck %s < %t.err

#include "check.h"

#include <omp.h>

#pragma omp begin declare target
int Global = 1;
#pragma omp end declare target

int main() {
  int Values[4] = {};
  auto *Memory = (int *)omp_target_alloc(sizeof(Values), 1);
  check("associated",
        !omp_target_associate_ptr(Values, Memory, sizeof(Values), 0, 1));
  // CHECK: omptarget: error OT402: device 1: omp_target_associate_ptr: the host range [0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}) is mapped already; disassociate or unmap it first
  check("elsewhere", omp_target_associate_ptr(Values, Memory + 1,
                                              sizeof(Values), 0, 1) != 0);
  // CHECK-NEXT: omptarget: error OT409: device 1: omp_target_disassociate_ptr: the association at 0x{{[0-9a-f]+}} is held by a construct with 'ompx_hold'; disassociate it behind the construct
#pragma omp target data map(ompx_hold, to : Values) device(1)
  check("held", omp_target_disassociate_ptr(Values, 1) != 0);
  check("disassociated", !omp_target_disassociate_ptr(Values, 1));
  // CHECK-NEXT: omptarget: error OT408: device 1: omp_target_disassociate_ptr: no association begins at 0x{{[0-9a-f]+}}; disassociate each pointer once, on the device that it was associated for
  check("twice", omp_target_disassociate_ptr(Values, 1) != 0);
  // A variable is no association, and stays what regions and updates use.
  // CHECK-NEXT: omptarget: error OT408: device 1: omp_target_disassociate_ptr: no association begins at 0x{{[0-9a-f]+}};
  check("a variable", omp_target_disassociate_ptr(&Global, 1) != 0);
  check("it stays", omp_target_is_present(&Global, 1));
  omp_target_free(Memory, 1);
  // CHECK-NEXT: omptarget: error OT404: device 1: omp_target_free: the memory at 0x{{[0-9a-f]+}} was not freed: this device has no such allocation; free each allocation once, on the device that it came from
  omp_target_free(Memory, 1);
  // CHECK-NEXT: omptarget: error OT401: device 0: omp_target_alloc: no memory for 4611686018427387904 bytes: {{.*}}; allocate less, or free what is no longer needed
  check("too much", !omp_target_alloc(size_t(1) << 62, 0));
  const int Host = omp_get_initial_device();
  // CHECK-NEXT: omptarget: error OT403: device 0: omp_target_memcpy failed: an address is null; check the addresses, the sizes and the device numbers
  check("null", omp_target_memcpy(nullptr, Values, 4, 0, 0, 0, Host) != 0);
  check("nothing of null",
        omp_target_memcpy(nullptr, Values, 0, 0, 0, 0, Host) == 0);
  // CHECK-NEXT: omptarget: error OT403: device 0: omp_target_memcpy_async failed: an address is null;
  check("null, later", omp_target_memcpy_async(Values, nullptr, 4, 0, 0, 0,
                                               Host, 0, nullptr) != 0);
  // CHECK-NEXT: omptarget: error OT403: device 0: omp_target_memcpy_rect failed: an argument is null, or the elements' size or the number of dimensions is 0;
  check("no dimension",
        omp_target_memcpy_rect(Values, Values, 4, 0, nullptr, nullptr, nullptr,
                               nullptr, nullptr, 0, Host) != 0);
  // CHECK-NEXT: omptarget: error OT403: device 0: omp_target_associate_ptr failed: an address is null, or the size is 0;
  check("nothing", omp_target_associate_ptr(Values, Values, 0, 0, 0) != 0);
  // CHECK-NEXT: omptarget: error OT403: device {{[0-9]+}}: omp_target_disassociate_ptr failed: the host has no associated pointers;
  check("the host", omp_target_disassociate_ptr(Values, Host) != 0);
  // Leaving what is not mapped is no error.
#pragma omp target exit data map(delete : Values)
#pragma omp target exit data map(release : Values)
  // CHECK-NOT: omptarget
  return finish();
}
