// The host device may be called by its architecture alone, or by any spelling of its triple, as for the packaged clang; in
// objects of the packaged one as well, in every mode.
// RUN: rm -rf %t && mkdir %t
// RUN: %packaged_clangxx -fopenmp -fopenmp-targets=x86_64 -fopenmp-target-jit -c %s -DPART=2 -o %t/packaged.o
// RUN: %packaged_clangxx -fopenmp -fopenmp-targets=x86_64 -c %s -DPART=2 -o %t/machine.o
// RUN: %clangxx -Werror -fopenmp -fopenmp-targets=x86_64 -c %s -DPART=1 -o %t/ours.o
// RUN: %clangxx -Werror -fopenmp -fopenmp-targets=x86_64 %t/ours.o %t/machine.o -o %t/ahead
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/ahead | FileCheck %s
// RUN: %clangxx -Werror -fopenmp -fopenmp-targets=x86_64-linux-gnu -foffload-lto -DPART=1 %s %t/packaged.o -o %t/lto 2>&1 | count 0
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/lto | FileCheck %s
// RUN: %clangxx -Werror -fopenmp -fopenmp-targets=x86_64 -fopenmp-target-jit -Xopenmp-target=x86_64 -march=x86-64-v2 -DPART=1 %s %t/packaged.o -o %t/deferred 2>&1 | count 0
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/deferred | FileCheck %s
// CHECK: 42 on the device

#include <cstdio>
#include <omp.h>

#pragma omp begin declare target
int twice(int Value);
#pragma omp end declare target

#if PART == 2
int twice(int Value) { return 2 * Value; }
#else
int main() {
  int Value = 0, OnHost = 1;
#pragma omp target map(tofrom : Value, OnHost)
  {
    Value = twice(21);
    OnHost = omp_is_initial_device();
  }
  std::printf("%d on the %s\n", Value, OnHost ? "host" : "device");
}
#endif
