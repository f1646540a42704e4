//===- Barrier.cpp - Barriers of parallel regions -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regions may have any number of threads. The hardware waits for the block, or
// for whole warps; for others there is a counter.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Debug.h"

#include "Events.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

OMPJIT_SHARED(uint32_t) Arrived;
/// Goes up by one whenever all have arrived.
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
  // All of them: where lanes run in lock-step, who waited in another branch
  // might keep the last one from its own.
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

/// Explicit barriers and those of worksharing constructs.
OMPJIT_ENTRY void __kmpc_barrier(Ident *, int32_t) {
  debug::noteCall("__kmpc_barrier");
  events::wait();
  barrier::wait();
}

/// A cancelled region would leave here: the device has no cancellation.
OMPJIT_ENTRY int32_t __kmpc_cancel_barrier(Ident *, int32_t) {
  barrier::wait();
  return 0;
}

/// Put in by the optimiser: for all threads of an SPMD kernel,
OMPJIT_ENTRY void __kmpc_barrier_simple_spmd(Ident *, int32_t) {
  syncBlockAligned();
}

/// and in the workers' loop.
OMPJIT_ENTRY void __kmpc_barrier_simple_generic(Ident *, int32_t) {
  syncBlock();
}
