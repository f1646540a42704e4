// Objects of our driver and of the packaged one link to one program, in every
// mode; it finds our runtime by itself.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c %s -DPART=1 -o %t/ours.o
// RUN: %packaged_clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c %s -DPART=2 -o %t/packaged.o
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %t/ours.o %t/packaged.o -o %t/ahead
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/ahead | FileCheck %s
// RUN: ldd %t/ahead | FileCheck %s --check-prefix=RUNTIME -DLIB=%libdir
//
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   -c %s -DPART=1 -o %t/ours.o
// RUN: %packaged_clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   -c %s -DPART=2 -o %t/packaged.o
// RUN: llvm-ar rcs %t/lib.a %t/packaged.o
// RUN: echo '-fopenmp "-fopenmp-targets=x86_64-pc-linux-gnu" -fopenmp-target-jit' > %t/flags.rsp
// RUN: %clangxx @%t/flags.rsp %t/ours.o %t/lib.a -o %t/deferred
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/deferred | FileCheck %s
// RUN: ldd %t/deferred | FileCheck %s --check-prefix=RUNTIME -DLIB=%libdir
//
// The same objects ahead of time, after device LTO.
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto \
// RUN:   %t/ours.o %t/packaged.o -o %t/lto
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/lto | FileCheck %s
//
// CHECK: 42 on the device
// RUNTIME-DAG: libomptarget.so.22.1 => [[LIB]]/libomptarget.so.22.1
// The libomp that belongs to it, whatever else the machine has.
// RUNTIME-DAG: libomp.so.5 => [[LIB]]/libomp.so.5

#if PART == 1
#include <cstdio>

int twice(int X, bool &OnDevice);

int main() {
  int X = 20;
#pragma omp target map(tofrom : X)
  ++X;
  bool OnDevice = false;
  X = twice(X, OnDevice);
  printf("%d on the %s\n", X, OnDevice ? "device" : "host");
}
#else
#include <omp.h>

int twice(int X, bool &OnDevice) {
  bool Away = false;
#pragma omp target map(tofrom : X, Away)
  {
    X *= 2;
    Away = !omp_is_initial_device();
  }
  OnDevice = Away;
  return X;
}
#endif
