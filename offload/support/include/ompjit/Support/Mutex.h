//===- Mutex.h - Locks that clang's thread-safety analysis understands ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libstdc++'s locks carry no annotations. With these, data says which mutex
// guards it, and forgetting to lock is a compile error. Other compilers see
// plain locks.
//
// The analysis does not look into lambdas, so conditions are waited for in a
// loop:
//
//   MutexLock Lock(Guard);
//   while (Queue.empty())
//     Arrived.wait(Guard);
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_MUTEX_H
#define OMPJIT_SUPPORT_MUTEX_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define OMPJIT_ANNOTATE(X) __attribute__((X))
#else
#define OMPJIT_ANNOTATE(X)
#endif

#define OMPJIT_GUARDED_BY(M) OMPJIT_ANNOTATE(guarded_by(M))
#define OMPJIT_REQUIRES(M) OMPJIT_ANNOTATE(requires_capability(M))
#define OMPJIT_REQUIRES_SHARED(M) OMPJIT_ANNOTATE(requires_shared_capability(M))
#define OMPJIT_EXCLUDES(M) OMPJIT_ANNOTATE(locks_excluded(M))
#define OMPJIT_NO_ANALYSIS OMPJIT_ANNOTATE(no_thread_safety_analysis)

namespace ompjit {

/// Keeps the call before it from being a function's jump to another library.
/// ThreadSanitizer does not look at locks of a library that the program is not
/// responsible for, and knows the library by where the call returns to: of a
/// handler that ends by a jump it saw the lock's end alone.
inline void staysInFunction() { asm volatile(""); }

class OMPJIT_ANNOTATE(capability("mutex")) Mutex {
public:
  void lock() OMPJIT_ANNOTATE(acquire_capability()) { Native.lock(); }
  void unlock() OMPJIT_ANNOTATE(release_capability()) {
    Native.unlock();
    staysInFunction();
  }
  bool tryLock() OMPJIT_ANNOTATE(try_acquire_capability(true)) {
    return Native.try_lock();
  }

private:
  friend class ConditionVariable;
  std::mutex Native;
};

/// Holds a mutex for a scope, except between unlock() and lock().
class OMPJIT_ANNOTATE(scoped_lockable) MutexLock {
public:
  explicit MutexLock(Mutex &M) OMPJIT_ANNOTATE(acquire_capability(M)) : M(M) {
    M.lock();
  }
  ~MutexLock() OMPJIT_ANNOTATE(release_capability()) {
    if (IsHeld)
      M.unlock();
  }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

  void unlock() OMPJIT_ANNOTATE(release_capability()) {
    IsHeld = false;
    M.unlock();
  }
  void lock() OMPJIT_ANNOTATE(acquire_capability()) {
    M.lock();
    IsHeld = true;
  }

private:
  Mutex &M;
  bool IsHeld = true;
};

class OMPJIT_ANNOTATE(capability("mutex")) SharedMutex {
public:
  void lock() OMPJIT_ANNOTATE(acquire_capability()) { Native.lock(); }
  void unlock() OMPJIT_ANNOTATE(release_capability()) {
    Native.unlock();
    staysInFunction();
  }
  void lockShared() OMPJIT_ANNOTATE(acquire_shared_capability()) {
    Native.lock_shared();
  }
  void unlockShared() OMPJIT_ANNOTATE(release_shared_capability()) {
    Native.unlock_shared();
    staysInFunction();
  }

private:
  std::shared_mutex Native;
};

/// Holds a SharedMutex, or the like, exclusively.
template <typename Lockable> class OMPJIT_ANNOTATE(scoped_lockable) WriteLock {
public:
  explicit WriteLock(Lockable &M) OMPJIT_ANNOTATE(acquire_capability(M))
      : M(M) {
    M.lock();
  }
  ~WriteLock() OMPJIT_ANNOTATE(release_capability()) { M.unlock(); }
  WriteLock(const WriteLock &) = delete;
  WriteLock &operator=(const WriteLock &) = delete;

private:
  Lockable &M;
};

/// Holds a SharedMutex, or the like, together with other readers.
template <typename Lockable> class OMPJIT_ANNOTATE(scoped_lockable) ReadLock {
public:
  explicit ReadLock(Lockable &M) OMPJIT_ANNOTATE(acquire_shared_capability(M))
      : M(M) {
    M.lockShared();
  }
  ~ReadLock() OMPJIT_ANNOTATE(release_capability()) { M.unlockShared(); }
  ReadLock(const ReadLock &) = delete;
  ReadLock &operator=(const ReadLock &) = delete;

private:
  Lockable &M;
};

class ConditionVariable {
public:
  /// Releases the mutex while it waits; may wake spuriously.
  void wait(Mutex &M) OMPJIT_REQUIRES(M) {
    Adopted Lock(M.Native);
    Native.wait(Lock.Held);
  }
  /// The same; returns false if \p Time has passed.
  bool waitUntil(Mutex &M, std::chrono::steady_clock::time_point Time)
      OMPJIT_REQUIRES(M) {
    Adopted Lock(M.Native);
    return Native.wait_until(Lock.Held, Time) == std::cv_status::no_timeout;
  }
  void notifyOne() { Native.notify_one(); }
  void notifyAll() { Native.notify_all(); }

private:
  /// The caller's lock in the form that the C++ library needs.
  struct Adopted {
    explicit Adopted(std::mutex &M) : Held(M, std::adopt_lock) {}
    ~Adopted() { Held.release(); }
    std::unique_lock<std::mutex> Held;
  };

  std::condition_variable Native;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_MUTEX_H
