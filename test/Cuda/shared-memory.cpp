// With unified shared memory kernels use the host's memory where the device reaches it: nothing is copied.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// RUN: rm -f %t.log && env OMPJIT_STANDIN_USM=1 OMPJIT_STANDIN_LOG=%t.log %standin %t | FileCheck %s
// CHECK: sum 4950
// RUN: not grep -E '^cuMem(cpy|Alloc).*bytes=(400|512)' %t.log
// Elsewhere kernels would fault.
// RUN: not --crash env OMPJIT_STANDIN_EMULATE=0 %standin %t 2>&1 | FileCheck %s --check-prefix=LACKS
// LACKS: error OT109: device 0: the program requires unified shared memory, and the device does not reach the host's memory; use a device that does, or map the data

#include <cstdio>
#include <vector>

#pragma omp requires unified_shared_memory

int main() {
  std::vector<int> Values(100);
  int *Data = Values.data();
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 100; ++I)
    Data[I] = I;
  int Sum = 0;
  for (int Each : Values)
    Sum += Each;
  std::printf("sum %d\n", Sum);
}
