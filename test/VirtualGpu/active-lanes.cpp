// The lanes that run a place together do not include lanes that run another one, in code that is not optimised, too.
// RUN: %clangxx -O0 -fopenmp --offload-arch=sm_90,gfx90a -fopenmp-target-jit %s -o %t
// RUN: env OMP_JIT_OPT_LEVEL=0 OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: env OMP_JIT_OPT_LEVEL=0 OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=gfx90a OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// CHECK: 0 lanes saw others

#include <cstdint>
#include <cstdio>
#include <omp.h>

#pragma omp begin declare target
#if defined(__NVPTX__) || defined(__AMDGCN__)
extern "C" uint64_t __kmpc_warp_active_thread_mask(void);
#else
static uint64_t __kmpc_warp_active_thread_mask() { return 0; }
#endif
#pragma omp end declare target

int main() {
  constexpr int N = 64, Rounds = 20;
  uint64_t Masks[Rounds][N] = {};
#pragma omp target parallel num_threads(N) map(Masks)
  {
    const int I = omp_get_thread_num();
    for (int R = 0; R < Rounds; ++R) {
      // Lanes come to one of the places at different times.
      volatile int Work = 0;
      for (int W = 0; W < I * R % 7; ++W) {
#pragma omp atomic
        Masks[R][I] += 0;
        Work = Work + 1;
      }
      if (I % 2)
        Masks[R][I] = __kmpc_warp_active_thread_mask();
      else
        Masks[R][I] = __kmpc_warp_active_thread_mask();
    }
  }
  int Wrong = 0;
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I)
      for (int Bit = 0; Bit < 64; ++Bit)
        if (Masks[R][I] >> Bit & 1 && (Bit + I) % 2)
          ++Wrong;
  std::printf("%d lanes saw others\n", Wrong);
}
