// Device code lies in .llvm.offloading as OffloadBinary, out of the program's
// memory, with its triple and kind.
//
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=SECTION
// RUN: llvm-objdump --offloading %t.o | FileCheck %s --check-prefix=IMAGE -DARCH=generic -DKIND=elf
//
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=SECTION
// RUN: llvm-objdump --offloading %t.o | FileCheck %s --check-prefix=IMAGE -DARCH=generic -DKIND="llvm ir"
//
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   --offload-arch=x86-64-v2,x86-64-v3 -c %s -o %t.o
// RUN: llvm-objdump --offloading %t.o \
// RUN:   | FileCheck %s --check-prefixes=IMAGE,SECOND -DARCH=x86-64-v2 -DKIND="llvm ir"
//
// SECTION: .llvm.offloading LLVM_OFFLOADING {{.*}} E {{ *}}0 0 8
//
// IMAGE: OFFLOADING IMAGE [0]:
// IMAGE-NEXT: kind [[KIND]]
// IMAGE-NEXT: arch [[ARCH]]
// IMAGE-NEXT: triple x86_64-pc-linux-gnu
// IMAGE-NEXT: producer openmp
// SECOND: arch x86-64-v3

int increment(int X) {
#pragma omp target map(tofrom : X)
  ++X;
  return X;
}
