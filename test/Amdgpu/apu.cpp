// A GPU that shares the host's memory, and fetches pages, uses mapped memory where it is: nothing is copied, and the host sees what a
// kernel writes. Variables of the image are the GPU's own. Others do the same where the user wants it.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t
// DEFINE: %{setting} =
// DEFINE: %{run} = rm -f %t.log && env %{setting} OMPJIT_STANDIN_LOG=%t.log OMPJIT_STANDIN_DEVICES=gfx942 %standin %t
// RUN: %{run} | FileCheck %s --check-prefix=COPIES && grep 'hsa_amd_memory_async_copy.*bytes=40000' %t.log
// COPIES: same place: 0, sum 49995000, variable 5 and 6
// REDEFINE: %{setting} = OMPJIT_STANDIN_USM=1 OMPJIT_STANDIN_APU=1
// RUN: %{run} | FileCheck %s && not grep 'hsa_amd_memory_async_copy.*bytes=40000' %t.log
// CHECK: same place: 1, sum 49995000, variable 5 and 6
// REDEFINE: %{setting} = OMPJIT_STANDIN_USM=1 OMPX_APU_MAPS=1
// RUN: %{run} | FileCheck %s && not grep 'hsa_amd_memory_async_copy.*bytes=40000' %t.log
// Without fetching pages it cannot.
// REDEFINE: %{setting} = OMPJIT_STANDIN_APU=1 OMPX_APU_MAPS=1
// RUN: %{run} | FileCheck %s --check-prefix=COPIES
// REDEFINE: %{setting} = OMPJIT_STANDIN_USM=1
// RUN: %{run} | FileCheck %s --check-prefix=COPIES

#include <cstdio>

#pragma omp begin declare target
int Variable = 5;
#pragma omp end declare target

int main() {
  constexpr int Count = 10000;
  static int Numbers[Count];
  int *Place = nullptr;
#pragma omp target teams distribute parallel for map(tofrom : Numbers)
  for (int I = 0; I < Count; ++I)
    Numbers[I] = I;
  int There = 0;
#pragma omp target map(tofrom : Numbers) map(from : Place, There)
  {
    Place = Numbers;
    There = ++Variable;
  }
  long Sum = 0;
  for (int Each : Numbers)
    Sum += Each;
  std::printf("same place: %d, sum %ld, variable %d and %d\n", Place == Numbers,
              Sum, Variable, There);
}
