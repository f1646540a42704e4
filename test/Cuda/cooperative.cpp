// Kernels that LIBOMPTARGET_COOPERATIVE_KERNELS names are launched so that all of their
// teams run at the same time, or fail.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,x86_64-pc-linux-gnu --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env LIBOMPTARGET_COOPERATIVE_KERNELS=4ring,5other OMPJIT_STANDIN_LOG=%t.log %standin %t
// RUN: rm -f %t.log && %{run} 4 | FileCheck %s
// CHECK: 4 teams: 10
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// LOG: cuLaunchCooperativeKernel({{.*}}grid=4x1x1{{.*}}) = 0 {{.*}}4ring
// LOG: cuLaunchKernel({{.*}}) = 0 {{.*}}5plain
//
// RUN: not --crash %{run} 1000000 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: omptarget: error OT{{[0-9]+}}: {{.*}}4ring{{.*}}cannot launch the kernel {{.*}} with 1000000 teams of {{[0-9]+}} threads that run at the same time: CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: too many blocks in cooperative launch
//
// Devices that cannot do so say it.
// RUN: not --crash env OMP_DEFAULT_DEVICE=1 %{run} 4 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: omptarget: error OT{{[0-9]+}}: {{.*}}4ring{{.*}}the device cannot run all teams at the same time, which LIBOMPTARGET_COOPERATIVE_KERNELS asks for
//
// RUN: env LIBOMPTARGET_COOPERATIVE_KERNELS=a,,b OMP_TARGET_OFFLOAD=DISABLED %t 1 2>&1 | FileCheck %s --check-prefix=NAMES
// NAMES: LIBOMPTARGET_COOPERATIVE_KERNELS{{.*}}names of kernels or parts of them, separated by commas

#include <cstdio>
#include <cstdlib>
#include <omp.h>

static void ring(int Count, int *Sum) {
#pragma omp target teams num_teams(Count) thread_limit(32)                     \
    map(tofrom : Sum[ : 1])
  {
#pragma omp atomic
    *Sum += omp_get_team_num() + 1;
  }
}

static void plain(int *Sum) {
#pragma omp target map(tofrom : Sum[ : 1])
  *Sum += 0;
}

int main(int, char **Arguments) {
  const int Count = std::atoi(Arguments[1]);
  int Sum = 0;
  ring(Count, &Sum);
  plain(&Sum);
  std::printf("%d teams: %d\n", Count, Sum);
}
