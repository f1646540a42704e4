// A kernel that was recorded on one of AMD's GPUs computes the same again when it is replayed: its memory lies at the same addresses.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t/program
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 LIBOMPTARGET_RECORD_FOLDER=%t %standin %t/program | FileCheck %s
// CHECK: sum 999000
// RUN: %standin %builddir/bin/ompjit-kernel-replay --repeat=2 %t/*.0.json 2>&1 | FileCheck %s --check-prefix=REPLAYED
// REPLAYED: 4 arguments, {{[0-9]+}} blocks
// REPLAYED: replay 2:
// REPLAYED: the output is the recorded one

#include <cstdio>

int main() {
  constexpr int Count = 1000;
  double A[Count], B[Count], Sum = 0;
  for (int I = 0; I < Count; ++I) {
    A[I] = I;
    B[I] = 2;
  }
#pragma omp target teams distribute parallel for map(to : A, B)                \
    reduction(+ : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += A[I] * B[I];
  std::printf("sum %g\n", Sum);
}
