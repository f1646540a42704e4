// The generic image is compiled beside the first one, quickly, and behind it in full, which serves the values of later
// runs at once.
// RUN: %clangxx -O2 -std=c++20 -I%S/Inputs -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_STATS=%t.json %t 10 4 | FileCheck %s --check-prefix=TEN
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.json
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_STATS=%t.json %t 20 5 | FileCheck %s --check-prefix=TWENTY
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t.json
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_STATS=%t.json %t 20 5 | FileCheck %s --check-prefix=TWENTY
// RUN: FileCheck %s --check-prefix=THIRD --input-file=%t.json
//
// TEN: 30
// TWENTY: 60
//
// FIRST:      "compiles": 1
// FIRST:      "stand_ins": 1
// FIRST-NEXT: "background_compiles": 3
//
// SECOND:      "l2_disk_hits": 1
// SECOND-NEXT: "compiles": 0
// SECOND:      "stand_ins": 1
// SECOND-NEXT: "background_compiles": 1
//
// THIRD:      "l2_disk_hits": 1
// THIRD-NEXT: "compiles": 0
// THIRD:      "stand_ins": 0
// THIRD-NEXT: "background_compiles": 0

#include "tiers.h"

int main(int, char **Arguments) {
  const int X = std::atoi(Arguments[1]);
  int Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < X; ++I)
    Result += 3;
  printf("%d\n", Result);
  waitForImages(std::atoi(Arguments[2]));
}
