// Regions of programs with AddressSanitizer run in all modes, whose names of kernels have something behind them.
// UNSUPPORTED: sanitizer
// DEFINE: %{cc} = %clangxx -O1 -fsanitize=address -fopenmp %s -o %t
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %{cc} -fopenmp-targets=x86_64-pc-linux-gnu && %{run} | FileCheck %s
// RUN: %{cc} -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto && %{run} | FileCheck %s
// RUN: %{cc} -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit && %{run} | FileCheck %s
// clang 22 instruments code for AMD's GPUs in spite of what it says.
// RUN: %{cc} --offload-arch=sm_90,gfx90a -fopenmp-target-jit 2>&1 | FileCheck %s --check-prefix=IGNORED --implicit-check-not=error
// IGNORED: ignoring '-fsanitize=address' option for offload arch 'gfx90a'
// RUN: env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// CHECK: 7, 9

#include <cstdio>

static int Shared = 3;
int Changed = 4; // The sanitizer makes it larger.
#pragma omp declare target(Shared, Changed)

int main() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  Sum += 4;
#pragma omp target map(tofrom : Sum)
  Sum += Shared;
  Changed = 8;
#pragma omp target update to(Changed)
#pragma omp target
  ++Changed;
#pragma omp target update from(Changed)
  std::printf("%d, %d\n", Sum, Changed);
}
