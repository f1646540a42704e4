// Lanes of `simd` loops use one copy of an array that is the loop's own, of which clang 22 says that no two iterations use the same memory.
// The packaged clang 22 gets it wrong.
// RUN: %clangxx -O2 -mavx2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory OMP_JIT=0 %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=mandatory OMP_JIT_ASYNC=0 %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: %clangxx -O3 -mavx2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto %s -o %t.lto
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.lto | FileCheck %s
// RUN: %clangxx -O3 -mavx2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.ahead
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.ahead | FileCheck %s

#include <algorithm>
#include <cstdint>
#include <cstdio>

enum { N = 16, Most = 60 };

static int Wrong;

static void compare(const uint32_t *Found, const uint32_t *Expected, int Size) {
  Wrong += !std::equal(Found, Found + Size, Expected);
}

static void reduction(int Count, const int *Index) {
  uint32_t Found[N] = {}, Expected[N] = {};
  for (int I = 0; I < Count; ++I)
    Expected[Index[I] % N] += I * 3 + 1;
#pragma omp target map(tofrom : Found) map(to : Index[ : Count])
#pragma omp simd reduction(+ : Found)
  for (int I = 0; I < Count; ++I)
    Found[Index[I] % N] += I * 3 + 1;
  compare(Found, Expected, N);
}

static void section(int Count, const int *Index) {
  uint32_t Found[N] = {}, Expected[N] = {};
  for (int I = 0; I < Count; ++I)
    Expected[Index[I] % N] = std::max<uint32_t>(Expected[Index[I] % N], I);
  uint32_t *Row = Found;
#pragma omp target map(tofrom : Row[ : N]) map(to : Index[ : Count])
#pragma omp parallel for simd reduction(max : Row[ : N]) num_threads(2)
  for (int I = 0; I < Count; ++I)
    Row[Index[I] % N] = std::max<uint32_t>(Row[Index[I] % N], I);
  compare(Found, Expected, N);
}

static void privateArray(int Count, const int *Index) {
  uint32_t Found[Most] = {}, Expected[Most], Own[N];
  for (int I = 0; I < Count; ++I)
    Expected[I] = Index[I] % 3 ? I * 2 + 1 : I;
#pragma omp target map(from : Found[ : Count]) map(to : Index[ : Count])
#pragma omp simd private(Own)
  for (int I = 0; I < Count; ++I) {
    Own[Index[I] % N] = I;
    if (Index[I] % 3)
      Own[Index[I] % N] += I + 1;
    Found[I] = Own[Index[I] % N];
  }
  compare(Found, Expected, Count);
}

static void bodysOwn(int Count, const int *Index) {
  uint32_t Found[Most] = {}, Expected[Most];
  for (int I = 0; I < Count; ++I)
    Expected[I] = uint32_t(Index[I]) % 4 == 1 ? 1 : I;
#pragma omp target map(from : Found[ : Count]) map(to : Index[ : Count])
#pragma omp simd
  for (int I = 0; I < Count; ++I) {
    uint32_t Own[4] = {uint32_t(I), uint32_t(I), uint32_t(I), uint32_t(I)};
    Own[1] = 1;
    Found[I] = Own[uint32_t(Index[I]) % 4];
  }
  compare(Found, Expected, Count);
}

int main() {
  int Index[Most];
  for (int Step = 1; Step <= 7; ++Step)
    for (int Count = 1; Count <= Most; ++Count) {
      for (int I = 0; I < Count; ++I)
        Index[I] = I * Step / 2;
      reduction(Count, Index);
      section(Count, Index);
      privateArray(Count, Index);
      bodysOwn(Count, Index);
    }
  // CHECK: 0 wrong
  printf("%d wrong\n", Wrong);
}
