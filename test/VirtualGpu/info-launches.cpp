// LIBOMPTARGET_INFO=16 prints the blocks and threads that a launch has, and not what it asks for.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_INFO=16
// RUN: %{run} %t.nvptx 2>&1 | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=16 %standin %t.nvptx 2>&1 | FileCheck %s
// RUN: %{run} %t.amdgcn 2>&1 | FileCheck %s
// RUN: rm -f %t.log && env OMP_DEFAULT_DEVICE=1 OMPJIT_STANDIN_DEVICES=sm_90,sm_90 OMPJIT_STANDIN_LOG=%t.log OMP_JIT_SPECIALIZE=none LIBOMPTARGET_INFO=16 %standin %t.nvptx 2>&1 | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: not grep violation %t.log && grep 'cuLaunchKernel(.*grid=64x1x1' %t.log
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks and [1024,1,1] threads
// CHECK-NEXT: Launching kernel {{.*}} with [2,1,1] blocks and [50,1,1] threads
// CHECK-NEXT: Launching kernel {{.*}} with [1,1,1] blocks and [64,1,1] threads
// CHECK-NEXT: Launching kernel {{.*}} with [
// ALL-SAME: 64,1,1] blocks
// CHECK-SAME: threads

int main(int Count, char **) {
  int N = 0;
  const int Much = 5000 * Count;
#pragma omp target teams num_teams(3) thread_limit(Much)
#pragma omp parallel
  {
  }
  // As many as there is work for.
#pragma omp target teams distribute parallel for thread_limit(50)
  for (int I = 0; I < 100; ++I)
    ;
#pragma omp target thread_limit(64) map(tofrom : N)
  {
    asm volatile("" ::: "memory");
#pragma omp parallel
#pragma omp atomic
    ++N;
    asm volatile("" ::: "memory");
  }
  // As many as the device can have at once.
#pragma omp target teams distribute parallel for map(tofrom : N)
  for (int I = 0; I < 100000; ++I)
    N = 1;
}
