//===- Doacross.cpp - Loops whose iterations wait for others -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a loop runs on one thread, in order, so that the iterations that an
// iteration waits for are done. This is a separate member of the library,
// because programs without such loops do not need it; see Schedule.h.
//
//===----------------------------------------------------------------------===//

#include "Abi.h"
#include "Barrier.h"
#include "Schedule.h"
#include "Team.h"

using namespace ompjit::device;

extern "C" const bool __ompjit_loops_cross = true;

/// Called before the loop requests its iterations.
OMPJIT_ENTRY void __kmpc_doacross_init(Ident *, int32_t, int32_t, void *) {
  team::setCrossing(true);
}
OMPJIT_ENTRY void __kmpc_doacross_fini(Ident *, int32_t) {
  team::setCrossing(false);
}
OMPJIT_ENTRY void __kmpc_doacross_post(Ident *, int32_t, const int64_t *) {}
OMPJIT_ENTRY void __kmpc_doacross_wait(Ident *, int32_t, const int64_t *) {}
