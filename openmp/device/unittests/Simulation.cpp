//===- Simulation.cpp - Blocks of threads on the CPU ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulation.h"

#include <algorithm>
#include <map>
#include <memory>
#include <ucontext.h>
#include <vector>

using namespace simulation;

namespace {

enum class State { Ready, AtBlock, AtThreads, AtWarp, InWarp, Ended };

struct Fiber {
  simulation::Thread Public;
  State Now = State::Ready;
  uint32_t Count = 0; ///< The number of threads to wait for.
  uint64_t Lanes = 0; ///< The lanes to wait for.
  uint64_t Value = 0; ///< The value for a warp operation.
  /// The values of all lanes of the operation.
  std::map<uint32_t, uint64_t> Brought;
  ucontext_t Context;
  std::unique_ptr<char[]> Stack;
};

constexpr size_t StackBytes = 64 * 1024;

Launch Current;
std::vector<Fiber> Fibers;
Fiber *Running;
ucontext_t Scheduler;
const std::function<void()> *Body;

void start() {
  (*Body)();
  Running->Now = State::Ended;
  swapcontext(&Running->Context, &Scheduler);
}

void wait(State For) {
  Running->Now = For;
  swapcontext(&Running->Context, &Scheduler);
}

bool release(State Of, const std::function<bool(const Fiber &)> &Which) {
  bool Any = false;
  for (Fiber &Each : Fibers)
    if (Each.Now == Of && Which(Each)) {
      Each.Now = State::Ready;
      Any = true;
    }
  return Any;
}

size_t count(State Of) {
  return size_t(std::count_if(Fibers.begin(), Fibers.end(),
                              [&](const Fiber &F) { return F.Now == Of; }));
}

bool openBarriers() {
  const size_t AtBlock = count(State::AtBlock);
  if (AtBlock && AtBlock + count(State::Ended) == Fibers.size())
    return release(State::AtBlock, [](const Fiber &) { return true; });
  const size_t AtThreads = count(State::AtThreads);
  return AtThreads && release(State::AtThreads, [&](const Fiber &F) {
           return F.Count == AtThreads;
         });
}

/// Returns whether all lanes that \p Waiting names wait with it or have ended.
bool hasAllLanes(const Fiber &Waiting) {
  const size_t First = Waiting.Public.Id / Current.WarpSize * Current.WarpSize;
  for (size_t I = 0; I < Current.WarpSize && First + I < Fibers.size(); ++I) {
    const Fiber &Other = Fibers[First + I];
    if ((Waiting.Lanes >> I & 1) && Other.Now != State::Ended &&
        (Other.Now != State::AtWarp || Other.Lanes != Waiting.Lanes))
      return false;
  }
  return true;
}

bool openWarpBarriers() {
  std::vector<Fiber *> Complete;
  for (Fiber &Each : Fibers)
    if (Each.Now == State::AtWarp && hasAllLanes(Each))
      Complete.push_back(&Each);
  for (Fiber *Each : Complete)
    Each->Now = State::Ready;
  return !Complete.empty();
}

/// Lets all lanes go on that wait for an operation of their warp. Returns
/// whether there were any.
bool openWarps() {
  bool Any = false;
  for (size_t First = 0; First < Fibers.size(); First += Current.WarpSize) {
    const size_t End = std::min(First + Current.WarpSize, Fibers.size());
    std::map<uint32_t, uint64_t> Brought;
    for (size_t I = First; I < End; ++I)
      if (Fibers[I].Now == State::InWarp)
        Brought[uint32_t(I - First)] = Fibers[I].Value;
    for (size_t I = First; I < End; ++I)
      if (Fibers[I].Now == State::InWarp) {
        Fibers[I].Brought = Brought;
        Fibers[I].Now = State::Ready;
        Any = true;
      }
  }
  return Any;
}

/// Returns whether all threads ended. Threads that only yield count as ready.
bool runBlock() {
  // A spinning thread cannot be told from a working one; so many turns are
  // enough for these tests.
  constexpr size_t MaxTurns = 20000;
  for (size_t Turn = 0; Turn < MaxTurns; ++Turn) {
    bool Ran = false;
    for (Fiber &Each : Fibers)
      if (Each.Now == State::Ready) {
        Running = &Each;
        swapcontext(&Scheduler, &Each.Context);
        Ran = true;
      }
    if (count(State::Ended) == Fibers.size())
      return true;
    // Lanes that spin may wait for lanes in a warp operation.
    const bool OpenedOperations = openWarps();
    const bool OpenedWarps = openWarpBarriers() || OpenedOperations;
    if (!openBarriers() && !OpenedWarps && !Ran)
      return false;
  }
  return false;
}

} // namespace

std::string simulation::run(const Launch &What,
                            const std::function<void()> &Kernel) {
  Current = What;
  Body = &Kernel;
  for (uint32_t Block = 0; Block < What.NumBlocks; ++Block) {
    Current.Block = Block;
    Fibers.clear();
    Fibers.resize(What.BlockSize);
    for (uint32_t I = 0; I < What.BlockSize; ++I) {
      Fiber &New = Fibers[I];
      New.Public.Id = I;
      New.Stack.reset(new char[StackBytes]);
      getcontext(&New.Context);
      New.Context.uc_stack.ss_sp = New.Stack.get();
      New.Context.uc_stack.ss_size = StackBytes;
      New.Context.uc_link = nullptr;
      makecontext(&New.Context, start, 0);
    }
    if (!runBlock())
      return "block " + std::to_string(Block) + ": " +
             std::to_string(count(State::AtBlock)) + " threads wait for the " +
             "block, " + std::to_string(count(State::AtThreads)) +
             " for some threads, " + std::to_string(count(State::Ready)) +
             " spin, " + std::to_string(count(State::Ended)) + " have ended";
  }
  return "";
}

const Launch &simulation::launch() { return Current; }
const Thread &simulation::self() { return Running->Public; }

void simulation::yield() { wait(State::Ready); }

void simulation::syncBlock() { wait(State::AtBlock); }

void simulation::syncThreads(uint32_t Count) {
  Running->Count = Count;
  wait(State::AtThreads);
}

void simulation::syncWarp(uint64_t Lanes) {
  Running->Lanes = Lanes;
  wait(State::AtWarp);
}

uint64_t simulation::shuffle(uint64_t Value, uint32_t From) {
  Running->Value = Value;
  wait(State::InWarp);
  auto Found = Running->Brought.find(From);
  return Found == Running->Brought.end() ? Value : Found->second;
}

uint64_t simulation::ballot(bool Predicate) {
  Running->Value = Predicate;
  wait(State::InWarp);
  uint64_t Lanes = 0;
  for (auto [Lane, IsSet] : Running->Brought)
    Lanes |= IsSet << Lane;
  return Lanes;
}
