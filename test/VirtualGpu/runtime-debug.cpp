// The device runtime tells of its calls where program and run both ask for it, and leaves no trace otherwise.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit \
// RUN:   -fopenmp-target-debug=3 %s -o %t.debug
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: env LIBOMPTARGET_DEVICE_RTL_DEBUG=2 %t.debug | FileCheck %s
// RUN: %t.debug | FileCheck %s --check-prefix=QUIET
// RUN: env LIBOMPTARGET_DEVICE_RTL_DEBUG=1 %t.debug | FileCheck %s --check-prefix=QUIET
// RUN: env LIBOMPTARGET_DEVICE_RTL_DEBUG=all %t.debug 2>&1 | FileCheck %s --check-prefix=VALUE
//
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit \
// RUN:   %s -o %t
// RUN: env LIBOMPTARGET_DEVICE_RTL_DEBUG=3 %t | FileCheck %s --check-prefix=QUIET
//
// Nothing is left of it in an image.
// RUN: mkdir -p %t.images && %builddir/bin/ompjit-compile --output=%t.images %t
// RUN: cat %t.images/*__omp_offloading*.s | FileCheck %s --check-prefix=PTX
// PTX: .entry
// PTX-NOT: vprintf
// PTX-NOT: __omp_rtl

// CHECK-DAG: device runtime: block 0, thread {{[0-9]+}}: __kmpc_target_init
// CHECK-DAG: device runtime: block 0, thread {{[0-9]+}}: __kmpc_parallel_60
// CHECK-DAG: device runtime: block 0, thread 3: __kmpc_for_static_init_4
// CHECK-DAG: device runtime: block 0, thread {{[0-9]+}}: __kmpc_target_deinit
// CHECK: sum: 190
// QUIET-NOT: device runtime
// QUIET: sum: 190
// VALUE: LIBOMPTARGET_DEVICE_RTL_DEBUG=all is not understood and ignored; accepted: an integer from 0 to 3

#include <cstdio>

[[gnu::noinline]] void add(int *Sum, int From, int To) {
#pragma omp parallel for reduction(+ : Sum[ : 1])
  for (int I = From; I < To; ++I)
    *Sum += I;
}
#pragma omp declare target(add)

int main() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  {
    add(&Sum, 0, 10);
    add(&Sum, 10, 20);
  }
  printf("sum: %d\n", Sum);
}
