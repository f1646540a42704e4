// One process with devices of every kind: GPUs of NVIDIA's and AMD's, each by its plugin, and four of the host's. Each has its number,
// runs its code, and memory is copied between them all.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_DEVICES=sm_90,gfx90a,gfx942 OMP_JIT_CACHE_DIR=%t.cache
// RUN: rm -rf %t.cache && %{run} %t | FileCheck %s
// RUN: %{run} OMP_JIT_STATS=%t.json %t | FileCheck %s && FileCheck %s --check-prefix=WARM < %t.json
// CHECK: 7 devices, 7 numbered right, 7 different
// CHECK-NEXT: 49 copies, 0 wrong
// CHECK-NEXT: sums{{( 499500){7}$}}
// WARM: "compiles": 0,

#include <cstdio>
#include <omp.h>
#include <set>
#include <string>

static constexpr int Count = 1000;

static long sum(const int *Numbers, int Device) {
  long Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(to : Numbers[ : Count]) device(Device)
  for (int I = 0; I < Count; ++I)
    Sum += Numbers[I];
  return Sum;
}

/// From the host to one device, to another, and back.
static bool isCopied(int From, int To) {
  int Numbers[Count], Back[Count] = {};
  for (int I = 0; I < Count; ++I)
    Numbers[I] = From * Count + To + I;
  void *First = omp_target_alloc(sizeof(Numbers), From);
  void *Second = omp_target_alloc(sizeof(Numbers), To);
  const int Host = omp_get_initial_device();
  bool IsDone =
      First && Second &&
      !omp_target_memcpy(First, Numbers, sizeof(Numbers), 0, 0, From, Host) &&
      !omp_target_memcpy(Second, First, sizeof(Numbers), 0, 0, To, From) &&
      !omp_target_memcpy(Back, Second, sizeof(Numbers), 0, 0, Host, To);
  omp_target_free(First, From);
  omp_target_free(Second, To);
  for (int I = 0; I < Count; ++I)
    IsDone &= Back[I] == Numbers[I];
  return IsDone;
}

int main() {
  const int Devices = omp_get_num_devices();
  int Right = 0, Wrong = 0, Copies = 0;
  std::set<std::string> Uids;
  for (int D = 0; D < Devices; ++D) {
    int Number = -1;
#pragma omp target map(from : Number) device(D)
    Number = omp_get_device_num();
    Right += Number == D;
    Uids.insert(omp_get_uid_from_device(D));
  }
  std::printf("%d devices, %d numbered right, %zu different\n", Devices, Right,
              Uids.size());
  for (int From = 0; From < Devices; ++From)
    for (int To = 0; To < Devices; ++To, ++Copies)
      Wrong += !isCopied(From, To);
  std::printf("%d copies, %d wrong\nsums", Copies, Wrong);
  int Numbers[Count];
  for (int I = 0; I < Count; ++I)
    Numbers[I] = I;
  for (int D = 0; D < Devices; ++D)
    std::printf(" %ld", sum(Numbers, D));
  std::printf("\n");
}
