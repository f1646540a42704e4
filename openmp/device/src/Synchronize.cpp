//===- Synchronize.cpp - Constructs that keep threads apart ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Team.h"

#include <stddef.h>

using namespace ompjit::device;

OMPJIT_ENTRY void __kmpc_flush(Ident *) { fenceDevice(); }

OMPJIT_ENTRY void __kmpc_syncwarp(uint64_t Lanes) { syncWarp(Lanes); }

OMPJIT_ENTRY int32_t __kmpc_master(Ident *, int32_t) {
  return team::threadNum() == 0;
}
OMPJIT_ENTRY void __kmpc_end_master(Ident *, int32_t) {}

OMPJIT_ENTRY int32_t __kmpc_masked(Ident *, int32_t, int32_t Filter) {
  return int32_t(team::threadNum()) == Filter;
}
OMPJIT_ENTRY void __kmpc_end_masked(Ident *, int32_t) {}

/// The compiler adds the barrier if there is one.
OMPJIT_ENTRY int32_t __kmpc_single(Ident *, int32_t) {
  return team::threadNum() == 0;
}
OMPJIT_ENTRY void __kmpc_end_single(Ident *, int32_t) {}

/// There is one \p Name, initially zero, for each name in the program. The
/// compiler makes the lanes of a warp enter one after the other.
OMPJIT_ENTRY void __kmpc_critical(Ident *, int32_t, uint32_t *Name) {
  while (!exchangeIf(Name, 0u, 1u))
    pause();
  fenceDevice();
}
OMPJIT_ENTRY void __kmpc_critical_with_hint(Ident *Location, int32_t Thread,
                                            uint32_t *Name, uint32_t) {
  __kmpc_critical(Location, Thread, Name);
}
OMPJIT_ENTRY void __kmpc_end_critical(Ident *, int32_t, uint32_t *Name) {
  fenceDevice();
  store(Name, 0u);
}

/// A loop with ordered regions has one thread; see Dispatch.cpp.
OMPJIT_ENTRY void __kmpc_ordered(Ident *, int32_t) {}
OMPJIT_ENTRY void __kmpc_end_ordered(Ident *, int32_t) {}
