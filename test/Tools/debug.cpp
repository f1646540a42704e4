// LIBOMPTARGET_DEBUG tells what the runtime does and why, in release builds.
//
// RUN: %build -O1 -g %s -o %t
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_DEBUG=1 %ours %t 2>&1 | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: env LIBOMPTARGET_DEBUG=0 %ours %t 2>&1 | count 0
// RUN: %build-deferred -O1 -g %s -o %t.jit
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_DEBUG=1 %ours %t.jit 2>&1 | FileCheck %s --check-prefixes=CHECK,JIT
//
// CHECK: registered a library with 1 images
// AHEAD: is an image for x86_64
// JIT: is a JIT package for x86_64
// CHECK: opened the plugin host in {{/.*}} with {{[0-9]+}} devices
// CHECK: device 0: opened through the plugin host
// CHECK: device 0: loaded the image at
// CHECK: device 0: begin target at {{.*}}debug.cpp:[[@LINE+22]]:1, called from
// CHECK: argument 0: tofrom(A) type 0x23
// JIT: found the kernel __omp_offloading{{.*}} in the JIT package
// CHECK: mapping created: A,
// CHECK: begin copy to device: 40 bytes
// AHEAD: found the kernel __omp_offloading{{.*}} in the image
// CHECK: begin kernel __omp_offloading
// CHECK: end kernel
// CHECK: mapping removed: A,
// CHECK: device 0: end target
// CHECK: the program ends
//
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LIBOMPTARGET_DEBUG=1 LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: runs on the host: OMP_TARGET_OFFLOAD=disabled
//
// A value that is no number is named and ignored.
// RUN: env LIBOMPTARGET_DEBUG=yes %ours %t 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: omptarget: warning: LIBOMPTARGET_DEBUG=yes is not understood and ignored; accepted: an integer from 0
// BAD-NOT: debug

int main() {
  int A[10] = {};
#pragma omp target map(tofrom : A)
  A[0] = 1;
  return A[0] != 1;
}
