//===- CopyPrivate.cpp - Copies of one thread's variables for all others --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that ran a `single` block publishes the addresses of its
// variables, and each of the others copies them. Our compiler passes place the
// variables where all threads can read them. With other compilers, and for
// variables of a calling function, they may be in memory that is private to a
// thread.
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Debug.h"
#include "Exit.h"
#include "Team.h"

#include <stddef.h>

using namespace ompjit::device;

namespace {

/// The addresses of the thread that ran the block. LLVM's optimiser forwards
/// stores to loads as if there were only one thread, even volatile and atomic
/// ones, but not an exchange.
OMPJIT_SHARED(uint64_t) Source;
uint64_t *source() { return (uint64_t *)&Source; }

void requireShared(void **Variables, size_t Count) {
  bool IsShared = !isPrivate(Variables);
  for (size_t I = 0; IsShared && I < Count; ++I)
    IsShared = !isPrivate(Variables[I]);
  if (!IsShared)
    fail("copyprivate of a variable in memory that no other thread can read");
}

} // namespace

/// \p Variables holds the addresses of the calling thread's variables; \p Copy
/// takes the addresses to write and those to read.
OMPJIT_ENTRY void __kmpc_copyprivate(Ident *, int32_t, size_t Bytes,
                                     void **Variables,
                                     void (*Copy)(void **, void **),
                                     int32_t HasRun) {
  debug::noteCall("__kmpc_copyprivate");
  if (team::numRunning() == 1)
    return;
  if (HasRun) {
    requireShared(Variables, Bytes / sizeof(void *));
    exchange(source(), uint64_t(uintptr_t(Variables)));
  }
  barrier::wait();
  if (!HasRun)
    Copy(Variables, reinterpret_cast<void **>(load(source())));
  barrier::wait();
}
