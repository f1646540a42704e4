// LIBOMPTARGET_STACK_SIZE is the stack of threads in kernels whose need the compiler
// cannot count; what a block cannot have is an error.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 --offload-arch=gfx90a %s -o %t
// DEFINE: %{set} =
// DEFINE: %{run} = env OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=gfx90a LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=1 %{set} %standin %t
// RUN: %{run} | FileCheck %s --check-prefix=USUAL
// USUAL: counted: {{[0-9]?[0-9]?[0-9]?[0-9]}} bytes
// USUAL: recursive: 16384 bytes
// REDEFINE: %{set} = LIBOMPTARGET_STACK_SIZE=40000
// RUN: %{run} | FileCheck %s --check-prefix=MORE
// MORE: counted: {{[0-9]?[0-9]?[0-9]?[0-9]}} bytes
// MORE: recursive: 40000 bytes
// REDEFINE: %{set} = LIBOMPTARGET_STACK_SIZE=10000000
// RUN: %{run} | FileCheck %s --check-prefix=MOST
// MOST: counted: {{[0-9]?[0-9]?[0-9]?[0-9]}} bytes
// MOST: recursive: 131072 bytes
//
// REDEFINE: %{set} = LIBOMPTARGET_SHARED_MEMORY_SIZE=70000 not --crash
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: omptarget: error OT{{.*}}: a block of the kernel __omp_offloading_{{.*}} needs {{[0-9]+}} bytes of shared memory, GPU 0 has 65536

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <omp.h>

#pragma omp begin declare target
/// The optimiser does not make a loop of it.
__attribute__((noinline)) int depth(int Levels) {
  volatile int Kept[16] = {};
  Kept[Levels % 16] = Levels;
  return Levels > 0 ? depth(Levels - 1) + Kept[Levels % 16] : 0;
}
#pragma omp end declare target

/// Of a queue, as the runtime has them.
struct Queue {
  uint32_t Type, Features;
  const char *Packets;
  uint64_t Doorbell;
  uint32_t Size;
};

/// Of the latest kernel in the queue: packets keep all but their header.
static uint32_t stackBytes(const Queue *Of) {
  uint32_t Found = 0;
  for (uint32_t I = 0; I < Of->Size; ++I) {
    const char *Packet = Of->Packets + I * 64;
    uint16_t Dimensions;
    std::memcpy(&Dimensions, Packet + 2, sizeof(Dimensions));
    if (Dimensions)
      std::memcpy(&Found, Packet + 24, sizeof(Found));
  }
  return Found;
}

int main() {
  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object)
  const auto *Shown = static_cast<const Queue *>(
      omp_get_interop_ptr(Object, omp_ipr_targetsync, nullptr));
  int Value = 1;
#pragma omp target map(tofrom : Value)
  Value = 3;
  std::printf("counted: %u bytes\n", stackBytes(Shown));
#pragma omp target map(tofrom : Value)
  Value = depth(Value);
  std::printf("recursive: %u bytes\n", stackBytes(Shown));
#pragma omp interop destroy(Object)
}
