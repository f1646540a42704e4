// A plugin that finds no device tells why, and the program learns that it has none.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t
// RUN: %packaged_clang -shared -fPIC -I%sourcedir/offload/include %S/../Inputs/no-driver.c -o %t/libomptarget.rtl.cuda.so
// RUN: %build -O2 -gline-tables-only %s -o %t/program
// RUN: python3 %S/../Inputs/patch-image.py %t/program machine=190
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/program 2>&1 | FileCheck %s
// CHECK: omptarget: warning OT107: the plugin cuda finds no device: the driver (libcuda.so.1) is not installed; check that the device and its driver are present, or what the reason names
// CHECK: omptarget: error OT101: {{.*}}driver.cpp:[[@LINE+13]]: offloading is mandatory, but no device is available: the warnings above say why; mend the cause, or allow the host
//
// RUN: env LD_LIBRARY_PATH=%t %t/program 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: omptarget: warning OT107
// HOST-NOT: omptarget
//
// Where another device serves the program, nothing is missing.
// RUN: cp -a %libdir/libomptarget.rtl.host.so %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t/both
// RUN: cp -a %libdir/libompjit-compiler.so %t
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY %t/both 2>&1 | count 0
int main() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = 1;
  return Result != 1;
}
