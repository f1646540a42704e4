//===- Barrier.cpp - Barriers of parallel regions -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regions may have any number of threads. The hardware can wait for the block
// or for whole warps; for other numbers there is a counter.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Debug.h"

#include "Events.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

OMPJIT_SHARED(uint32_t) Arrived;
/// Increases by one whenever all threads have arrived.
OMPJIT_SHARED(uint32_t) Round;

uint32_t *generic(InShared<uint32_t> &Variable) {
  return (uint32_t *)&Variable;
}

void count(uint32_t Size) {
  const uint32_t Mine = load(generic(Round));
  fenceBlock();
  if (add(generic(Arrived), 1u) + 1 == Size) {
    store(generic(Arrived), 0u);
    add(generic(Round), 1u);
  }
  // All threads wait here, also the last one: where lanes run in lock-step,
  // lanes waiting in another branch might keep the last one from its branch.
  while (load(generic(Round)) == Mine)
    pause();
  fenceBlock();
}

} // namespace

void barrier::prepare() {
  if (team::isMainThread()) {
    Arrived = 0;
    Round = 0;
  }
  if (team::isSpmd())
    syncBlockAligned();
}

void barrier::wait() {
  const uint32_t Size = team::numRunning();
  if (Size == 1)
    return;
  if (team::isSpmd() && Size == blockSize())
    syncBlock();
  else if (canSyncThreads(Size))
    syncThreads(Size);
  else
    count(Size);
}

/// For explicit barriers and those of worksharing constructs.
OMPJIT_ENTRY void __kmpc_barrier(Ident *, int32_t) {
  debug::noteCall("__kmpc_barrier");
  events::wait();
  barrier::wait();
}

/// A cancelled region would be left here, but the device has no cancellation.
OMPJIT_ENTRY int32_t __kmpc_cancel_barrier(Ident *, int32_t) {
  barrier::wait();
  return 0;
}

/// The optimiser adds calls of this for all threads of an SPMD kernel,
OMPJIT_ENTRY void __kmpc_barrier_simple_spmd(Ident *, int32_t) {
  syncBlockAligned();
}

/// and of this in the workers' loop.
OMPJIT_ENTRY void __kmpc_barrier_simple_generic(Ident *, int32_t) {
  syncBlock();
}
