//===- Guard.cpp - Initialises static objects of functions ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One lane of a warp tries on behalf of all lanes that are here together,
// because lanes that run in lock-step must not wait for each other. The other
// lanes continue, and meet that one after it has made the object.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

namespace {

/// The compiler's code tests the first byte itself.
enum : uint32_t { Untouched = 0, Done = 1, InProgress = 0x100 };

uint32_t *stateOf(OMPJIT_GLOBAL uint64_t *Guard) {
  return reinterpret_cast<uint32_t *>((uint64_t *)Guard);
}

} // namespace

/// \returns 1 to the thread that has to make the object.
OMPJIT_ENTRY int
OMPJIT_LIBC(__cxa_guard_acquire)(OMPJIT_GLOBAL uint64_t *Guard) {
  if (!isFirstActiveLane())
    return 0;
  for (;;) {
    if (exchangeIf(stateOf(Guard), uint32_t(Untouched), uint32_t(InProgress)))
      return 1;
    if (load(stateOf(Guard)) == Done)
      return 0;
    pause();
  }
}

OMPJIT_ENTRY void
OMPJIT_LIBC(__cxa_guard_release)(OMPJIT_GLOBAL uint64_t *Guard) {
  store(stateOf(Guard), uint32_t(Done));
}

OMPJIT_ENTRY void
OMPJIT_LIBC(__cxa_guard_abort)(OMPJIT_GLOBAL uint64_t *Guard) {
  store(stateOf(Guard), uint32_t(Untouched));
}
