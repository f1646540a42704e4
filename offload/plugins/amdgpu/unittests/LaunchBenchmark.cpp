//===- LaunchBenchmark.cpp - Benchmarks of the host's part of launches ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This measures the plugin alone, on a runtime that has done everything as soon
// as it is asked. What remains is what the plugin adds to ringing a doorbell.
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Kernel.h"
#include "Lane.h"
#include "LoadedKernel.h"
#include "OpenDevice.h"
#include "OpenQueue.h"
#include "Queue.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <memory>

using namespace ompjit::amdgpu;

namespace {

constexpr uint32_t QueueSize = 512;

/// Returns a runtime with one queue, whose packets nobody reads.
Hsa immediateRuntime() {
  static AqlQueue Only = {
      0, 0, std::aligned_alloc(64, 64 * QueueSize), {1}, QueueSize, 0, 0};
  Hsa H;
  H.PoolAllocate = [](MemoryPool, size_t Bytes, uint32_t, void **Address) {
    *Address = std::aligned_alloc(4096, Bytes);
    return Status::Success;
  };
  H.PoolFree = [](void *Address) {
    std::free(Address);
    return Status::Success;
  };
  H.AllowAccess = [](uint32_t, const Agent *, const uint32_t *, const void *) {
    return Status::Success;
  };
  H.QueueCreate = [](Agent, uint32_t, QueueType,
                     void (*)(Status, AqlQueue *, void *), void *, uint32_t,
                     uint32_t, AqlQueue **Created) {
    *Created = &Only;
    return Status::Success;
  };
  H.QueueDestroy = [](AqlQueue *) { return Status::Success; };
  H.QueueStoreWriteIndex = [](const AqlQueue *, uint64_t Index) {
    benchmark::DoNotOptimize(Index);
  };
  H.SignalCreate = [](int64_t, uint32_t, const Agent *, SignalHandle *Created) {
    *Created = {2};
    return Status::Success;
  };
  H.SignalDestroy = [](SignalHandle) { return Status::Success; };
  H.SignalStore = [](SignalHandle, int64_t Value) {
    benchmark::DoNotOptimize(Value);
  };
  H.SignalLoad = [](SignalHandle) { return int64_t(0); };
  H.SignalWait = [](SignalHandle, Condition, int64_t, uint64_t, WaitState) {
    return int64_t(0);
  };
  return H;
}

class Machine {
public:
  Machine() : H(immediateRuntime()), Device(H, 0) {
    Device.Description.Target.Processor = "gfx90a";
    Device.Description.Limits.NumProcessors = 104;
    Device.Description.Limits.WarpSize = Device.Description.Limits.LargestWarp =
        64;
    Device.Description.Limits.ThreadsPerProcessor = 2048;
    Device.Pools.SharedBytes = 64 << 10;
    Device.PlainLaunchEnvironment = &Environment;
    Kernel.Name = "kernel";
    Kernel.Object = 1;
    Kernel.Metadata.WavefrontSize = 64;
    Kernel.Metadata.NumVgprs = 32;
    Kernel.Bounds = {3, 1, 256, 0, 0};
    Kernel.LargestBlock = 256;
    Kernel.Arguments =
        ArgumentLayout::ofWords(uint32_t(8 * (1 + Arguments.size()) + 256));
    Launch.args = Arguments.data();
    Launch.num_args = uint32_t(Arguments.size());
    Launch.trip_count = 1 << 20;
    createQueue(&Device, &Queue, nullptr);
  }
  ~Machine() {
    destroyQueue(&Device, Queue);
    Device.Lanes->closeAll();
  }

  int launch() {
    return launchKernel(&Device, Queue, &Kernel, &Launch, nullptr);
  }
  int wait() { return synchronizeQueue(&Device, Queue, nullptr); }

private:
  Hsa H;
  ompjit_device Device;
  ompjit_kernel Kernel;
  ompjit_queue *Queue = nullptr;
  uint64_t Environment = 0;
  std::array<void *, 4> Arguments = {};
  ompjit_launch Launch = {};
};

void launches(benchmark::State &State) {
  Machine M;
  for (auto _ : State)
    if (M.launch())
      State.SkipWithError("the launch failed");
}
BENCHMARK(launches);

void launchesAndWaits(benchmark::State &State) {
  Machine M;
  for (auto _ : State)
    if (M.launch() || M.wait())
      State.SkipWithError("the launch failed");
}
BENCHMARK(launchesAndWaits);

} // namespace

BENCHMARK_MAIN();
