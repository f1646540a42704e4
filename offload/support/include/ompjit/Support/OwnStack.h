//===- OwnStack.h - Work that needs a large stack -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region may be met on a thread whose stack is as small as threads can have
// it, and in a process that gets no more threads. Neither is a reason not to
// run it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_OWNSTACK_H
#define OMPJIT_SUPPORT_OWNSTACK_H

#include "ompjit/Support/WorkRef.h"

#include <csignal>
#include <cstddef>

namespace ompjit {

/// Runs \p Work on the calling thread, with a new stack of \p Bytes, with
/// \p Blocked as its mask of signals, and not to be cancelled. False if there
/// is no memory for the stack. Of exceptions, \p Work may throw std::bad_alloc.
bool runOnOwnStack(size_t Bytes, const sigset_t &Blocked, WorkRef Work);

/// Runs \p Work on the calling thread: on its stack if that has \p Bytes left,
/// or there is no memory for another one; else on a new one, as runOnOwnStack
/// with the thread's own mask. Takes about a microsecond.
void runWithStack(size_t Bytes, WorkRef Work);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_OWNSTACK_H
