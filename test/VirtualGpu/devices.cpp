// The variables choose devices and their sizes; each sub-architecture has images of its own in the cache.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_75 -fopenmp-target-jit \
// RUN:   %s -o %t
// RUN: export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY
//
// Those of other kinds are not for the program.
// RUN: env OMP_JIT_VGPU_ARCH=sm_75,gfx90a,sm_90,sm_75 OMP_JIT_STATS=%t.json %t all \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=COLD --input-file=%t.json
// RUN: env OMP_JIT_VGPU_ARCH=sm_90,sm_75 OMP_JIT_STATS=%t.json %t all
// RUN: FileCheck %s --check-prefix=WARM --input-file=%t.json
// ALL: device 0: 5050 from 3 devices
// ALL: device 1: 5050 from 3 devices
// ALL: device 2: 5050 from 3 devices
// COLD: "compiles": 2,
// WARM: "compiles": 0,
//
// RUN: env OMP_JIT_VGPU_MEMORY=1M %t memory | FileCheck %s --check-prefix=MEMORY
// MEMORY: half a megabyte: yes, two: no
// RUN: env OMP_JIT_VGPU_MEMORY=1M not --crash %t map 2>&1 | FileCheck %s --check-prefix=MAP
// MAP: out of memory: 2097152 bytes asked for, {{[0-9]+}} of 1048576 in use
// RUN: env OMP_JIT_VGPU_SHARED=16 not --crash %t all 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: bytes of shared memory, the device has 16 (OMP_JIT_VGPU_SHARED)
//
// RUN: env OMP_JIT_VGPU_ARCH=gfx90a %t all 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: OMP_JIT_VGPU_ARCH names no GPU of the kind that the program's device code is for
// RUN: env OMP_JIT_VGPU_ARCH=sm_1 not --crash %t all 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 'sm_1' is not a CPU of the target nvptx64
// RUN: env OMP_JIT_VGPU_PROCESSORS=none %t memory 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: warning: OMP_JIT_VGPU_PROCESSORS=none is not understood and ignored; accepted: an integer from 1 to 65536
//
// A program without bitcode cannot run there.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -nogpulib \
// RUN:   -Xoffload-linker -lompdevice -foffload-lto %s -o %t.aot
// RUN: not --crash %t.aot all 2>&1 | FileCheck %s --check-prefix=AOT
// AOT: a virtual GPU runs JIT packages only (link with -fopenmp-target-jit)

#include <cstdio>
#include <cstring>
#include <omp.h>
#include <vector>

static int sumOn(int Device) {
  int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    device(Device)
  for (int I = 1; I <= 100; ++I)
    Sum += I;
  return Sum;
}

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  if (!strcmp(What, "all"))
    for (int Device = 0; Device < omp_get_num_devices(); ++Device)
      printf("device %d: %d from %d devices\n", Device, sumOn(Device),
             omp_get_num_devices());
  if (!strcmp(What, "memory")) {
    void *Half = omp_target_alloc(1 << 19, 0),
         *Two = omp_target_alloc(2 << 20, 0);
    printf("half a megabyte: %s, two: %s\n", Half ? "yes" : "no",
           Two ? "yes" : "no");
    omp_target_free(Half, 0);
  }
  if (!strcmp(What, "map")) {
    std::vector<char> Data(2 << 20);
    char *Bytes = Data.data();
#pragma omp target map(tofrom : Bytes[ : 2 << 20])
    Bytes[0] = 1;
  }
}
