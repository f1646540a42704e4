// The host has no interop objects: the constructs give omp_interop_none, and each routine says so.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t.deferred
// RUN: %ours %t.deferred | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t.jit | FileCheck %s
//
// CHECK: none none
// CHECK-NEXT: 0 -1, null -1, null -1
// CHECK-NEXT: 'the object is omp_interop_none' fr_id null
// CHECK-NEXT: callback -6
// CHECK-NEXT: none none

#include <omp.h>
#include <stdio.h>

extern "C" int ompx_interop_add_completion_callback(omp_interop_t,
                                                    void (*)(void *), void *);

static const char *text(const void *Value) { return Value ? "some" : "null"; }
static const char *name(omp_interop_t Object) {
  return Object == omp_interop_none ? "none" : "object";
}

int main() {
  omp_interop_t Sync = (omp_interop_t)&Sync, Target = (omp_interop_t)&Sync;
  int X = 0;
#pragma omp interop init(targetsync : Sync) depend(inout : X)
#pragma omp interop init(prefer_type("cuda", 6), target : Target) device(0)
  printf("%s %s\n", name(Sync), name(Target));
  int Codes[3] = {7, 7, 7};
  long Int = omp_get_interop_int(Sync, omp_ipr_fr_id, &Codes[0]);
  const void *Pointer = omp_get_interop_ptr(Sync, omp_ipr_device, &Codes[1]);
  const char *String =
      omp_get_interop_str(Sync, omp_ipr_vendor_name, &Codes[2]);
  printf("%ld %d, %s %d, %s %d\n", Int, Codes[0], text(Pointer), Codes[1],
         text(String), Codes[2]);
  printf("'%s' %s %s\n", omp_get_interop_rc_desc(Sync, omp_irc_empty),
         omp_get_interop_name(Sync, omp_ipr_fr_id),
         text(omp_get_interop_type_desc(Sync, omp_ipr_fr_id)));
  printf("callback %d\n",
         ompx_interop_add_completion_callback(Sync, [](void *) {}, nullptr));
#pragma omp interop use(Sync) depend(inout : X) nowait
#pragma omp interop destroy(Target)
#pragma omp interop destroy(Sync) depend(inout : X)
  printf("%s %s\n", name(Sync), name(Target));
  // Makes this a program with device code.
#pragma omp target
  {
  }
  return 0;
}
