// A program for GPUs is told in one sentence why the driver cannot be used, and runs on the host.
// RUN: rm -rf %t && mkdir -p %t/none %t/old
// RUN: %build -O2 -gline-tables-only %s -o %t/program
// RUN: python3 %S/../Inputs/patch-image.py %t/program machine=190
//
// RUN: echo nonsense > %t/none/libcuda.so.1
// RUN: env LD_LIBRARY_PATH=%t/none:%libdir %t/program 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: omptarget: warning OT107: the plugin cuda finds no device: NVIDIA's driver library cannot be opened: {{.*}}libcuda.so.1: {{.*}}
// NONE-NOT: omptarget
//
// RUN: %packaged_clang -shared -fPIC %S/../Inputs/old-driver.c -o %t/old/libcuda.so.1
// RUN: env LD_LIBRARY_PATH=%t/old:%libdir %t/program 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: omptarget: warning OT107: the plugin cuda finds no device: NVIDIA's driver (libcuda.so.1, for CUDA 10.1) is older than CUDA 11.0: it has no function cuDevicePrimaryCtxRelease_v2
// OLD-NOT: omptarget
//
// RUN: env LD_LIBRARY_PATH=%t/old:%libdir OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/program 2>&1 | FileCheck %s --check-prefix=MUST
// MUST: omptarget: warning OT107: {{.*}} is older than CUDA 11.0
// MUST-NOT: older than
// MUST: omptarget: error OT101: {{.*}}cuda.cpp:[[@LINE+3]]: offloading is mandatory, but no device is available: the warnings above say why
int main() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = 1;
  return Result != 1;
}
