// A failed assertion ends the kernel and says what failed, on both kinds of GPU.
// RUN: %clangxx -fopenmp -O2 -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 \
// RUN:   -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -fopenmp -O2 -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -nogpulib \
// RUN:   -Xoffload-linker -lompdevice -fopenmp-target-jit %s -o %t.amdgcn
// RUN: env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash %t.nvptx 2>&1 | FileCheck %s
// RUN: env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY not --crash %t.amdgcn 2>&1 | FileCheck %s

#include <cassert>

// The second one.
// CHECK-DAG: Count > 2 && "few"
// CHECK-DAG: error OT108{{.*}}l[[#@LINE+4]]
int main(int Count, char **) {
#pragma omp target parallel num_threads(4)
  assert(Count < 2 && "few");
#pragma omp target parallel num_threads(4)
  assert(Count > 2 && "few");
}
