// Interop objects hold the runtime's handles: the agent, and a queue into which the
// program may put packets of its own.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t -ldl
// RUN: env OMPJIT_STANDIN_DEVICES=gfx90a,gfx942 %standin %t | FileCheck %s
// CHECK: device 1 of amd by hsa
// CHECK: the agent is a gfx942
// CHECK: the first is a gfx90a, and has no queue
// CHECK: no context: 1
// CHECK: the queue has 512 packets and takes dispatches: 1
// CHECK: the packet is over: 0
// CHECK: 65 66

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>

namespace {

// As a library for HSA has them.
struct Handle {
  uint64_t Value;
};
struct Queue {
  uint32_t Type, Features;
  void *Packets;
  Handle Doorbell;
  uint32_t Size, Reserved;
  uint64_t Id;
};
struct BarrierPacket {
  uint16_t Header, Reserved0;
  uint32_t Reserved1;
  Handle Needs[5];
  uint64_t Reserved2;
  Handle Completion;
};
static_assert(sizeof(BarrierPacket) == 64);

template <typename Function> void find(Function *&Found, const char *Name) {
  static void *const Runtime = dlopen("libhsa-runtime64.so.1", RTLD_NOW);
  Found = reinterpret_cast<Function *>(dlsym(Runtime, Name));
}

int (*AgentGetInfo)(Handle, int, void *);
int (*SignalCreate)(int64_t, uint32_t, const Handle *, Handle *);
int (*SignalDestroy)(Handle);
void (*SignalStore)(Handle, int64_t);
int64_t (*SignalWait)(Handle, int, int64_t, uint64_t, int);
uint64_t (*AddWriteIndex)(const Queue *, uint64_t);

/// Puts in a barrier packet and waits for it.
int64_t useQueue(const Queue *Into) {
  Handle Mark;
  SignalCreate(1, 0, nullptr, &Mark);
  BarrierPacket Packet = {};
  Packet.Completion = Mark;
  const uint64_t Index = AddWriteIndex(Into, 1);
  auto *Place =
      static_cast<BarrierPacket *>(Into->Packets) + Index % Into->Size;
  memcpy(reinterpret_cast<char *>(Place) + 4,
         reinterpret_cast<char *>(&Packet) + 4, sizeof(Packet) - 4);
  constexpr uint32_t Header = 3 | 1 << 8 | 2 << 9 | 2 << 11;
  __atomic_store_n(reinterpret_cast<uint32_t *>(Place), Header,
                   __ATOMIC_RELEASE);
  SignalStore(Into->Doorbell, int64_t(Index));
  const int64_t Left = SignalWait(Mark, 2, 1, UINT64_MAX, 0);
  SignalDestroy(Mark);
  return Left;
}

} // namespace

int main() {
  find(AgentGetInfo, "hsa_agent_get_info");
  find(SignalCreate, "hsa_signal_create");
  find(SignalDestroy, "hsa_signal_destroy");
  find(SignalStore, "hsa_signal_store_screlease");
  find(SignalWait, "hsa_signal_wait_scacquire");
  find(AddWriteIndex, "hsa_queue_add_write_index_relaxed");

  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object) device(1)
  int Failed = 0;
  printf("device %d of %s by %s\n",
         int(omp_get_interop_int(Object, omp_ipr_device_num, &Failed)),
         omp_get_interop_str(Object, omp_ipr_vendor_name, &Failed),
         omp_get_interop_str(Object, omp_ipr_fr_name, &Failed));
  char Name[64] = {};
  auto *Agent = static_cast<Handle *>(
      omp_get_interop_ptr(Object, omp_ipr_device, &Failed));
  AgentGetInfo(*Agent, 0, Name);
  printf("the agent is a %s\n", Name);

  omp_interop_t OfFirst = omp_interop_none;
#pragma omp interop init(target : OfFirst) device(0)
  Agent = static_cast<Handle *>(
      omp_get_interop_ptr(OfFirst, omp_ipr_device, &Failed));
  AgentGetInfo(*Agent, 0, Name);
  printf("the first is a %s, and has %s queue\n", Name,
         omp_get_interop_ptr(OfFirst, omp_ipr_targetsync, &Failed) ? "a"
                                                                   : "no");
#pragma omp interop destroy(OfFirst)
  printf("no context: %d\n",
         !omp_get_interop_ptr(Object, omp_ipr_device_context, &Failed));
  auto *Into = static_cast<Queue *>(
      omp_get_interop_ptr(Object, omp_ipr_targetsync, &Failed));
  printf("the queue has %u packets and takes dispatches: %d\n", Into->Size,
         Into->Features & 1);

  // The program's packets go among ours, which may be in the same queue.
  auto *Memory = static_cast<char *>(omp_target_alloc(2, 1));
  char Bytes[2] = {65, 65};
  omp_target_memcpy(Memory, Bytes, 2, 0, 0, 1, omp_get_initial_device());
  int64_t Left = 0;
  for (int I = 0; I < 5; ++I)
    Left += useQueue(Into);
  printf("the packet is over: %d\n", int(Left));
  for (int I = 0; I < 1000; ++I) {
    Left += useQueue(Into);
#pragma omp target is_device_ptr(Memory) device(1) map(to : I)
    if (I == 999)
      ++Memory[1];
  }
  if (Left)
    return 1;
  omp_target_memcpy(Bytes, Memory, 2, 0, 0, omp_get_initial_device(), 1);
  printf("%d %d\n", Bytes[0], Bytes[1]);
  omp_target_free(Memory, 1);
#pragma omp interop destroy(Object)
}
