// An argument that keeps changing is given up, but not what its values have in common: the kernel is compiled
// for multiples of 16, and other values still get the right results.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_SPECIALIZE=scalars OMP_JIT_THRESHOLD=4 OMP_JIT_STATS=%t.json
// RUN: %{run} KMP_TEAMS_THREAD_LIMIT=1000 %t.host && FileCheck %s < %t.json
// RUN: %{run} OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx && FileCheck %s < %t.json
// RUN: %{run} OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn && FileCheck %s < %t.json

// Five values, the multiples of 16, and what is neither; and 0, whose code is that of the first image.
// CHECK: "known_codes": 1,
// CHECK: "images": 7,
// CHECK: "class(0)"
// CHECK: "given_up": [
// CHECK-NEXT: {
// CHECK-NEXT: "parameter": 0,

#include <cstdio>
#include <initializer_list>

enum { Most = 2000 };

static bool sumIsRight(int Count) {
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum) num_teams(2) thread_limit(32)
  for (int I = 0; I < Count; ++I)
    Sum += I;
  return Sum == double(Count) * (Count - 1) / 2 || Count == 0;
}

int main() {
  bool Right = sumIsRight(0);
  for (int Count = 16; Count <= Most; Count += 16)
    Right &= sumIsRight(Count);
  for (int Count : {0, 1, 7, 17, 1999})
    Right &= sumIsRight(Count);
  if (!Right)
    puts("wrong");
  return !Right;
}
