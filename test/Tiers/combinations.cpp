// Two scalars with few values each, but with a new pair of them at every launch, lead to few images; a second run
// compiles nothing.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// DEFINE: %{run} = env OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=0 OMP_JIT_THRESHOLD=4 OMP_JIT_INFO=1 \
// DEFINE:   OMP_JIT_STATS=%t.json
// RUN: rm -rf %t.cache
// RUN: %{run} %t.jit 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIRST < %t.json
// RUN: %{run} %t.jit 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: FileCheck %s --check-prefix=SECOND < %t.json

// CHECK: is given up: 13 of 25 specialisations only combined known values anew
// CHECK: sum: 23562
// AGAIN: sum: 23562
// FIRST: "launches": 45,
// FIRST: "compiles": {{3[0-9]}},
// SECOND: "launches": 45,
// SECOND: "compiles": 0,

#include <cstdio>

int main() {
  double Sum = 0;
  for (int Rows = 1; Rows <= 9; ++Rows)
    for (int Columns = 1; Columns <= Rows; ++Columns) {
#pragma omp target teams distribute parallel for reduction(+ : Sum)
      for (int I = 0; I < Rows * Columns; ++I)
        Sum += I;
    }
  printf("sum: %.0f\n", Sum);
}
