// Facts that a first run gave up at different times are given up by a second one in the same order, so that it finds
// what was compiled between: it compiles nothing, with other values neither.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amd
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -fopenmp-target-jit %s -o %t.nvidia
// DEFINE: %{run} = env OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=0 OMP_JIT_THRESHOLD=3 \
// DEFINE:   OMP_JIT_RATIO=0.5 OMP_JIT_SPECIALIZE=scalars OMP_JIT_STATS=%t.json OMP_TARGET_OFFLOAD=MANDATORY
// DEFINE: %{amd} = OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a %t.amd
// DEFINE: %{nvidia} = OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 %t.nvidia
//
// RUN: rm -rf %t.cache
// RUN: %{run} %t.host
// RUN: FileCheck %s --check-prefix=FIRST < %t.json
// RUN: %{run} %t.host
// RUN: FileCheck %s --check-prefix=SECOND < %t.json
// RUN: %{run} %t.host 50
// RUN: FileCheck %s --check-prefix=OTHER < %t.json
//
// RUN: rm -rf %t.cache
// RUN: %{run} %{amd}
// RUN: FileCheck %s --check-prefix=FIRST < %t.json
// RUN: %{run} %{amd}
// RUN: FileCheck %s --check-prefix=SECOND < %t.json
// RUN: %{run} %{amd} 50
// RUN: FileCheck %s --check-prefix=OTHER < %t.json
//
// RUN: rm -rf %t.cache
// RUN: %{run} %{nvidia}
// RUN: FileCheck %s --check-prefix=FIRST < %t.json
// RUN: %{run} %{nvidia}
// RUN: FileCheck %s --check-prefix=SECOND < %t.json
// RUN: %{run} %{nvidia} 50
// RUN: FileCheck %s --check-prefix=OTHER < %t.json

// FIRST: "compiles": 26,
// FIRST-COUNT-3: its value was new in more than
// SECOND: "compiles": 0,
// SECOND-COUNT-3: an earlier run gave it up
// OTHER: "compiles": 0,
// OTHER-COUNT-3: an earlier run gave it up

#include <cstdio>
#include <cstdlib>

static int combine(int A, int B, int C, int D) {
  int Result = 0;
#pragma omp target map(from : Result) firstprivate(A, B, C, D)
  Result = A * 1000 + B * 100 + C * 10 + D;
  return Result;
}

static int NumWrong = 0;

static void check(int A, int B, int C, int D) {
  NumWrong += combine(A, B, C, D) != A * 1000 + B * 100 + C * 10 + D;
}

int main(int Count, char **Arguments) {
  const int First = Count > 1 ? atoi(Arguments[1]) : 3;
  // Each loop gives up a fact more; the last argument tells their images apart.
  for (int I = 0; I != 10; ++I)
    check(First + I, 51, 61, 71);
  for (int I = 0; I != 10; ++I)
    check(31, First + I, 61, 72);
  for (int I = 0; I != 20; ++I)
    check(31, 51, First + I, 73);
  if (NumWrong)
    printf("%d results are wrong\n", NumWrong);
  return NumWrong != 0;
}
