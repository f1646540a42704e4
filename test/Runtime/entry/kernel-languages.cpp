// Launches of a CUDA file that clang 22 compiled with -foffload-via-llvm run on the device, also nested ones.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t
// RUN: %packaged_clangxx -shared -fPIC -I%sourcedir/offload/include -DREAL_PLUGIN='"%libdir/libomptarget.rtl.host.so"' %S/../Inputs/talking-plugin.cpp -o %t/libomptarget.rtl.host.so
// RUN: %packaged_clangxx -foffload-via-llvm --offload-arch=sm_80 -nocudainc -nocudalib --offload-host-only -O2 -c %S/../Inputs/kernels.cu -o %t/kernels.o
// RUN: %build -O2 %s %t/kernels.o -o %t/program
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%t:%packaged_libdir %t/program | FileCheck %s
// CHECK: plugin: launch form 2, 2 teams x 3 x 1, 4 threads x 1 x 1, 0 trips, 128 bytes
// CHECK-NEXT: sum 42
// CHECK-NEXT: plugin: launch form 2, 1 teams x 1 x 1, 1 threads x 1 x 1, 0 trips, 0 bytes
// CHECK-NEXT: plugin: launch form 2, 7 teams x 1 x 1, 8 threads x 1 x 1, 0 trips, 0 bytes
// CHECK-NEXT: nested 111
//
// A recording has no place for packed parameters, which is said once.
// RUN: mkdir %t/recording
// RUN: env LD_LIBRARY_PATH=%t:%packaged_libdir LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t/recording %t/program 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: omptarget: warning OT602: {{.*}}nothing is recorded any more, from this launch of 'kernel_add' on: only launches of clang 22's target regions can be recorded
// RECORD-NOT: OT602
// RECORD: nested 111
//
// Such a kernel has no host version to fall back to.
// RUN: env LD_LIBRARY_PATH=%t:%packaged_libdir OMP_TARGET_OFFLOAD=disabled not --crash %t/program 2>&1 | FileCheck %s --check-prefix=DISABLED
// DISABLED: omptarget: error OT502: a kernel that has no host version needs a device: OMP_TARGET_OFFLOAD is disabled

#include <stdio.h>

extern "C" {
void addThere(long *, long, long);
void addNested(long *, long, long, long);
}

#pragma omp begin declare target
// Device code for the host under the name of the CUDA file's kernel; clang hides
// the functions of `declare target`, but not what the assembler is told.
extern "C" [[gnu::used, gnu::noinline]] void addWords(long *Out, long A,
                                                      long B) {
  __asm__(".globl kernel_add\n.set kernel_add, addWords");
  *Out = A + B;
}
#pragma omp end declare target

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  long Out = 0;
  addThere(&Out, 40, 2);
  printf("sum %ld\n", Out);
  addNested(&Out, 1, 10, 100);
  printf("nested %ld\n", Out);
  // Makes this a program with device code.
#pragma omp target
  {
  }
  return 0;
}
