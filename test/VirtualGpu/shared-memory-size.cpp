// LIBOMPTARGET_SHARED_MEMORY_SIZE gives the blocks of every region shared memory, on virtual GPUs and through the CUDA plugin; a clause that asks for more gets more.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{vgpu} = OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: env %{vgpu} %t.nvptx | FileCheck %s --check-prefix=NONE
// RUN: env %{vgpu} LIBOMPTARGET_SHARED_MEMORY_SIZE=256 %t.nvptx | FileCheck %s
// RUN: env %{vgpu} LIBOMPTARGET_SHARED_MEMORY_SIZE=256 OMP_JIT_SPECIALIZE=none %t.nvptx | FileCheck %s
// RUN: env %{vgpu} LIBOMPTARGET_SHARED_MEMORY_SIZE=256 %t.amdgcn | FileCheck %s
// RUN: env LIBOMPTARGET_SHARED_MEMORY_SIZE=256 %standin %t.nvptx | FileCheck %s
// RUN: env %{vgpu} LIBOMPTARGET_SHARED_MEMORY_SIZE=much %t.nvptx 2>&1 | FileCheck %s --check-prefix=WRONG
// NONE: -1 2016
// CHECK: 2016 2016
// WRONG: LIBOMPTARGET_SHARED_MEMORY_SIZE
// WRONG: -1 2016

#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
/// The sum of what the threads of the team leave there.
static int use() {
  int Sum = -1;
  int *Shared = static_cast<int *>(llvm_omp_target_dynamic_shared_alloc());
  if (!Shared)
    return Sum;
#pragma omp parallel num_threads(64)
  Shared[omp_get_thread_num()] = omp_get_thread_num();
  Sum = 0;
  for (int I = 0; I < 64; ++I)
    Sum += Shared[I];
  return Sum;
}
#pragma omp end declare target

int main() {
  int Plain = 0, Clause = 0;
#pragma omp target teams num_teams(1) thread_limit(64) map(from : Plain)
  Plain = use();
#pragma omp target teams num_teams(1) thread_limit(64) map(from : Clause)      \
    ompx_dyn_cgroup_mem(1024)
  Clause = use();
  printf("%d %d\n", Plain, Clause);
}
