// Where every floating-point exception traps, the inexact one too, nothing of ours raises any: opening LLVM, whose
// constructors compute, counting values, reading and writing caches and notes.
// RUN: rm -rf %t.cache && export OMP_JIT_CACHE_DIR=%t.cache
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -lm -o %t.jit
// RUN: env OMP_JIT_ASYNC=0 %t.jit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=0 %t.jit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off OMP_JIT_STATS=%t.json LIBOMPTARGET_PROFILE=%t.profile %t.jit | FileCheck %s
// RUN: env OMP_JIT_COMPILER=process OMP_JIT_CACHE=off %t.jit | FileCheck %s
// RUN: env OMP_JIT_COMPILER=node OMP_JIT_CACHE=off OMP_JIT_INFO=3 LIBOMPTARGET_INFO=-1 %t.jit 2>&1 | FileCheck %s
// RUN: env OMP_JIT=0 OMP_JIT_ASYNC=0 OMP_JIT_CACHE=off %t.jit | FileCheck %s
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -lm -o %t.both
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off %t.both | FileCheck %s
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -lm -o %t.nvptx
// RUN: env OMP_JIT_ASYNC=0 %t.nvptx | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off %t.nvptx | FileCheck %s
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -lm -o %t.amdgcn
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_VGPU_CHECK=1 %t.amdgcn | FileCheck %s
// CHECK: 0 wrong

#include <cfenv>
#include <cstdio>
#include <initializer_list>
#include <omp.h>

static long sum(long *Numbers, long Count, long Factor) {
  long Sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(64) \
    map(to : Numbers[ : Count]) reduction(+ : Sum)
  for (long I = 0; I < Count; ++I)
    Sum += Numbers[I] * Factor;
  return Sum;
}

int main() {
  omp_get_max_threads(); // libomp computes when it starts.
  feenableexcept(FE_ALL_EXCEPT);
  long Numbers[40], Wrong = 0;
  for (long I = 0; I != 40; ++I)
    Numbers[I] = I;
  for (long Factor = 1; Factor != 9; ++Factor)
    for (long Count : {7, 7, 7, 40})
      Wrong += sum(Numbers, Count, Factor) != Count * (Count - 1) / 2 * Factor;
  printf("%ld wrong\n", Wrong);
}
