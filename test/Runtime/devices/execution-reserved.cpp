// Device -1 is the default device to directives, and no device to routines; -2 is none to both.
// RUN: %build -O2 -gline-tables-only %s -o %t
// RUN: %ours %t > %t.ours && FileCheck %s < %t.ours
// RUN: %ours not --crash %t routine 2>&1 | FileCheck %s --check-prefix=ROUTINE
// RUN: %ours not --crash %t directive 2>&1 | FileCheck %s --check-prefix=DIRECTIVE
// RUN: %build-deferred -O2 -gline-tables-only %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.ours
// RUN: %ours not --crash %t.jit routine 2>&1 | FileCheck %s --check-prefix=ROUTINE
// RUN: %ours not --crash %t.jit directive 2>&1 | FileCheck %s --check-prefix=DIRECTIVE
//
// ROUTINE: omptarget: error OT102: there is no device -1, the devices are 0 to 3; check device clauses

#include "check.h"

#include <omp.h>
#include <string.h>

#pragma omp begin declare target
int Where = -1;
#pragma omp end declare target

// No constants: clang takes no negative ones.
static int Default = -1, Invalid = omp_invalid_device;

int main(int Count, char **Args) {
  for (int D = 0; D < omp_get_num_devices(); ++D) {
#pragma omp target device(D) firstprivate(D)
    Where = D;
  }
  omp_set_default_device(2);
  // CHECK: region: 2
  int Seen = 0, Data = 0;
#pragma omp target device(Default) map(from : Seen)
  Seen = Where;
  checkValue("region", Seen, 2);
  // CHECK: present: 2
  int On = 0;
#pragma omp target enter data map(to : Data) device(Default)
  for (int D = 0; D < omp_get_num_devices(); ++D)
    On += omp_target_is_present(&Data, D) ? D : 0;
  checkValue("present", On, 2);
#pragma omp target exit data map(delete : Data) device(Default)
  // CHECK: done
  if (Count > 1 && !strcmp(Args[1], "routine"))
    check("memory", omp_target_alloc(8, Default) != nullptr);
  if (Count > 1 && !strcmp(Args[1], "directive")) {
    // DIRECTIVE: omptarget: error OT102: {{.*}}execution-reserved.cpp:[[@LINE+1]]: there is no device -2, the devices are 0 to 3
#pragma omp target device(Invalid)
    Where = 0;
  }
  return finish();
}
