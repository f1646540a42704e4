//===- Guard.cpp - Objects inside of functions are made once --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One lane of a warp tries for all that are here together: where lanes run in
// lock-step they must not wait for each other. Those that have not won go on,
// and meet the winner after it made the object.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

namespace {

/// The compiler looks at the first byte itself.
enum : uint32_t { Untouched = 0, Done = 1, InProgress = 0x100 };

uint32_t *stateOf(OMPJIT_GLOBAL uint64_t *Guard) {
  return reinterpret_cast<uint32_t *>((uint64_t *)Guard);
}

} // namespace

/// \returns 1 to who shall make the object.
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
