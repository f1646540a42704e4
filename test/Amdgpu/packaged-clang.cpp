// Programs of the packaged clang++, linked with our device runtime file by file or with LTO, run with our libomptarget:
// their code object is loaded, and their kernels are launched as they ask for. (The stand-in computes nothing for them.)
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{mode} =
// DEFINE: %{devices} = gfx90a
// Where no ROCm is, -nogpulib leaves the device runtime to be named.
// DEFINE: %{build} = env LIBRARY_PATH=%libdir %packaged_clangxx -O2 -fopenmp --offload-arch=gfx90a -nogpulib -Xoffload-linker -L%libdir/amdgcn-amd-amdhsa -Xoffload-linker -lompdevice %{mode} %s -o %t/prog
// DEFINE: %{run} = env LD_LIBRARY_PATH=%libdir:%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} OMPJIT_STANDIN_LOG=%t/log OMP_TARGET_OFFLOAD=MANDATORY %t/prog
// RUN: %{build} && %{run} && FileCheck %s <%t/log
// REDEFINE: %{mode} = -foffload-lto
// RUN: rm %t/log && %{build} && %{run} && FileCheck %s <%t/log
// CHECK: hsa_executable_load_agent_code_object({{.*}} = 0x0
// CHECK: packet {{[0-9]+}}: __omp_offloading_{{.*}}main{{.*}} of 5x1x1 blocks of 64x1x1 threads
// CHECK: packet {{[0-9]+}}: __omp_offloading_{{.*}}main{{.*}} of 4x1x1 blocks of 256x1x1 threads
// REDEFINE: %{devices} = gfx942
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the image is for gfx90a, GPU 0 is a gfx942:sramecc+:xnack-

int main() {
  static int A[1000];
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(64)
  for (int I = 0; I < 1000; ++I)
    A[I] = I;
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 1000; ++I)
    A[I] += I;
}
