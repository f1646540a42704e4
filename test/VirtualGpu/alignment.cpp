// Kernels that are compiled for the alignment of their pointers give the right results wherever those point,
// and are used for pointers of that alignment only; on the processor as well.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json
// DEFINE: %{gpu} = %{run} OMP_JIT_VGPU=1
// DEFINE: %{check} = 2> %t.err && FileCheck %s --check-prefix=WHY < %t.err && FileCheck %s < %t.json
// RUN: %{run} %t.host 2> %t.err
// RUN: FileCheck %s --check-prefix=HOST < %t.json
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=sm_90 %t.nvptx %{check}
// RUN: %{gpu} OMP_JIT_VGPU_ARCH=gfx90a %t.amdgcn %{check}
// RUN: %{run} OMP_JIT_SPECIALIZE=scalars,launch %t.host 2> %t.err
// RUN: FileCheck %s --check-prefix=NONE < %t.json

// WHY: first image
// WHY: the alignment of parameter 1 was 128, is 64
// WHY: the alignment of parameter 1 was 64, is 8
// WHY: the alignment of parameter 1 was 8, is not known
// CHECK: "images": 4,
// CHECK: "align(1)"
// Of what a processor's kernels get, more than 16 is an accident.
// HOST: "images": 3,
// NONE: "images": 1,
// NONE-NOT: align

#include <omp.h>
#include <stdio.h>

enum { Count = 64 };

/// Adds up groups of four, which a GPU loads as one if it may.
static bool sumsAreRight(float *Data) {
  float Sums[Count / 4];
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(32) \
    is_device_ptr(Data) map(from : Sums)
  for (int I = 0; I < Count / 4; ++I)
    Sums[I] = Data[4 * I] + Data[4 * I + 1] + Data[4 * I + 2] + Data[4 * I + 3];
  for (int I = 0; I < Count / 4; ++I)
    if (Sums[I] != float(16 * I + 6))
      return false;
  return true;
}

int main() {
  const int Device = omp_get_default_device(), Host = omp_get_initial_device();
  float Values[Count];
  for (int I = 0; I < Count; ++I)
    Values[I] = float(I);
  char *Memory = static_cast<char *>(omp_target_alloc(4096, Device));
  char *Aligned = Memory + (-reinterpret_cast<size_t>(Memory) & 127);
  // The last needs no image of its own: nothing is known of 4.
  const size_t Offsets[] = {0, 128, 64, 8, 24, 4, 12};
  for (size_t Offset : Offsets) {
    omp_target_memcpy(Aligned, Values, sizeof(Values), Offset, 0, Device, Host);
    if (!sumsAreRight(reinterpret_cast<float *>(Aligned + Offset)))
      printf("wrong at %zu\n", Offset);
  }
  omp_target_free(Memory, Device);
}
