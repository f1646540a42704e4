// What a kernel asks its device and its launch for is constant in its image, right on every device and at every launch.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{arch} =
// DEFINE: %{program} =
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json \
// DEFINE:   OMP_JIT_VGPU_ARCH=%{arch},%{arch},%{arch}
// REDEFINE: %{arch} = sm_90
// REDEFINE: %{program} = %t.nvptx
// RUN: %{run} %{program} | FileCheck %s && FileCheck %s --check-prefix=COLD --input-file=%t.json
// RUN: %{run} %{program} | FileCheck %s && FileCheck %s --check-prefix=WARM --input-file=%t.json
// RUN: %{run} OMP_JIT_SPECIALIZE=none OMP_JIT_CACHE=memory %{program} | FileCheck %s
// REDEFINE: %{arch} = gfx90a
// REDEFINE: %{program} = %t.amdgcn
// RUN: %{run} %{program} | FileCheck %s && FileCheck %s --check-prefix=COLD --input-file=%t.json
// RUN: %{run} OMP_JIT_SPECIALIZE=none OMP_JIT_CACHE=memory %{program} | FileCheck %s
//
// The numbers of the three devices, two sizes of memory, and a kernel that asks for nothing.
// COLD: "compiles": 6,
// WARM: "compiles": 0,
// CHECK: device 0 of 3
// CHECK-NEXT: device 1 of 3
// CHECK-NEXT: device 2 of 3
// CHECK-NEXT: 7 7 7
// CHECK-NEXT: dynamic memory: no yes no yes

#include <cstdio>
#include <omp.h>

static void who(int Device) {
  int Number = -1, Count = -1;
#pragma omp target map(from : Number, Count) device(Device)
  {
    Number = omp_get_device_num();
    Count = omp_get_num_devices();
  }
  std::printf("device %d of %d\n", Number, Count);
}

static int plain(int Device) {
  int Result = 0;
#pragma omp target map(from : Result) device(Device)
  Result = 7;
  return Result;
}

static const char *hasMemory(int Bytes) {
  bool Has = false;
#pragma omp target teams num_teams(1) map(from : Has) ompx_dyn_cgroup_mem(Bytes)
  Has = llvm_omp_target_dynamic_shared_alloc() != nullptr;
  return Has ? "yes" : "no";
}

int main() {
  for (int Device = 0; Device < 3; ++Device)
    who(Device);
  std::printf("%d %d %d\n", plain(0), plain(1), plain(2));
  const char *Before = hasMemory(0), *With = hasMemory(64);
  std::printf("dynamic memory: %s %s %s %s\n", Before, With, hasMemory(0),
              hasMemory(64));
}
