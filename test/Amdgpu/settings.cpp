// Each of the plugin's variables has an effect on what it asks of the runtime, and
// nothing is made before it is needed.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 -fopenmp-targets=amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t
// DEFINE: %{set} =
// DEFINE: %{what} =
// DEFINE: %{run} = rm -f %t.log; env OMPJIT_STANDIN_LOG=%t.log %{set} %standin %t %{what}
// DEFINE: %{n} = 0
// DEFINE: %{function} = hsa_queue_create
// DEFINE: %{counted} = grep -c ^%{function}\( %t.log | FileCheck %s --check-prefix=COUNT -D#N=%{n}
// COUNT: {{^}}[[#N]]{{$}}
//
// Copies need no queue of the runtime; a queue of the program's gets one when it has
// something for it.
// REDEFINE: %{what} = copies 3
// RUN: %{run} && not grep hsa_queue_create %t.log
// REDEFINE: %{what} = queues 1
// RUN: %{run} && grep hsa_queue_create %t.log | FileCheck %s --check-prefix=ONE
// ONE: hsa_queue_create({{.*}}size=512, type=0,{{.*}}) = 0x0
// ONE-NOT: hsa_queue_create
//
// Four are shared, unless the variable says otherwise.
// REDEFINE: %{what} = queues 8
// REDEFINE: %{n} = 4
// RUN: %{run} && %{counted}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=1
// REDEFINE: %{n} = 1
// RUN: %{run} && %{counted}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=7
// REDEFINE: %{n} = 7
// RUN: %{run} && %{counted}
//
// Their size is rounded up to a power of two.
// DEFINE: %{sized} = grep ^hsa_queue_create %t.log | FileCheck %s --check-prefix=SIZE -D#N=%{n}
// SIZE: size=[[#N]],
// REDEFINE: %{what} = queues 1
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=64
// REDEFINE: %{n} = 64
// RUN: %{run} && %{sized}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=1000
// REDEFINE: %{n} = 1024
// RUN: %{run} && %{sized}
// What the GPU cannot have is an error, which names the variable.
// REDEFINE: %{what} = launches 1
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=1000000 not --crash
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: omptarget: error OT{{.*}}cannot create a queue of 1048576 packets on GPU 0 (LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE): HSA_STATUS_ERROR_INVALID_ARGUMENT
//
// Signals are made when the device is opened, and more when they are needed.
// REDEFINE: %{function} = hsa_signal_create
// REDEFINE: %{what} = copies 1
// REDEFINE: %{set} =
// REDEFINE: %{n} = 64
// RUN: %{run} && %{counted}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS=100
// REDEFINE: %{n} = 100
// RUN: %{run} && %{counted}
//
// A launch uses no signal, as the packets show that are left in the queue; a wait marks
// the place.
// REDEFINE: %{what} = packets 20
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=1
// RUN: %{run} | FileCheck %s --check-prefix=PACKETS
// PACKETS: 20 kernels, 0 of them with a signal
// PACKETS: {{[1-9][0-9]*}} barriers with a signal
//
// A full queue is no trouble: packets wait for room.
// REDEFINE: %{what} = launches 500
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES=1 LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=64 LIBOMPTARGET_AMDGPU_NUM_INITIAL_HSA_SIGNALS=1 OMPJIT_STANDIN_DELAY=500
// RUN: %{run} | FileCheck %s --check-prefix=FULL
// FULL: 500 kernels ran
//
// Copies of up to a megabyte to the GPU go through a buffer, larger ones lock the
// program's memory, as do those from the GPU.
// REDEFINE: %{function} = hsa_amd_memory_lock
// REDEFINE: %{what} = copies 1
// REDEFINE: %{set} =
// REDEFINE: %{n} = 1
// RUN: %{run} && %{counted}
// REDEFINE: %{what} = copies 2
// REDEFINE: %{n} = 2
// RUN: %{run} && %{counted}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES=2097152
// REDEFINE: %{n} = 1
// RUN: %{run} && %{counted}
// REDEFINE: %{set} = LIBOMPTARGET_AMDGPU_MAX_ASYNC_COPY_BYTES=4096
// REDEFINE: %{what} = copies 1
// REDEFINE: %{n} = 2
// RUN: %{run} && %{counted}
// RUN: grep -c '^hsa_amd_memory_unlock(.*) = 0x0' %t.log | FileCheck %s --check-prefix=COUNT -D#N=2

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <vector>

/// Each interop object has a queue of its own.
static void useQueues(int Count) {
  std::vector<omp_interop_t> All(Count, omp_interop_none);
  for (omp_interop_t &Each : All) {
    omp_interop_t New = omp_interop_none;
#pragma omp interop init(targetsync : New)
    Each = New;
  }
  for (omp_interop_t Each : All) {
#pragma omp interop destroy(Each)
  }
}

/// All at once, into a queue that may be smaller.
static void launch(int Count) {
  int Sum = 0;
#pragma omp target data map(tofrom : Sum)
  {
    for (int I = 0; I < Count; ++I) {
#pragma omp target nowait map(tofrom : Sum)
#pragma omp atomic
      ++Sum;
    }
#pragma omp taskwait
  }
  std::printf("%d kernels ran\n", Sum);
}

/// Of a queue, as the runtime has them.
struct Queue {
  uint32_t Type, Features;
  const char *Packets;
  uint64_t Doorbell;
  uint32_t Size;
};

/// Packets keep all but their header when they are over. Of those of kernels,
/// the next two bytes tell the dimensions; the last eight are the signal.
static void showPackets(int Count) {
  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object)
  const auto *Shown = static_cast<const Queue *>(
      omp_get_interop_ptr(Object, omp_ipr_targetsync, nullptr));
  for (int I = 0; I < Count; ++I)
#pragma omp target
    asm volatile("");
  int Kernels[2] = {}, Barriers[2] = {};
  for (uint32_t I = 0; I < Shown->Size; ++I) {
    const char *Packet = Shown->Packets + I * 64;
    uint16_t Setup;
    uint64_t Signal;
    std::memcpy(&Setup, Packet + 2, sizeof(Setup));
    std::memcpy(&Signal, Packet + 56, sizeof(Signal));
    ++(Setup ? Kernels : Barriers)[Signal != 0];
  }
  std::printf("%d kernels, %d of them with a signal\n", Kernels[0] + Kernels[1],
              Kernels[1]);
  std::printf("%d barriers with a signal\n", Barriers[1]);
#pragma omp interop destroy(Object)
}

static void copy(int Megabytes) {
  const size_t Bytes = size_t(Megabytes) << 20;
  std::vector<char> Values(Bytes, 1);
  void *There = omp_target_alloc(Bytes, 0);
  const int Host = omp_get_initial_device();
  omp_target_memcpy(There, Values.data(), Bytes, 0, 0, 0, Host);
  omp_target_memcpy(Values.data(), There, Bytes, 0, 0, Host, 0);
  omp_target_free(There, 0);
}

int main(int, char **Arguments) {
  const char *What = Arguments[1];
  const int Count = std::atoi(Arguments[2]);
  if (!std::strcmp(What, "queues"))
    useQueues(Count);
  if (!std::strcmp(What, "launches"))
    launch(Count);
  if (!std::strcmp(What, "packets"))
    showPackets(Count);
  if (!std::strcmp(What, "copies"))
    copy(Count);
}
