// Launches have as many blocks of as many threads as the program asks for, and otherwise what fits the trip count and the device.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// RUN: rm -f %t.log && env OMPJIT_STANDIN_LOG=%t.log OMP_JIT_VGPU_PROCESSORS=4 %standin %t
// RUN: grep -o '^cuLaunchKernel.*shared=[0-9]*' %t.log | sed 's/function=[^,]*, //' | FileCheck %s

// The user's choice is for regions that say nothing.
// RUN: rm -f %t.log && env OMPJIT_STANDIN_LOG=%t.log OMP_JIT_VGPU_PROCESSORS=4 OMP_NUM_TEAMS=3 \
// RUN:   OMP_TEAMS_THREAD_LIMIT=64 %standin %t
// RUN: grep -o '^cuLaunchKernel.*shared=[0-9]*' %t.log | sed 's/function=[^,]*, //' | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: cuLaunchKernel(grid=1x1x1, block=64x1x1
// CHOSEN-NEXT: cuLaunchKernel(grid=2x1x1, block=64x1x1
// CHOSEN-NEXT: cuLaunchKernel(grid=3x1x1, block=64x1x1
// CHOSEN-NEXT: cuLaunchKernel(grid=3x1x1, block=64x1x1
// CHOSEN-NEXT: cuLaunchKernel(grid=3x1x1, block=64x1x1
// CHOSEN-NEXT: cuLaunchKernel(grid=7x1x1, block=96x1x1

#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>

static std::vector<int> Memory(1 << 20);
static int *const Data = Memory.data();

static void check(int Count, int Value) {
  for (int I = 0; I < Count; ++I)
    if (Data[I] != Value + I) {
      std::printf("wrong at %d: %d\n", I, Data[I]);
      std::exit(1);
    }
}

static void loop(int Count) {
#pragma omp target teams distribute parallel for map(from : Data[ : Count])
  for (int I = 0; I < Count; ++I)
    Data[I] = Count + I;
  check(Count, Count);
}

int main() {
  // Of few iterations there are as many blocks as they fill; of many, as many
  // as the four processors hold at a time.
  loop(1);
  loop(128);
  loop(129);
  loop(1000);
  loop(1 << 20);
  // CHECK: cuLaunchKernel(grid=1x1x1, block=128x1x1, shared=0
  // CHECK-NEXT: cuLaunchKernel(grid=1x1x1, block=128x1x1, shared=0
  // CHECK-NEXT: cuLaunchKernel(grid=2x1x1, block=128x1x1, shared=0
  // CHECK-NEXT: cuLaunchKernel(grid=8x1x1, block=128x1x1, shared=0
  // CHECK-NEXT: cuLaunchKernel(grid=64x1x1, block=128x1x1, shared=0
  int Teams = 0, Threads = 0;
#pragma omp target teams num_teams(7) thread_limit(96)                         \
    map(from : Teams, Threads)
#pragma omp parallel
  if (omp_get_team_num() == 6 && omp_get_thread_num() == 0) {
    Teams = omp_get_num_teams();
    Threads = omp_get_num_threads();
  }
  if (Teams != 7 || Threads != 96)
    return 1;
// CHECK-NEXT: cuLaunchKernel(grid=7x1x1, block=96x1x1, shared=0
// A main thread has a warp of its own.
#pragma omp target teams num_teams(2) thread_limit(64) map(from : Teams)
  {
    if (omp_get_team_num() == 1)
      Teams = omp_get_num_teams();
    asm volatile("");
#pragma omp parallel
    asm volatile("");
  }
  if (Teams != 2)
    return 1;
// CHECK-NEXT: cuLaunchKernel(grid=2x1x1, block=96x1x1, shared=0
#pragma omp target map(from : Teams)
  Teams = omp_get_num_teams();
  if (Teams != 1)
    return 1;
// CHECK-NEXT: cuLaunchKernel(grid=1x1x1,
#pragma omp target parallel num_threads(40)
  asm volatile("");
// CHECK-NEXT: cuLaunchKernel(grid=1x1x1, block=40x1x1, shared=0
#pragma omp target teams ompx_dyn_cgroup_mem(60000) num_teams(1)               \
    thread_limit(32) map(from : Teams)
  Teams = omp_get_num_teams();
  // CHECK-NEXT: cuLaunchKernel(grid=1x1x1, block={{[0-9]+}}x1x1, shared=60000
}
