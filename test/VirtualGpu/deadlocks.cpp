// Threads that wait for what never comes fail the launch with a report of who waits where, and never hang.
// RUN: %clangxx -O1 -gline-tables-only -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda \
// RUN:   --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O1 -gline-tables-only -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa \
// RUN:   --offload-arch=gfx90a -nogpulib -Xoffload-linker -lompdevice -fopenmp-target-jit %s -o %t.amdgcn
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: not --crash %t.nvptx barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not --crash %t.nvptx mask 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not --crash %t.nvptx outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not --crash %t.nvptx loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not --crash %t.amdgcn loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not --crash %t.amdgcn lockstep 2>&1 | FileCheck %s --check-prefix=LOCKSTEP
// RUN: %t.nvptx lockstep | FileCheck %s --check-prefix=INDEPENDENT
// RUN: not --crash %t.nvptx trap 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not --crash %t.amdgcn trap 2>&1 | FileCheck %s --check-prefix=TRAP

#include <cstdio>
#include <cstring>
#include <omp.h>

#pragma omp begin declare target
#if defined(__NVPTX__)
static void waitForBlock() { __nvvm_barrier_sync(0); }
static void waitForWarp(unsigned Lanes) { __nvvm_bar_warp_sync(Lanes); }
#else
static void waitForBlock() {}
static void waitForWarp(unsigned) {}
#endif
#pragma omp end declare target

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  int Flag = 0, Sum = 0;

  if (!strcmp(What, "barrier")) {
    // BARRIER: kernel {{.*}}: deadlock: lanes 0-15 of warp 0 wait in a barrier of the warp for lanes 0-31 ({{.*}}, {{.*}}deadlocks.cpp:{{.*}}); lanes 16-31 of warp 0 wait in barrier 0 ({{.*}}, {{.*}}deadlocks.cpp:
#pragma omp target parallel num_threads(32)
    {
      if (omp_get_thread_num() < 16)
        waitForWarp(0xffffffff);
      else
        waitForBlock();
    }
  }

  if (!strcmp(What, "mask")) {
    // MASK: kernel {{.*}}: deadlock: lane 0 of warp 0 waits in a barrier of the warp for lanes 0-1 ({{.*}}; lane 1 of warp 0 waits in a barrier of the warp for lanes 1-2
#pragma omp target parallel num_threads(32)
    {
      if (omp_get_thread_num() == 0)
        waitForWarp(0x3);
      else if (omp_get_thread_num() == 1)
        waitForWarp(0x6);
      else
        waitForBlock();
    }
  }

  if (!strcmp(What, "outside")) {
    // OUTSIDE: kernel {{.*}}: a lane is not in the mask of its own operation ({{.*}}, {{.*}}deadlocks.cpp:{{[0-9]+}}), in thread (3,0,0) of block (0,0,0)
#pragma omp target parallel num_threads(32)
    {
      if (omp_get_thread_num() == 3)
        waitForWarp(0x1);
    }
  }

  if (!strcmp(What, "loop")) {
    // LOOP: kernel {{.*}}: all lanes that still run wait in loops for what never happens: {{.*}}lane{{.*}}in a loop
#pragma omp target parallel num_threads(4) map(tofrom : Flag)
    {
      int Seen = 0;
      while (!Seen) {
#pragma omp atomic read
        Seen = Flag;
      }
    }
  }

  if (!strcmp(What, "lockstep")) {
    // A lane waits for another one of its warp, which comes later: that never ends where they share
    // a program counter.
    // LOCKSTEP: all lanes that still run wait in loops for what never happens
    // INDEPENDENT: lanes are independent: 32
#pragma omp target parallel num_threads(32) map(tofrom : Flag, Sum)
    {
      int Seen = omp_get_thread_num();
      while (!Seen) {
#pragma omp atomic read
        Seen = Flag;
      }
#if defined(__AMDGPU__)
      __builtin_amdgcn_wave_barrier();
#endif
      if (omp_get_thread_num() == 31) {
#pragma omp atomic write
        Flag = 1;
      }
#pragma omp atomic
      ++Sum;
    }
    printf("lanes are independent: %d\n", Sum);
  }

  if (!strcmp(What, "trap")) {
    // TRAP: kernel {{.*}}: a trap ({{.*}}, {{.*}}deadlocks.cpp:[[#@LINE+2]]), in thread ({{[0-9]+}},0,0) of block (0,0,0)
#pragma omp target
    __builtin_trap();
  }
}
