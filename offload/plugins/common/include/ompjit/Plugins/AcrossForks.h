//===- AcrossForks.h - Objects with threads, in the child of a fork -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child of fork has none of the threads that belong to an object, and locks
// that other threads of the parent hold stay locked for ever. So a fork takes
// the locks of all objects first, and in the child they forget their threads.
//
// Threads: everything may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_ACROSSFORKS_H
#define OMPJIT_PLUGINS_ACROSSFORKS_H

#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/ThreadId.h"

#include <atomic>
#include <new>
#include <vector>

#include <pthread.h>

namespace ompjit::plugins {

/// All objects of a type, which are known from add() to remove(). \p T is a
/// friend with a mutex Guard, and loseThreads() that is called in the child
/// with Guard locked.
template <typename T> class AcrossForks {
public:
  /// Never destroyed, because programs also fork while they exit.
  static AcrossForks &get() {
    static AcrossForks *const Only = new AcrossForks;
    return *Only;
  }

  void add(T *New) {
    adoptInChild();
    MutexLock Lock(AllMutex);
    All.push_back(New);
  }
  void remove(T *Old) {
    adoptInChild();
    MutexLock Lock(AllMutex);
    std::erase(All, Old);
  }

  /// To be called before an object's lock is taken. A fork that had begun when
  /// the first object was made runs none of the handlers below. Its child does
  /// their work here, and forgets the objects whose locks other threads of the
  /// parent held, as nobody will use them.
  void adoptInChild() {
    if (Process != currentProcess()) [[unlikely]]
      adopt();
  }

  /// No object is removed meanwhile.
  template <typename Function> void forEach(Function Call) {
    adoptInChild();
    MutexLock Lock(AllMutex);
    for (T *Each : All)
      Call(*Each);
  }

  /// Locked during a fork, too.
  Mutex AllMutex;

private:
  AcrossForks() {
    pthread_atfork([] { get().beforeFork(); }, [] { get().inParent(); },
                   [] { get().inChild(); });
  }

  void adopt() OMPJIT_NO_ANALYSIS {
    const pid_t Self = currentProcess();
    if (Process.exchange(Self) == Self)
      return;
    if (!AllMutex.tryLock()) {
      new (&AllMutex) Mutex;
      AllMutex.lock();
    }
    std::erase_if(All, [](T *Each) OMPJIT_NO_ANALYSIS {
      if (!Each->Guard.tryLock())
        return true;
      Each->loseThreads();
      Each->Guard.unlock();
      return false;
    });
    AllMutex.unlock();
  }

  // The locks are too many for the analysis.
  void beforeFork() OMPJIT_NO_ANALYSIS {
    adoptInChild();
    AllMutex.lock();
    for (T *Each : All)
      Each->Guard.lock();
  }
  void inParent() OMPJIT_NO_ANALYSIS {
    for (T *Each : All)
      Each->Guard.unlock();
    AllMutex.unlock();
  }
  void inChild() OMPJIT_NO_ANALYSIS {
    for (T *Each : All)
      Each->loseThreads();
    inParent();
    Process = currentProcess();
  }

  /// That to which the state belongs.
  std::atomic<pid_t> Process = currentProcess();
  std::vector<T *> All OMPJIT_GUARDED_BY(AllMutex);
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_ACROSSFORKS_H
