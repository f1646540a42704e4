//===- Machine.cpp - The state of the stand-in ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "Functions.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unistd.h>

/// The virtual GPU's code reads this.
const ompjit::vgpu::Family ompjit::vgpu::FamilyOfPlugin =
    ompjit::vgpu::Family::Amdgcn;

namespace ompjit::standin {

Machine &Machine::get() {
  static Machine *const Only = new Machine;
  return *Only;
}

void Machine::initialise() {
  if (InitialisedBy)
    return;
  InitialisedBy = getpid();
  const VirtualGpuSettings &S = Settings::get().Gpu;
  constexpr uint64_t HostBytes = uint64_t(64) << 30;
  Agent &Cpu = *Agents.emplace_back(std::make_unique<Agent>(newHandle()));
  Cpu.addPool(newHandle(), SegmentGlobal, PoolFineGrained, HostBytes);
  Cpu.addPool(newHandle(), SegmentGlobal, PoolFineGrained | PoolKernarg,
              HostBytes);
  Cpu.addPool(newHandle(), SegmentGlobal, PoolCoarseGrained, HostBytes);
  int Ordinal = 0;
  for (const std::string &Processor : Settings::get().Processors) {
    const Model *Is = findModel(Processor);
    if (!Is) {
      violation("OMPJIT_STANDIN_DEVICES: the stand-in does not know %s",
                Processor.c_str());
      continue;
    }
    const uint64_t Self = newHandle(), Isa = newHandle();
    Agent &Gpu = *Agents.emplace_back(
        std::make_unique<Agent>(Self, Isa, Ordinal++, *Is));
    Gpu.addPool(newHandle(), SegmentGlobal, PoolCoarseGrained, S.MemoryBytes);
    Gpu.addPool(newHandle(), SegmentGlobal, PoolFineGrained, S.MemoryBytes);
    Gpu.addPool(newHandle(), SegmentGroup, 0, S.SharedBytes);
  }
}

Agent *Machine::findAgent(uint64_t Self) const {
  for (const auto &Each : Agents)
    if (Each->Self == Self)
      return Each.get();
  return nullptr;
}

const Pool *Machine::findPool(uint64_t Self) const {
  for (const auto &Of : Agents)
    for (const Pool &Each : Of->Pools)
      if (Each.Self == Self)
        return &Each;
  return nullptr;
}

std::shared_ptr<Signal> Machine::createSignal(int64_t Value) {
  auto New = std::make_shared<Signal>();
  New->Value = Value;
  New->Self = Signals.add(New, newHandle());
  return New;
}

void Machine::set(Signal &Which, int64_t Value) {
  Which.Value = Value;
  Which.Changed.notify_all();
  for (const auto &Each : Agents)
    if (!Each->Copies.empty())
      Each->CopiesChanged.notify_all();
}

uint64_t now() {
  return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}

namespace {

/// Runs after the program's own destructors. Everything that a program leaves
/// to the system at its end, including queues with threads, stays as it is.
[[gnu::destructor]] void finish() {
  Machine &M = Machine::get();
  // A child of fork does not have the runtime.
  if ((M.InitialisedBy && M.InitialisedBy != getpid()) || !hasViolations())
    return;
  std::fflush(nullptr);
  _exit(99);
}

} // namespace

extern "C" {

const char *ompjit_standin_emulation() {
  // The same for all of them.
  Machine &M = Machine::get();
  std::lock_guard Lock(M.Mutex);
  if (!Settings::get().Emulates || M.Agents.size() < 2)
    return nullptr;
  return M.Agents[1]->Virtual->Emulation.c_str();
}

const char *ompjit_standin_violation() {
  static thread_local std::string Latest;
  Latest = takeViolation();
  return Latest.c_str();
}

} // extern "C"

} // namespace ompjit::standin
