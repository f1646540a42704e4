// Programs of the packaged clang++, linked with our device runtime file by file or with LTO, run with our libomptarget:
// their cubin is loaded, and their kernels are launched as they ask for. (The stand-in computes nothing for cubins.)
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} =
// DEFINE: %{devices} = sm_90
// DEFINE: %{build} = env LIBRARY_PATH=%libdir:%libdir/nvptx64-nvidia-cuda %packaged_clangxx -O2 -fopenmp --offload-arch=sm_90 %{mode} %s -o %t/prog
// DEFINE: %{run} = env LD_LIBRARY_PATH=%libdir:%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} OMPJIT_STANDIN_LOG=%t/log OMP_TARGET_OFFLOAD=MANDATORY %t/prog
// RUN: %{build} && %{run} && FileCheck %s <%t/log
// REDEFINE: %{mode} = -foffload-lto
// RUN: rm %t/log && %{build} && %{run} && FileCheck %s <%t/log
// CHECK: cuModuleLoadDataEx({{.*}} = 0
// CHECK: cuLaunchKernel({{.*}}grid=5x1x1, block=64x1x1{{.*}} = 0 __omp_offloading_{{.*}}main
// CHECK: cuLaunchKernel({{.*}}grid=8x1x1, block=128x1x1{{.*}} = 0 __omp_offloading_{{.*}}main
// REDEFINE: %{devices} = sm_80
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the image is a cubin for sm_90, GPU 0 is an sm_80

int main() {
  static int A[1000];
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(64)
  for (int I = 0; I < 1000; ++I)
    A[I] = I;
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 1000; ++I)
    A[I] += I;
}
