// A first launch of many iterations waits for its full image, since all of it would run on a quick one; nothing is
// compiled beside it. A short one gets a quick image.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// DEFINE: %{run} = env OMP_JIT_CACHE=memory OMP_JIT_ASYNC=1 OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json
// RUN: %{run} %t.jit 20000000 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} %t.jit 20 2>&1 | FileCheck %s --check-prefix=SHORT
// With a native image it waits, too, if it is expected to take much longer.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t.native
// RUN: %{run} OMP_NUM_THREADS=1 %t.native 40000000 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: FileCheck %s --check-prefix=STATS < %t.json
// RUN: %{run} %t.native 20 2>&1 | FileCheck %s --check-prefix=SHORT
// NATIVE: first image; the launch is expected to take longer than its compile
// NATIVE: sum: 40000000

// CHECK: first image; the launch is expected to take longer than its compile
// CHECK: sum: 20000000
// STATS: "compiles": 1,
// STATS: "background_compiles": 0,
// SHORT-NOT: longer
// SHORT: sum: 20

#include <cstdio>
#include <cstdlib>

int main(int, char **Arguments) {
  const int Size = atoi(Arguments[1]);
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < Size; ++I)
    Sum += 1 + I % 2 - (I + 2) % 2;
  printf("sum: %.0f\n", Sum);
}
