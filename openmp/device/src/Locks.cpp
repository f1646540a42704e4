//===- Locks.cpp - Locks --------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lock is one word: 0, or 1 while it is held. A nestable lock counts its
// owner's acquisitions. Lanes of a warp that runs in lock-step must not wait
// for each other, as everywhere on such GPUs.
//
//===----------------------------------------------------------------------===//

#include "Team.h"

using namespace ompjit::device;

namespace {

struct NestLock {
  uint32_t Owner; ///< 0 if it is free.
  uint32_t Depth;
};

/// Returns the number of the calling thread as an owner. Outside of parallel
/// regions all threads count as one, because the optimiser may let them run
/// code of the main thread together.
uint32_t self() {
  return blockId() * (MaxThreads + 1) +
         (team::isInActive() ? threadId() + 1 : 0) + 1;
}

} // namespace

OMPJIT_ENTRY void omp_init_lock(uint32_t *Lock) { store(Lock, 0u); }
OMPJIT_ENTRY void omp_init_lock_with_hint(uint32_t *Lock, uint32_t) {
  store(Lock, 0u);
}
OMPJIT_ENTRY void omp_destroy_lock(uint32_t *Lock) { store(Lock, 0u); }
OMPJIT_ENTRY int omp_test_lock(uint32_t *Lock) {
  return exchangeIf(Lock, 0u, 1u);
}
OMPJIT_ENTRY void omp_set_lock(uint32_t *Lock) {
  while (!omp_test_lock(Lock))
    pause();
}
OMPJIT_ENTRY void omp_unset_lock(uint32_t *Lock) { store(Lock, 0u); }

OMPJIT_ENTRY void omp_init_nest_lock(NestLock *Lock) {
  Lock->Depth = 0;
  store(&Lock->Owner, 0u);
}
OMPJIT_ENTRY void omp_init_nest_lock_with_hint(NestLock *Lock, uint32_t) {
  omp_init_nest_lock(Lock);
}
OMPJIT_ENTRY void omp_destroy_nest_lock(NestLock *Lock) {
  omp_init_nest_lock(Lock);
}
/// \returns how many times the caller holds it now, or 0 if another thread
/// does.
OMPJIT_ENTRY int omp_test_nest_lock(NestLock *Lock) {
  if (load(&Lock->Owner) != self() && !exchangeIf(&Lock->Owner, 0u, self()))
    return 0;
  return int(++Lock->Depth);
}
OMPJIT_ENTRY void omp_set_nest_lock(NestLock *Lock) {
  while (!omp_test_nest_lock(Lock))
    pause();
}
OMPJIT_ENTRY void omp_unset_nest_lock(NestLock *Lock) {
  if (--Lock->Depth == 0)
    store(&Lock->Owner, 0u);
}
