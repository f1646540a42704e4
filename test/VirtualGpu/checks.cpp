// The checks of accesses name what is wrong, the source line, the thread; without faults they say nothing.
// RUN: %clangxx -O1 -gline-tables-only -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 \
// RUN:   -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O1 -gline-tables-only -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -nogpulib \
// RUN:   -Xoffload-linker -lompdevice -fopenmp-target-jit %s -o %t.amdgcn
// RUN: export OMP_JIT_VGPU=1 OMP_JIT_VGPU_CHECK=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %t.nvptx right | FileCheck %s --check-prefix=RIGHT
// RUN: %t.amdgcn right | FileCheck %s --check-prefix=RIGHT
// RUN: not --crash %t.nvptx behind 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not --crash %t.amdgcn behind 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not --crash %t.nvptx host 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not --crash %t.amdgcn host 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not --crash %t.nvptx freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not --crash %t.amdgcn freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not --crash %t.nvptx null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: not --crash %t.nvptx race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not --crash %t.amdgcn race 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not --crash %t.nvptx unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not --crash %t.amdgcn unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not --crash %t.nvptx misaligned 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not --crash %t.amdgcn misaligned 2>&1 | FileCheck %s --check-prefix=MISALIGNED

#include <cstdio>
#include <cstring>
#include <omp.h>

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  const int Device = omp_get_default_device();
  int *Data = static_cast<int *>(omp_target_alloc(100 * sizeof(int), Device));
  int Result = 0, Zeros[100] = {};
  omp_target_memcpy(Data, Zeros, sizeof(Zeros), 0, 0, Device,
                    omp_get_initial_device());

  if (!strcmp(What, "right")) {
#pragma omp target teams distribute parallel for is_device_ptr(Data)           \
    reduction(+ : Result)
    for (int I = 0; I < 100; ++I) {
      Data[I] = I;
      Result += Data[I];
    }
#pragma omp target parallel is_device_ptr(Data) num_threads(64)                \
    map(tofrom : Result)
    {
      Data[omp_get_thread_num()] = 1;
#pragma omp barrier
#pragma omp critical
      Result += Data[63 - omp_get_thread_num()];
    }
    // RIGHT: right: 5014
    printf("right: %d\n", Result);
  }

  if (!strcmp(What, "behind")) {
    // BEHIND: kernel {{.*}}: writes 4 bytes right behind an allocation of 400 bytes ({{.*}}, {{.*}}checks.cpp:[[#@LINE+3]]), in thread ({{[0-9]+}},0,0) of block ({{[0-9]+}},0,0)
#pragma omp target teams distribute parallel for is_device_ptr(Data)
    for (int I = 0; I < 101; ++I)
      Data[I] = I;
  }

  if (!strcmp(What, "host")) {
    int *Host = new int[4]();
    // HOST: kernel {{.*}}: reads 4 bytes in no memory of the device ({{.*}}, {{.*}}checks.cpp:[[#@LINE+2]])
#pragma omp target is_device_ptr(Host) map(from : Result)
    Result = Host[1];
  }

  if (!strcmp(What, "freed")) {
    int *Data = static_cast<int *>(omp_target_alloc(100 * sizeof(int), Device));
    omp_target_free(Data, Device);
    // FREED: kernel {{.*}}: reads 4 bytes in an allocation of 400 bytes that was freed ({{.*}}, {{.*}}checks.cpp:[[#@LINE+2]])
#pragma omp target is_device_ptr(Data) map(from : Result)
    Result = Data[1];
  }

  if (!strcmp(What, "null")) {
    int *volatile Nowhere = nullptr;
    int *Null = Nowhere;
    // NULL: kernel {{.*}}: reads 4 bytes at the null pointer ({{.*}}, {{.*}}checks.cpp:[[#@LINE+2]])
#pragma omp target is_device_ptr(Null) map(from : Result)
    Result = *Null;
  }

  if (!strcmp(What, "race")) {
    // RACE: kernel {{.*}}: writes 4 bytes that thread {{[0-9]+}} of the block read ({{.*}}, {{.*}}checks.cpp:[[#@LINE+8]]), and nothing orders the two: a data race ({{.*}}, {{.*}}checks.cpp:[[#@LINE+5]])
#pragma omp target parallel is_device_ptr(Data) num_threads(64)                \
    map(tofrom : Result)
    {
      const int Self = omp_get_thread_num();
      Data[Self] = Self;
      // A barrier is missing.
#pragma omp atomic
      Result += Data[63 - Self];
    }
  }

  if (!strcmp(What, "unwritten")) {
    // UNWRITTEN: kernel {{.*}}: reads 4 bytes of the shared variable 'Shared' of 16 bytes that nobody wrote ({{.*}}, {{.*}}checks.cpp:[[#@LINE+6]])
#pragma omp target map(from : Result)
    {
      volatile int Shared[4];
#pragma omp allocate(Shared) allocator(omp_pteam_mem_alloc)
      Shared[1] = 5;
      Result = Shared[2];
    }
  }

  if (!strcmp(What, "misaligned")) {
    // MISALIGNED: kernel {{.*}}: reads 4 bytes at an address that is not a multiple of 4 ({{.*}}, {{.*}}checks.cpp:[[#@LINE+2]])
#pragma omp target is_device_ptr(Data) map(from : Result)
    Result = *reinterpret_cast<int *>(reinterpret_cast<char *>(Data) + 6);
  }
  omp_target_free(Data, Device);
}
