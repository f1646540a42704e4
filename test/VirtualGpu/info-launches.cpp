// LIBOMPTARGET_INFO=16 prints the blocks and threads that a launch has, and not what it asks for.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_INFO=16
// RUN: %{run} %t.nvptx 2>&1 | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=16 %standin %t.nvptx 2>&1 | FileCheck %s
// RUN: %{run} %t.amdgcn 2>&1 | FileCheck %s
// CHECK: Launching kernel {{.*}} with [3,1,1] blocks and [1024,1,1] threads
// CHECK-NEXT: Launching kernel {{.*}} with [2,1,1] blocks and [50,1,1] threads
// CHECK-NEXT: Launching kernel {{.*}} with [1,1,1] blocks and [64,1,1] threads

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
}
