//===- Mutex.h - A mutex that clang's thread-safety analysis understands --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libstdc++'s mutex carries no annotations. Data says which mutex guards it,
// and forgetting to lock is an error of compilation.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_MUTEX_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_MUTEX_H

#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define OMPJIT_ANNOTATE(X) __attribute__((X))
#else
#define OMPJIT_ANNOTATE(X)
#endif

#define OMPJIT_GUARDED_BY(M) OMPJIT_ANNOTATE(guarded_by(M))
#define OMPJIT_REQUIRES(M) OMPJIT_ANNOTATE(requires_capability(M))
#define OMPJIT_REQUIRES_SHARED(M) OMPJIT_ANNOTATE(requires_shared_capability(M))
#define OMPJIT_NO_ANALYSIS OMPJIT_ANNOTATE(no_thread_safety_analysis)
#define OMPJIT_EXCLUDES(M) OMPJIT_ANNOTATE(locks_excluded(M))

namespace ompjit {

class OMPJIT_ANNOTATE(capability("mutex")) Mutex {
public:
  void lock() OMPJIT_ANNOTATE(acquire_capability()) { Native.lock(); }
  void unlock() OMPJIT_ANNOTATE(release_capability()) { Native.unlock(); }
  bool tryLock() OMPJIT_ANNOTATE(try_acquire_capability(true)) {
    return Native.try_lock();
  }

private:
  std::mutex Native;
};

class OMPJIT_ANNOTATE(scoped_lockable) MutexLock {
public:
  explicit MutexLock(Mutex &M) OMPJIT_ANNOTATE(acquire_capability(M)) : M(M) {
    M.lock();
  }
  ~MutexLock() OMPJIT_ANNOTATE(release_capability()) { M.unlock(); }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

private:
  Mutex &M;
};

/// Waits for a change of what a Mutex guards.
/// All of it is to be called with the lock held. Telling nobody costs nothing.
class ConditionVariable {
public:
  /// Gives \p M, a Mutex or ReadMostlyMutex, up while waiting; may wake without
  /// a reason.
  template <typename AnyMutex> void wait(AnyMutex &M) OMPJIT_REQUIRES(M) {
    ++NumWaiting;
    Native.wait(M);
    --NumWaiting;
  }
  void notifyAll() {
    if (NumWaiting)
      Native.notify_all();
  }

private:
  std::condition_variable_any Native;
  unsigned NumWaiting = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_MUTEX_H
