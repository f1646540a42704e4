// OMP_TARGET_OFFLOAD and the default device choose between devices and host.
// RUN: %build -O2 %s -o %t
// RUN: env LD_LIBRARY_PATH=%libdir %t | FileCheck %s --check-prefix=DEVICE
// RUN: %ours %t | FileCheck %s --check-prefix=DEVICE
// RUN: %ours env OMP_DEFAULT_DEVICE=3 %t | FileCheck %s --check-prefix=DEVICE
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s --check-prefix=HOST
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=4 %t | FileCheck %s --check-prefix=INITIAL
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=9 not --crash %t 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED OMP_DEFAULT_DEVICE=9 %t | FileCheck %s --check-prefix=HOST
//
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: env LD_LIBRARY_PATH=%libdir %t.jit | FileCheck %s --check-prefix=DEVICE
// RUN: %ours %t.jit | FileCheck %s --check-prefix=DEVICE
// RUN: %ours env OMP_DEFAULT_DEVICE=3 %t.jit | FileCheck %s --check-prefix=DEVICE
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED %t.jit | FileCheck %s --check-prefix=HOST
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=4 %t.jit | FileCheck %s --check-prefix=INITIAL
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=9 not --crash %t.jit 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED OMP_DEFAULT_DEVICE=9 %t.jit | FileCheck %s --check-prefix=HOST
//
// A program without device code runs on the host, unless that is forbidden.
// RUN: %packaged_clangxx -O2 -fopenmp -DNO_REGION %s -o %t.none -L%libdir -lomptarget
// RUN: env LD_LIBRARY_PATH=%libdir %t.none | FileCheck %s --check-prefix=NONE
// RUN: %ours not --crash %t.none alloc 2>&1 | FileCheck %s --check-prefix=MANDATORY

#include <omp.h>
#include <stdio.h>

// DEVICE: 4 devices, host 4, region on device
// HOST: 0 devices, host 0, region on host
// INITIAL: 4 devices, host 4, region on host
// RANGE: omptarget: error OT102: there is no device 9, the devices are 0 to 3; check
// NONE: 0 devices, host 0, region on host
// MANDATORY: omptarget: error OT101: offloading is mandatory, but no device is available: the program has no device code, or was not linked by clang with -fopenmp and -fopenmp-targets= or --offload-arch=; mend the cause, or allow

int main(int Count, char **) {
  int OnHost = 1;
#ifndef NO_REGION
#pragma omp target map(from : OnHost)
  OnHost = omp_is_initial_device();
#endif
  if (Count > 1)
    omp_target_free(omp_target_alloc(1, 0), 0);
  printf("%d devices, host %d, region on %s\n", omp_get_num_devices(),
         omp_get_initial_device(), OnHost ? "host" : "device");
  return 0;
}
