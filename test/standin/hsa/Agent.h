//===- Agent.h - Agents, their memory, signals and copies -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_AGENT_H
#define OMPJIT_STANDIN_HSA_AGENT_H

#include "Abi.h"
#include "Model.h"
#include "vgpu/Device.h"

#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <vector>

namespace ompjit::standin {

struct Agent;
struct Queue;

struct Pool {
  uint64_t Self;
  Agent *Of;
  Segment Kind;
  uint32_t Flags;
  uint64_t Bytes, MaxBytes; ///< MaxBytes is the limit of a process.

  bool canAllocate() const { return Kind == SegmentGlobal; }
};

struct Signal {
  uint64_t Self = 0;
  int64_t Value = 0;
  Queue *Rings = nullptr;  ///< The queue whose doorbell it is.
  unsigned NumWaiting = 0; ///< Threads of the program that wait for it.
  /// For the latest packet that completed with it, if its queue is profiled.
  const Agent *TimedOn = nullptr;
  DispatchTime Time = {};
  std::condition_variable Changed;
};

struct Copy {
  void *To;
  const void *From;
  size_t Bytes;
  Agent *ToAgent, *FromAgent;
  std::vector<std::shared_ptr<Signal>> Needs;
  std::shared_ptr<Signal> Completion;

  bool isReady() const;
};

struct Agent {
  /// Makes the processor's agent.
  explicit Agent(uint64_t Self);
  Agent(uint64_t Self, uint64_t Isa, int Ordinal, const Model &Is);

  bool isGpu() const { return Is != nullptr; }
  void addPool(uint64_t Self, Segment Kind, uint32_t Flags, uint64_t Bytes);

  const uint64_t Self, Isa;
  const int Ordinal; ///< Of the GPUs.
  const Model *const Is;
  std::unique_ptr<ompjit_device> Virtual;
  std::list<Pool> Pools;
  unsigned NumQueues = 0;
  uint64_t PhysicalBytes = 0;                ///< For reserved addresses.
  std::map<uintptr_t, uint64_t> LockedPages; ///< Those that the virtual GPU
                                             ///< knows.
  /// The copies in its engine that are not over, in the order of the calls.
  std::list<std::shared_ptr<Copy>> Copies;
  std::condition_variable CopiesChanged;
  bool HasEngine = false;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_AGENT_H
