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

#include <chrono>
#include <cstdio>
#include <unistd.h>

/// The virtual GPU's code reads this.
const ompjit::vgpu::Family ompjit::vgpu::FamilyOfPlugin =
    ompjit::vgpu::Family::Nvptx;

namespace ompjit::standin {

Gpu::Gpu(int Ordinal, int Model)
    : Ordinal(Ordinal), Is(*findModel(Model)),
      Virtual(Ordinal, Is.Name, Settings::get().Gpu) {}

void Recording::finish() {
  std::lock_guard Lock(Mutex);
  WhenNs =
      uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
  Over.notify_all();
}

void Recording::wait() {
  std::unique_lock Lock(Mutex);
  Over.wait(Lock, [&] { return WhenNs != 0; });
}

uint64_t Recording::whenNs() {
  std::lock_guard Lock(Mutex);
  return WhenNs;
}

Machine &Machine::get() {
  static Machine *const Only = new Machine;
  return *Only;
}

void Machine::initialise() {
  if (InitialisedBy)
    return;
  InitialisedBy = getpid();
  for (int Number : Settings::get().Models)
    if (findModel(Number))
      Gpus.push_back(std::make_unique<Gpu>(int(Gpus.size()), Number));
    else
      violation("OMPJIT_STANDIN_DEVICES: the stand-in does not know sm_%d",
                Number);
}

Context *Machine::find(Handle Self) const {
  for (const auto &Each : Contexts)
    if (Each->Self == Self)
      return Each.get();
  return nullptr;
}

const Range *Machine::findOverlap(uintptr_t Begin, uint64_t Bytes) const {
  auto After = Ranges.lower_bound(Begin + std::max<uint64_t>(Bytes, 1));
  if (After == Ranges.begin())
    return nullptr;
  const auto &[First, What] = *std::prev(After);
  return Begin < First + What.Bytes ? &What : nullptr;
}

const Range *Machine::find(uintptr_t Begin, uint64_t Bytes) const {
  auto After = Ranges.upper_bound(Begin);
  if (After == Ranges.begin())
    return nullptr;
  const auto &[First, What] = *std::prev(After);
  const uint64_t Offset = Begin - First;
  return Offset < What.Bytes && Bytes <= What.Bytes - Offset ? &What : nullptr;
}

void Machine::add(uintptr_t Begin, uint64_t Bytes, Place Kind, Context *Of) {
  Ranges[Begin] = {Bytes, Kind, Of, ++NextRange};
}

std::string Machine::describe(uintptr_t Address) const {
  auto After = Ranges.upper_bound(Address);
  if (After == Ranges.begin())
    return "in no memory of the driver";
  const auto &[First, What] = *std::prev(After);
  const uint64_t Offset = Address - First;
  if (Offset > What.Bytes + 4096)
    return "in no memory of the driver";
  return text("at byte %llu of a range of %llu",
              static_cast<unsigned long long>(Offset),
              static_cast<unsigned long long>(What.Bytes));
}

void Machine::unload(Module &What) {
  for (uintptr_t Address : What.Asked)
    Ranges.erase(Address);
  for (uintptr_t Address : What.Memory)
    What.Of->On->Virtual.Memory.free(reinterpret_cast<void *>(Address),
                                     nullptr);
  for (auto &[Name, Self] : What.Handles)
    Functions.remove(Self);
  if (What.Lowered)
    vgpu::unloadImage(&What.Of->On->Virtual, What.Lowered);
}

namespace {

using Report = void (*)(const std::string &What);

template <typename T>
void report(const Context &Of, const Book<T> &All, const char *Kind,
            Report Tell) {
  unsigned Count = 0;
  for (const auto &[Self, Each] : All.All)
    Count += Each->Of == &Of;
  if (Count)
    Tell(text("device %d: its context goes with %u %s in it", Of.On->Ordinal,
              Count, Kind));
}

void reportMemory(const Context &Of, const std::map<uintptr_t, Range> &All,
                  Report Tell) {
  static const char *const Kinds[] = {
      "of the device", "managed", "of the host", "registered", "reserved", ""};
  for (const auto &[Begin, What] : All)
    if (What.Of == &Of && What.Kind != Place::Variable)
      Tell(text("device %d: its context goes with %llu bytes at 0x%zx in it "
                "(memory %s)",
                Of.On->Ordinal, static_cast<unsigned long long>(What.Bytes),
                size_t(Begin), Kinds[int(What.Kind)]));
}

void listLeft(const Machine &M, const Context &Of, Report Tell) {
  report(Of, M.Streams, "streams", Tell);
  report(Of, M.Events, "events", Tell);
  report(Of, M.Modules, "modules", Tell);
  report(Of, M.Linkers, "linkers", Tell);
  reportMemory(Of, M.Ranges, Tell);
}

} // namespace

void Machine::close(Context &Of) {
  // If a call was made to fail, leftovers are not the plugin's fault.
  if (!HasInjected && !Of.Sticky)
    listLeft(*this, Of,
             [](const std::string &What) { violation("%s", What.c_str()); });
}

ContextStack &contextStack() {
  static thread_local ContextStack Stack;
  return Stack;
}

namespace {

/// Runs after the program's own destructors, and the plugin's.
[[gnu::destructor]] void finish() {
  Machine &M = Machine::get();
  {
    if (M.InitialisedBy && M.InitialisedBy != getpid())
      return;
    std::lock_guard Lock(M.Mutex);
    // A program may leave what it has at its end to the system.
    for (auto &Each : M.Contexts)
      if (!Each->IsDestroyed)
        listLeft(M, *Each, [](const std::string &What) { log(What); });
    M.IsOver = true;
  }
  if (!hasViolations())
    return;
  std::fflush(nullptr);
  _exit(99);
}

} // namespace

extern "C" {

const char *ompjit_standin_emulation() {
  // The same for all of them.
  const Settings &S = Settings::get();
  Machine &M = Machine::get();
  std::lock_guard Lock(M.Mutex);
  return S.Emulates && !M.Gpus.empty() ? M.Gpus[0]->Virtual.Emulation.c_str()
                                       : nullptr;
}

const char *ompjit_standin_violation() {
  static thread_local std::string Latest;
  Latest = takeViolation();
  return Latest.c_str();
}

} // extern "C"

} // namespace ompjit::standin
