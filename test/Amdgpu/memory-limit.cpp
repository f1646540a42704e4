// What a process gets of a GPU's memory may be less than there is: who wants more is told how much that is.
// RUN: %clangxx -O1 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_JIT_ASYNC=0 OMPJIT_STANDIN_DEVICES=gfx90a OMPJIT_STANDIN_MOST_BYTES=8000000 %standin
// RUN: %{run} %t 1000000 | FileCheck %s
// CHECK: 999999
// RUN: %{run} not --crash %t 4000000 2>&1 | FileCheck %s --check-prefix=TOO-MUCH
// TOO-MUCH: omptarget: error OT303: {{.*}} (16000000 bytes): cannot allocate 16000000 bytes of GPU 0's memory, of which a process gets 8000000 bytes: HSA_STATUS_ERROR_INVALID_ALLOCATION

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char **Arguments) {
  const int N = std::atoi(Arguments[1]);
  std::vector<int> Values(size_t(N), 0);
  int *Data = Values.data();
#pragma omp target teams distribute parallel for map(Data[ : N])
  for (int I = 0; I < N; ++I)
    Data[I] = I;
  std::printf("%d\n", Data[N - 1]);
}
