//===- Mutex.h - A mutex that clang's analysis understands ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::mutex with the annotations of clang's thread-safety analysis, which the
// build treats as errors: a member marked OMPJIT_GUARDED_BY cannot be touched
// without its lock.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_MUTEX_H
#define OMPJIT_JIT_MUTEX_H

#include <mutex>

#ifdef __clang__
#define OMPJIT_ATTRIBUTE(X) __attribute__((X))
#else
#define OMPJIT_ATTRIBUTE(X)
#endif

#define OMPJIT_GUARDED_BY(M) OMPJIT_ATTRIBUTE(guarded_by(M))
#define OMPJIT_REQUIRES(M) OMPJIT_ATTRIBUTE(requires_capability(M))

namespace ompjit::jit {

class OMPJIT_ATTRIBUTE(capability("mutex")) Mutex {
public:
  void lock() OMPJIT_ATTRIBUTE(acquire_capability()) { Native.lock(); }
  void unlock() OMPJIT_ATTRIBUTE(release_capability()) { Native.unlock(); }

private:
  std::mutex Native;
};

/// Holds a mutex for a scope.
class OMPJIT_ATTRIBUTE(scoped_lockable) Locked {
public:
  explicit Locked(Mutex &M) OMPJIT_ATTRIBUTE(acquire_capability(M)) : M(M) {
    M.lock();
  }
  ~Locked() OMPJIT_ATTRIBUTE(release_capability()) { M.unlock(); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;

private:
  Mutex &M;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_MUTEX_H
