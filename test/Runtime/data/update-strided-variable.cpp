// Updates of sections with a step and a count that is a variable touch exactly these elements; those of a compiler that loses the number of dimensions are refused.
// DEFINE: %{flags} = -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -I%S/../../Offload/Inputs
// RUN: %clangxx -O2 %{flags} %s -o %t && %ours %t
// RUN: %clangxx -O0 %{flags} %s -o %t && %ours %t
// RUN: %clangxx -O2 %{flags} -fopenmp-target-jit %s -o %t && %ours %t
// RUN: %build -O2 %s -o %t
// RUN: not --crash %ours %t 2>&1 | FileCheck %s
// CHECK: error OT306: {{.*}}with a step does not say how many dimensions the section has; clang 22 loses it where a count is a variable

#include "check.h"

static void line(int Count) {
  int A[32] = {}, B[32] = {};
#pragma omp target data map(tofrom : A, B)
  {
#pragma omp target
    for (int I = 0; I < 32; ++I)
      A[I] = B[I] = I + 1;
#pragma omp target update from(A[0 : Count : 2], B[1 : Count : 3])
    int Wrong = 0;
    for (int I = 0; I < 32; ++I) {
      Wrong += A[I] != (I % 2 == 0 && I / 2 < Count ? I + 1 : 0);
      Wrong += B[I] != (I % 3 == 1 && I / 3 < Count ? I + 1 : 0);
    }
    checkValue("line", Wrong, 0);
  }
}

static void matrix(int Rows, int Columns) {
  double M[8][16] = {};
  int Plain[8] = {};
#pragma omp target data map(tofrom : M, Plain)
  {
#pragma omp target
    for (int I = 0; I < 128; ++I) {
      M[I / 16][I % 16] = I + 1;
      Plain[I / 16] = 5;
    }
#pragma omp target update from(Plain[0 : Rows], M[0 : Rows][1 : Columns : 2])
    int Wrong = 0;
    for (int I = 0; I < 128; ++I)
      Wrong += M[I / 16][I % 16] !=
               (I / 16 < Rows && I % 2 && I % 16 < 2 * Columns ? I + 1 : 0);
    for (int I = 0; I < 8; ++I)
      Wrong += Plain[I] != (I < Rows ? 5 : 0);
    checkValue("matrix", Wrong, 0);
  }
}

int main(int Count, char **) {
  line(8 * Count);
  line(1 * Count);
  matrix(3 * Count, 5 * Count);
  return finish();
}
