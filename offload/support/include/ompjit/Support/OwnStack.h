//===- OwnStack.h - Work that needs a large stack -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region may be launched on a thread with the smallest possible stack, and in
// a process that can start no more threads. It must run all the same.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_OWNSTACK_H
#define OMPJIT_SUPPORT_OWNSTACK_H

#include "ompjit/Support/WorkRef.h"

#include <csignal>
#include <cstddef>

namespace ompjit {

/// Runs \p Work on the calling thread with a new stack of \p Bytes, with the
/// signal mask \p Blocked, and with cancellation disabled. Returns false if
/// there is no memory for the stack. The only exception that \p Work may throw
/// is std::bad_alloc.
bool runOnOwnStack(size_t Bytes, const sigset_t &Blocked, WorkRef Work);

/// Runs \p Work on the calling thread: on its own stack if that has \p Bytes
/// left or there is no memory for another one, otherwise on a new one as by
/// runOnOwnStack() with the thread's signal mask. Takes about a microsecond.
void runWithStack(size_t Bytes, WorkRef Work);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_OWNSTACK_H
