// Operations of routines have the address of the program's call: also those of
// the very first call, and of routines that work in tasks.
//
// UNSUPPORTED: thread-sanitizer
// (With a tool of its own the program runs without libarcher.so.)
// RUN: %build -O0 -I%S/Inputs %s -o %t -ldl
// RUN: env TOOL=- %ours %t | FileCheck %s
// RUN: %build-deferred -O0 -I%S/Inputs %s -o %t.jit -ldl
// RUN: env TOOL=- %ours %t.jit | FileCheck %s
//
// CHECK: 1 in the program
// CHECK-NEXT: memcpy
// CHECK-NEXT: 2 in the program
// CHECK-NEXT: rect
// CHECK-NEXT: 2 in the program
// CHECK-NEXT: 2 in the program
// CHECK-NEXT: memset
// CHECK-NEXT: 2 in the program
// CHECK-NEXT: free
// CHECK-NEXT: 4 in the program

#include "ompt-tool.h"

#include <dlfcn.h>

static void onOperation(ompt_id_t, ompt_id_t, ompt_target_data_op_t Kind,
                        void *, int, void *, int, size_t, const void *Code) {
  Dl_info Place, Program;
  dladdr((void *)&onOperation, &Program);
  printf("%d %s\n", Kind,
         Code && dladdr(Code, &Place) && Place.dli_fbase == Program.dli_fbase
             ? "in the program"
             : "elsewhere");
}

int main() {
  setCallback(ompt_callback_target_data_op, (ompt_callback_t)onOperation);
  char Data[40] = {};
  void *Memory = omp_target_alloc(100, 0);
  const int Host = omp_get_initial_device();
  puts("memcpy");
  omp_target_memcpy_async(Memory, Data, 40, 0, 0, 0, Host, 0, nullptr);
#pragma omp taskwait
  puts("rect");
  size_t Volume[] = {2, 2}, Zero[] = {0, 0}, Dimensions[] = {5, 2};
  omp_target_memcpy_rect_async(Memory, Data, 4, 2, Volume, Zero, Zero,
                               Dimensions, Dimensions, 0, Host, 0, nullptr);
#pragma omp taskwait
  puts("memset");
  omp_target_memset_async(Memory, 1, 40, 0, 0, nullptr);
#pragma omp taskwait
  puts("free");
  omp_target_free(Memory, 0);
// Keeps device code in the program.
#pragma omp target
  {
  }
}
