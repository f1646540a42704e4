// Device code for AMD's GPUs keeps the size of waves that it was compiled for, on GPUs that have both, too.
// DEFINE: %{cc} = %clangxx -O2 -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa -nogpulib -Xoffload-linker -lompdevice \
// DEFINE:   -fopenmp-target-jit %s
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %{cc} -o %t.any
// RUN: env OMP_JIT_VGPU_ARCH=gfx90a %t.any | FileCheck %s --check-prefix=WIDE
// RUN: env OMP_JIT_VGPU_ARCH=gfx1100 %t.any | FileCheck %s --check-prefix=WIDE
// RUN: env OMP_JIT_VGPU_ARCH=gfx1100 OMP_JIT_OPT_LEVEL=0 %t.any | FileCheck %s --check-prefix=WIDE
// RUN: %{cc} --offload-arch=gfx1030 -o %t.narrow
// RUN: env OMP_JIT_VGPU_ARCH=gfx1100 %t.narrow | FileCheck %s --check-prefix=NARROW
// RUN: env OMP_JIT_VGPU_ARCH=gfx90a not --crash %t.narrow 2>&1 | FileCheck %s --check-prefix=NONE
//
// One program has one size.
// RUN: %{cc} --offload-arch=gfx1100 -c -o %t.32.o
// RUN: %{cc} --offload-arch=gfx1100 -Xopenmp-target -mwavefrontsize64 -c -o %t.64.o
// RUN: not %clangxx -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx1100 -fopenmp-target-jit \
// RUN:   %t.32.o %t.64.o -o %t.both 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: {{.*}}64.o: compiled for waves of 64 lanes (-mwavefrontsize64), but {{.*}}32.o for waves of 32; compile both alike

// WIDE: 100 threads, 4950 in waves of 64
// NARROW: 100 threads, 4950 in waves of 32
// NONE: gfx90a has no waves of the size that the device code was compiled for: compile it with --offload-arch=gfx90a

#include <cstdio>
#include <omp.h>

int main() {
  int Size = 0, Threads = 0, Sum = 0;
#pragma omp target map(from : Size) map(tofrom : Threads)
  {
#if defined(__AMDGCN__)
    Size = __builtin_amdgcn_wavefrontsize();
#else
    Size = 1;
#endif
#pragma omp parallel num_threads(100)
    {
#pragma omp atomic
      ++Threads;
    }
  }
#pragma omp target parallel reduction(+ : Sum) num_threads(100)
  Sum += omp_get_thread_num();
  printf("%d threads, %d in waves of %d\n", Threads, Sum, Size);
}
