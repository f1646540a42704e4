//===- ThreadId.h - Who the calling thread is ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Thread-safe, also in children of a fork.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_THREADID_H
#define OMPJIT_SUPPORT_THREADID_H

#include <unistd.h>

namespace ompjit {

/// The system's numbers.
struct ThreadId {
  pid_t Process, Thread;
};

/// Returns the numbers of the calling thread. Asks the system once for each
/// thread, and again in the child of a fork: two system calls take as long as a
/// short event of a trace.
ThreadId currentThread();

/// The process of currentThread().
pid_t currentProcess();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_THREADID_H
