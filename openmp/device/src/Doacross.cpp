//===- Doacross.cpp - Loops whose iterations wait for others -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a loop runs on one thread, in its order, so that what an iteration waits
// for is done. A member of the library of its own: programs without such loops
// do not ask; see Schedule.h.
//
//===----------------------------------------------------------------------===//

#include "Abi.h"
#include "Barrier.h"
#include "Schedule.h"
#include "Team.h"

using namespace ompjit::device;

extern "C" const bool __ompjit_loops_cross = true;

/// Comes before the loop asks for its iterations.
OMPJIT_ENTRY void __kmpc_doacross_init(Ident *, int32_t, int32_t, void *) {
  team::setCrossing(true);
}
OMPJIT_ENTRY void __kmpc_doacross_fini(Ident *, int32_t) {
  team::setCrossing(false);
}
OMPJIT_ENTRY void __kmpc_doacross_post(Ident *, int32_t, const int64_t *) {}
OMPJIT_ENTRY void __kmpc_doacross_wait(Ident *, int32_t, const int64_t *) {}
