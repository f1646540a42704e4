// A plugin of another interface version is refused, and both versions are named.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t
// RUN: %packaged_clang -shared -fPIC %S/../Inputs/other-version.c -o %t/libomptarget.rtl.host.so
// RUN: %build -O2 %s -o %t/program
// RUN: env LD_LIBRARY_PATH=%t OMP_TARGET_OFFLOAD=MANDATORY not --crash %t/program 2>&1 | FileCheck %s
// CHECK: omptarget: warning OT106: the plugin {{.*}}/libomptarget.rtl.host.so has interface version 99, this libomptarget needs version {{[1-9][0-9]*}};
// CHECK: omptarget: error OT101: offloading is mandatory
//
// By default the region runs on the host, after the warning.
// RUN: env LD_LIBRARY_PATH=%t %t/program 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: omptarget: warning OT106
// HOST: ran on the host

#include <omp.h>
#include <stdio.h>

int main() {
  int OnHost = 0;
#pragma omp target map(from : OnHost)
  OnHost = omp_is_initial_device();
  printf("ran on the %s\n", OnHost ? "host" : "device");
  return 0;
}
