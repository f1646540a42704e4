//===- ompjit/Jit/ProcessLocks.h - The linker's lock, and fork ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that is opened or closed calls the runtime from its constructors
// and destructors, with the dynamic linker's lock held. Such a call must not
// wait for a thread that needs this lock. So work that takes long, or that
// takes locks under which it may open or close a library, is of one of two
// kinds:
//
//   withLinker     Takes the dynamic linker's lock before any lock of ours:
//                  plugins, devices and images are opened and closed here.
//                  Waits for the second kind, never the other way round.
//   withoutLinker  Never needs that lock: compiles, and waiting for the
//                  compiles of others. Any thread may wait for it.
//
// The order of locks is: the dynamic linker's, the fork gate, all others.
//
// A child of fork() has the forking thread only; work that another thread had
// begun would never end there. So a fork waits until no thread is inside of
// either kind, and none begins before the fork is over.
//
// A thread that is cancelled (pthread_cancel) inside would leave locks taken
// and others waiting for its result, so cancellation is deferred until it
// leaves.
//
// The runtime owns the only object of this class and shares it with the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_PROCESSLOCKS_H
#define OMPJIT_JIT_PROCESSLOCKS_H

#include "ompjit/Support/WorkRef.h"

#include <atomic>
#include <cassert>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <thread>
#include <utility>

namespace ompjit::jit {

class ProcessLocks {
  enum class Kind { None, WithLinker, WithoutLinker };

  class Scope {
  public:
    Scope(ProcessLocks &Locks, Kind What) : Locks(Locks) {
      ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &CancelState);
      std::lock_guard Passing(Locks.Door);
      Locks.NumInside.fetch_add(1, std::memory_order_acquire);
      Current = What;
    }
    ~Scope() {
      Current = Kind::None;
      Locks.NumInside.fetch_sub(1, std::memory_order_release);
      ::pthread_setcancelstate(CancelState, nullptr);
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    ProcessLocks &Locks;
    int CancelState = 0;
  };

public:
  /// \p LoaderLock must call its argument with the dynamic linker's lock held.
  explicit ProcessLocks(std::function<void(WorkRef)> LoaderLock)
      : LoaderLock(std::move(LoaderLock)) {}
  ProcessLocks(const ProcessLocks &) = delete;
  ProcessLocks &operator=(const ProcessLocks &) = delete;

  /// Both may be nested, except for withLinker inside of withoutLinker.
  void withLinker(WorkRef Work) {
    assert(Current != Kind::WithoutLinker &&
           "would reverse the order of locks");
    if (Current != Kind::None)
      return Work();
    LoaderLock([&] {
      Scope Here(*this, Kind::WithLinker);
      Work();
    });
  }
  void withoutLinker(WorkRef Work) {
    if (Current != Kind::None)
      return Work();
    Scope Here(*this, Kind::WithoutLinker);
    Work();
  }

  /// Makes the rest of a scope withoutLinker: for a lock that is held for a
  /// moment only, which a fork must not find taken.
  class Moment {
  public:
    explicit Moment(ProcessLocks &Locks) {
      if (Current == Kind::None)
        Here.emplace(Locks, Kind::WithoutLinker);
    }

  private:
    std::optional<Scope> Here;
  };

  /// Waits for the work that has begun. Polls, because a condition variable
  /// would remember a waiting thread in the child, too.
  void lockForFork() {
    Door.lock();
    while (NumInside.load(std::memory_order_acquire))
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  void unlockAfterFork() { Door.unlock(); }

private:
  const std::function<void(WorkRef)> LoaderLock;
  std::mutex Door;
  std::atomic<unsigned> NumInside = 0;
  /// The kind of work that the thread is inside of.
  static inline thread_local Kind Current = Kind::None;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_PROCESSLOCKS_H
