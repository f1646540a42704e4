// copyprivate of memory that other threads cannot read ends the kernel, and gives no wrong value:
// where the variable belongs to a caller, and in objects that the packaged clang compiled.
// DEFINE: %{nvidia} = -fopenmp -O1 --offload-arch=sm_90 -foffload-lto %S/private-copies.cpp
// DEFINE: %{amd} = -fopenmp -O1 --offload-arch=gfx90a -nogpulib -Xoffload-linker -lompdevice -foffload-lto %S/private-copies.cpp
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx %{nvidia} -fopenmp-target-jit -o ours.nvidia && %{run} ./ours.nvidia 2>&1 | FileCheck %s
// RUN: %clangxx %{amd} -fopenmp-target-jit -o ours.amd && %{run} ./ours.amd 2>&1 | FileCheck %s
// RUN: %packaged_clangxx %{amd} -DOWN -c -o amd.o
// RUN: %clangxx -fopenmp --offload-arch=gfx90a -nogpulib -Xoffload-linker -lompdevice -foffload-lto -fopenmp-target-jit amd.o -o theirs.amd
// RUN: %{run} ./theirs.amd 2>&1 | FileCheck %s

// CHECK-DAG: copyprivate of a variable in memory that no other thread can read
// CHECK-DAG: error OT108{{.*}}main

#include <cstdio>

#pragma omp begin declare target
[[gnu::noinline]] static void setAll(int &Mine) {
#pragma omp single copyprivate(Mine)
  Mine = 5;
}
#pragma omp end declare target

int main() {
  int Sum = 0;
#pragma omp target parallel map(Sum) num_threads(40)
  {
    int Mine = 1;
#ifdef OWN
#pragma omp single copyprivate(Mine)
    Mine = 5;
#else
    setAll(Mine);
#endif
#pragma omp atomic
    Sum += Mine;
  }
  printf("no error: %d\n", Sum);
}
