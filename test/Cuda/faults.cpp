// A kernel that fails ends the program, which says which kernel it was, where it is in the source, and what the driver said.
// DEFINE: %{fault} =
// DEFINE: %{run} = env OMP_JIT_VGPU_CHECK=1 %standin not --crash %t %{fault} > %t.out 2>&1; FileCheck %s --check-prefixes=ALL,%{fault} < %t.out
// RUN: %clangxx -O1 -g -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// REDEFINE: %{fault} = TRAP
// RUN: %{run}
// REDEFINE: %{fault} = ASSERT
// RUN: %{run}
// REDEFINE: %{fault} = ADDRESS
// RUN: %{run}
// REDEFINE: %{fault} = LATER
// RUN: %{run}
// ALL-NOT: went on
// ALL-NOT: standin:

#include <cassert>
#include <cstdio>
#include <cstring>
#include <omp.h>

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  int Value = 0;
  // TRAP: error OT108: {{.*}}faults.cpp:[[#@LINE+2]]{{.*}}CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure in kernel __omp_offloading_{{.*}}main_l[[#@LINE+2]]
  if (!std::strcmp(What, "TRAP"))
#pragma omp target
    __builtin_trap();
  // ASSERT: assertion failed: Value == 1
  // ASSERT: error OT108: {{.*}}faults.cpp:[[#@LINE+2]]{{.*}}CUDA_ERROR_ASSERT: device-side assert triggered in kernel
  if (!std::strcmp(What, "ASSERT"))
#pragma omp target map(to : Value)
    assert(Value == 1);
  // ADDRESS: error OT108: {{.*}}faults.cpp:[[#@LINE+3]]{{.*}}CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered in kernel
  int *Wrong = &Value;
  if (!std::strcmp(What, "ADDRESS"))
#pragma omp target is_device_ptr(Wrong)
    *Wrong = 1;
  // Another thing that is done meanwhile learns of it, too.
  // LATER: CUDA_ERROR_LAUNCH_FAILED
  if (!std::strcmp(What, "LATER")) {
#pragma omp target nowait
    __builtin_trap();
#pragma omp target nowait map(tofrom : Value)
    Value = 2;
#pragma omp taskwait
  }
  // What it printed is there, too, whoever learns of it first.
  if (!std::strcmp(What, "MEANWHILE")) {
#pragma omp target enter data map(to : What)
#pragma omp target nowait map(to : Value)
    assert(Value == 1);
    for (;;) {
#pragma omp target update to(What)
    }
  }
  std::puts("went on");
}
