// Images for NVIDIA's GPUs are machine code when they are kept: the driver's linker
// makes it once, for all devices of a kind and all later runs; what another driver
// left, and what is damaged, is replaced.
// REQUIRES: ptxas
// Compiles are counted, of which there are more with those in the background.
// RUN: export OMP_JIT_ASYNC=0
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t/prog
// DEFINE: %{devices} = sm_90
// DEFINE: %{driver} = 12040
// DEFINE: %{fail} =
// DEFINE: %{cache} = %t/cache
// DEFINE: %{run} = env LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} OMPJIT_STANDIN_DRIVER=%{driver} OMPJIT_STANDIN_FAIL=%{fail} OMPJIT_STANDIN_LOG=%t/log OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_INFO=2 OMP_JIT_STATS=%t/stats.json OMP_JIT_CACHE_DIR=%{cache}
// DEFINE: %{counts} = python3 %S/Inputs/counts.py %t/stats.json %t/log
//
// Cold: the base image and the kernel are compiled and linked.
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=COLD
// COLD: the base image: stored
// COLD: __omp_offloading_main_l{{.*}}: stored
// COLD: compiled __omp_offloading_main_l{{.*}}, link {{.*}}, assemble {{[0-9.]+}})
// RUN: %{counts} | FileCheck %s --check-prefix=TWO
// TWO: compiles 2, links 2
// RUN: %builddir/bin/omp-jit-cache --dir=%{cache} list | FileCheck %s --check-prefix=LIST
// LIST-COUNT-2: sm_90
//
// Warm: nothing is; another driver finds the same.
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{driver} = 13000
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
// NONE: compiles 0, links 0
//
// Devices of a kind share images, others do not.
// REDEFINE: %{devices} = sm_90,sm_90
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{devices} = sm_80
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=TWO
// REDEFINE: %{devices} = sm_90,sm_80,sm_90
// REDEFINE: %{cache} = %t/shared
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=FOUR
// FOUR: compiles 4, links 4
//
// Damage is found before the driver sees it.
// REDEFINE: %{devices} = sm_90
// REDEFINE: %{cache} = %t/cache
// RUN: python3 %S/Inputs/damage.py %{cache}/*.img
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=DAMAGED
// DAMAGED: the base image: {{damaged|bad|.*payload}}
// RUN: %{counts} | FileCheck %s --check-prefix=TWO
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
//
// What the driver does not load is dropped and made anew, as a newer one's cubins.
// REDEFINE: %{fail} = cuModuleLoadDataEx:1:200
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: cache: loading the image of base image on device 0: {{.*}}; it is compiled anew
// REFUSED: the base image: stored
// RUN: %{counts} | FileCheck %s --check-prefix=ONE
// ONE: compiles 1, links 1
// REDEFINE: %{fail} = cuModuleLoadDataEx:2:200
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=REFUSEDKERNEL
// REFUSEDKERNEL: cache: loading the image of __omp_offloading_main_l{{[0-9]+}} on device 0: {{.*}}; it is compiled anew
// RUN: %{counts} | FileCheck %s --check-prefix=ONE
//
// A driver without a linker (CUDA_ERROR_JIT_COMPILER_NOT_FOUND): ptxas makes them.
// REDEFINE: %{cache} = %t/tool
// REDEFINE: %{fail} = cuLinkCreate_v2:1:221
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=NOLINKER
// NOLINKER: no machine code is made by the device: {{.*}}linker
// RUN: %{counts} | FileCheck %s --check-prefix=NOLINKS
// NOLINKS: links 0
// REDEFINE: %{fail} =
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
//
// A refusal is the compile's failure. The first link opens the driver's compiler.
// REDEFINE: %{cache} = %t/failed
// REDEFINE: %{fail} = cuLinkComplete:3:218
// RUN: %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: failed: compiling __omp_offloading_main_l{{.*}}: assembly: {{.*}}linker
// FAILED: given up
//
// A driver that is too old for its GPU.
// REDEFINE: %{fail} =
// REDEFINE: %{devices} = sm_120
// REDEFINE: %{driver} = 12040
// RUN: not --crash %{run} %t/prog 3 2>&1 | FileCheck %s --check-prefix=TOOOLD
// TOOOLD: code for sm_120 needs PTX 8.7 or later, but PTX 8.4 is asked for: the driver is older than the GPU
//
// A login node makes cubins for a GPU that it does not have.
// REDEFINE: %{devices} = sm_90
// REDEFINE: %{cache} = %t/recorded
// RUN: rm -f %t/log
// RUN: env OMP_JIT_RECORD=%t/record LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=sm_90 OMP_JIT_CACHE_DIR=%t/recorded OMP_TARGET_OFFLOAD=MANDATORY %t/prog 3
// RUN: %builddir/bin/omp-jit-cache --dir=%t/warmed warm --record=%t/record --program=%t/prog --arch=sm_80,sm_90:+ptx85,sm_120 | FileCheck %s --check-prefix=WARMED
// WARMED: 6 compiled
// WARMED-NOT: PTX
// REDEFINE: %{cache} = %t/warmed
// REDEFINE: %{driver} = 13000
// REDEFINE: %{devices} = sm_80,sm_90,sm_120
// RUN: %{run} %t/prog 3 2>/dev/null && %{counts} | FileCheck %s --check-prefix=NONE
#include <cstdio>
#include <cstdlib>
#include <omp.h>
int Total = 0;
#pragma omp declare target(Total)
int main(int Count, char **Arguments) {
  for (int Device = 0; Device < omp_get_num_devices(); ++Device)
    for (int I = 1; I < Count; ++I) {
      const int N = std::atoi(Arguments[I]);
      int A[64] = {};
#pragma omp target teams distribute parallel for device(Device) map(A)
      for (int J = 0; J < N; ++J)
        A[J] = Total + J;
    }
}
