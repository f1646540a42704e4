// A tool is there for the very first target region, also where that is the
// first thing that the program wants of OpenMP: libomp starts the tool then,
// and asks for the number of devices while it does so.
//
// RUN: %build -O1 -I%S/Inputs %s -o %t
// RUN: env TOOL=e %ours %t | FileCheck %s
// RUN: env TOOL=e LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s --check-prefix=NONE
// RUN: %build-deferred -O1 -I%S/Inputs %s -o %t.jit
// RUN: env TOOL=e %ours %t.jit | FileCheck %s
// RUN: env TOOL=e LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t.jit | FileCheck %s --check-prefix=NONE
//
// CHECK: initialize 0
// CHECK-NEXT: load 0 bytes=1 host=1 module=0
// CHECK-NEXT: target_emi 1 begin device=0
// CHECK: target_emi 1 end device=0
// CHECK: main
// CHECK-NEXT: target_emi 1 begin device=0
// CHECK: finalize 0
// CHECK-NEXT: tool ends
//
// NONE: main
// NONE-NEXT: tool ends

#include "ompt-tool.h"

struct Early {
  Early() {
#pragma omp target
    {
    }
  }
};
static Early First;

int main() {
  puts("main");
#pragma omp target
  {
  }
}
