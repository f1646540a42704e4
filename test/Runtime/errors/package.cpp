// What is wrong where device code is compiled at run time is told with the place, the device, the cause and the next step.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %libdir/libomptarget.rtl.host.so %t && ln -s %libdir/libompjit-*.so %t && rm %t/libompjit-compiler.so
// RUN: %build-deferred -O2 -gline-tables-only %s -o %t/program
//
// The compiler is missing. Nothing runs on the host instead, mandatory or not.
// RUN: env OMP_JIT_CACHE=off LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/program 2>&1 | FileCheck %s --check-prefix=COMPILER
// RUN: env OMP_JIT_CACHE=off LD_LIBRARY_PATH=%t not --crash %t/program 2>&1 | FileCheck %s --check-prefix=COMPILER
//
// With it, all is well; and with another program's region, the package has no kernel for it.
// RUN: ln -s %libdir/libompjit-compiler.so %t
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY %t/program
// RUN: cp %t/program %t/renamed && python3 %S/../Inputs/patch-image.py %t/renamed region
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/renamed 2>&1 | FileCheck %s --check-prefix=KERNEL
//
// The plugin is missing.
// RUN: rm %t/libomptarget.rtl.host.so
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/program 2>&1 | FileCheck %s --check-prefix=PLUGIN
// RUN: env LD_LIBRARY_PATH=%t %t/program 2>&1 | FileCheck %s --check-prefix=HOST
// PLUGIN: omptarget: warning OT105: the plugin {{.*}}/libomptarget.rtl.host.so cannot be loaded
// HOST: omptarget: warning OT105: the plugin {{.*}}/libomptarget.rtl.host.so cannot be loaded: cannot open shared object file: No such file or directory; reinstall the toolchain: its plugins lie beside libomptarget.so
// HOST-NOT: omptarget

int main() {
  int Result = 0;
  // COMPILER: omptarget: error OT208: {{.*}}package.cpp:[[@LINE+3]]: device 0: the kernel '__omp_offloading_{{.*}}_main_l[[@LINE+3]]' cannot be made ready: {{.*}}libompjit-compiler.so: {{.*}}reinstall the toolchain
  // KERNEL: omptarget: error OT204: {{.*}}package.cpp:[[@LINE+2]]: device 0: the kernel '__OMP_offloading_{{.*}}' cannot be taken from the device code: its package does not list it; link the program again
  // PLUGIN: omptarget: error OT101: {{.*}}package.cpp:[[@LINE+1]]: offloading is mandatory, but no device is available: the warnings above say why; mend the cause, or allow the host
#pragma omp target map(from : Result)
  Result = 1;
  return Result != 1;
}
