//===- GatedLock.h - A lock that is never held during a fork --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_GATEDLOCK_H
#define OMPJIT_JIT_GATEDLOCK_H

#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Support/Mutex.h"

namespace ompjit::jit {

/// Holds a mutex for a scope, inside of the fork gate.
class OMPJIT_ANNOTATE(scoped_lockable) GatedLock {
public:
  GatedLock(ProcessLocks &Process, Mutex &M)
      OMPJIT_ANNOTATE(acquire_capability(M))
      : Gate(Process), M(M) {
    M.lock();
  }
  ~GatedLock() OMPJIT_ANNOTATE(release_capability()) { M.unlock(); }
  GatedLock(const GatedLock &) = delete;
  GatedLock &operator=(const GatedLock &) = delete;

private:
  const ProcessLocks::Moment Gate;
  Mutex &M;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_GATEDLOCK_H
