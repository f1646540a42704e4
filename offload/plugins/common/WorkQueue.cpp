//===- WorkQueue.cpp - A queue with a thread ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/WorkQueue.h"

#include "ompjit/Plugins/AcrossForks.h"
#include "ompjit/Support/Sanitizers.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace ompjit::plugins {

using AllQueues = AcrossForks<WorkQueue>;

//===----------------------------------------------------------------------===//
// fork and exit
//===----------------------------------------------------------------------===//

/// libomp shuts down after that: it waits for the workers of a thread that has
/// ended, but not for those of a running thread. Such a worker, if it had not
/// started yet, would look itself up in a table that no longer exists.
static void endIdleThreadsAtExit() {
  static const int Registered = std::atexit([] {
    AllQueues::get().forEach([](WorkQueue &Each) { Each.endIdleThread(); });
  });
  (void)Registered;
}

void WorkQueue::loseThreads() {
  // The condition variables have records of the parent's threads, and notifying
  // or destroying them would wait for these.
  new (&Arrived) ConditionVariable;
  new (&Over) ConditionVariable;
  Thread.reset();
  if (LastOver != LastPut && !Failure) {
    Failure.emplace();
    std::snprintf(Failure->text, sizeof(Failure->text),
                  "the process was forked while work was in the queue, which "
                  "goes on in the parent only");
  }
  Waiting.clear();
  LastOver = LastPut.load();
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

namespace {

/// Keeps the program's signals away from threads that are started in its scope,
/// because the program expects them on its own threads. Signals of faults are
/// not blocked, because that would bypass the program's handlers.
class SignalShield {
public:
  SignalShield() {
    sigset_t All;
    sigfillset(&All);
    for (int Fault :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
      sigdelset(&All, Fault);
    pthread_sigmask(SIG_SETMASK, &All, &Before);
  }
  ~SignalShield() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }
  SignalShield(const SignalShield &) = delete;
  SignalShield &operator=(const SignalShield &) = delete;

private:
  sigset_t Before;
};

} // namespace

WorkQueue::WorkQueue() {
  AllQueues::get().add(this);
  endIdleThreadsAtExit();
}

WorkQueue::~WorkQueue() { AllQueues::get().remove(this); }

int WorkQueue::start(ompjit_error *Error) {
  auto Main = std::make_unique<std::function<void()>>(
      [this, Number = ++Starts] { work(Number); });
  SignalShield Shield;
  pthread_t New;
  int Failed = pthread_create(
      &New, nullptr,
      [](void *Opaque) -> void * {
        std::unique_ptr<std::function<void()>> Main(
            static_cast<std::function<void()> *>(Opaque));
        (*Main)();
        return nullptr;
      },
      Main.get());
  if (Failed) {
    if (Error)
      std::snprintf(Error->text, sizeof(Error->text),
                    "cannot start the thread of a queue: %s",
                    std::strerror(Failed));
    return 1;
  }
  (void)Main.release(); // The thread's.
  pthread_setname_np(New, "ompjit-queue");
  Thread = New;
  return 0;
}

void WorkQueue::work(uint64_t Start) {
  MutexLock Lock(Guard);
  for (;;) {
    while (!Stopping && Start == Starts && Waiting.empty())
      Arrived.wait(Guard);
    if (Start != Starts || Waiting.empty())
      return;
    Work Next = std::move(Waiting.front());
    Waiting.pop_front();
    const bool IsDropped = Failure.has_value();
    Lock.unlock();
    happensAfter(&LastPut);
    ompjit_error Reason = {};
    const int Failed = IsDropped ? 0 : Next(&Reason);
    happensBefore(&LastOver);
    // Resources of the operation must be released before others learn that it
    // is over.
    Next = nullptr;
    Lock.lock();
    // The operation forked and this is the child, whose queue goes on without
    // this thread.
    if (Start != Starts || !Thread)
      return;
    if (Failed)
      Failure = Reason;
    LastOver.fetch_add(1, std::memory_order_release);
    Over.notifyAll();
  }
}

int WorkQueue::put(Work Item, ompjit_error *Error) {
  happensBefore(&LastPut);
  AllQueues::get().adoptInChild();
  MutexLock Lock(Guard);
  if (!Thread)
    if (int Failed = start(Error))
      return Failed;
  Waiting.push_back(std::move(Item));
  LastPut.fetch_add(1, std::memory_order_release);
  Arrived.notifyOne();
  return 0;
}

int WorkQueue::synchronize(ompjit_error *Error) {
  AllQueues::get().adoptInChild();
  MutexLock Lock(Guard);
  const uint64_t Last = LastPut;
  while (LastOver < Last)
    Over.wait(Guard);
  happensAfter(&LastOver);
  if (!Failure)
    return 0;
  if (Error)
    *Error = *Failure;
  Failure.reset();
  return 1;
}

bool WorkQueue::isEmpty() const {
  const bool IsEmpty = LastOver.load(std::memory_order_acquire) ==
                       LastPut.load(std::memory_order_acquire);
  if (IsEmpty)
    happensAfter(&LastOver);
  return IsEmpty;
}

void WorkQueue::waitFor(uint64_t Number) {
  if (LastOver.load(std::memory_order_acquire) < Number) {
    AllQueues::get().adoptInChild();
    MutexLock Lock(Guard);
    while (LastOver < Number)
      Over.wait(Guard);
  }
  happensAfter(&LastOver);
}

void WorkQueue::stop() {
  AllQueues::get().adoptInChild();
  std::optional<pthread_t> Last;
  {
    MutexLock Lock(Guard);
    Stopping = true;
    Last = Thread;
    Arrived.notifyOne();
  }
  if (Last)
    pthread_join(*Last, nullptr);
}

void WorkQueue::endIdleThread() {
  std::optional<pthread_t> Last;
  {
    MutexLock Lock(Guard);
    // The thread of a queue that is stopped is joined by who stops it, and its
    // id may be another thread's by now.
    if (!Thread || Stopping || LastOver != LastPut)
      return;
    Last = std::exchange(Thread, std::nullopt);
    ++Starts;
    Arrived.notifyAll();
  }
  pthread_join(*Last, nullptr);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void WorkEvent::record(const std::shared_ptr<WorkQueue> &Queue) {
  Place New = {Queue, Queue ? Queue->lastPut() : 0};
  // A lock of its own would also have to be taken before a fork, and this one
  // is held too briefly to matter. Swapped, so that the old queue is destroyed
  // outside of the lock.
  MutexLock Lock(AllQueues::get().AllMutex);
  std::swap(Recorded, New);
}

WorkEvent::Place WorkEvent::place() const {
  MutexLock Lock(AllQueues::get().AllMutex);
  return Recorded;
}

} // namespace ompjit::plugins
