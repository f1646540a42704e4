//===- TraceBuffers.cpp - Events that are not in their file yet ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceBuffers.h"

#include "ompjit/Support/ThreadId.h"

#include <csignal>
#include <cstring>
#include <thread>

namespace ompjit {

std::atomic<TraceBuffer *> TraceBuffer::All = nullptr;
std::atomic<TraceBuffer::Flusher> TraceBuffer::Flush = nullptr;

/// The buffers of a thread, which others may have when it ends.
struct ThreadBuffers {
  static constexpr size_t Limit = 4;
  TraceBuffer *Mine[Limit] = {};
  /// A destructor that runs later must not take buffers again.
  bool IsOver = false;

  ThreadBuffers() = default;
  ThreadBuffers(const ThreadBuffers &) = delete;
  ThreadBuffers &operator=(const ThreadBuffers &) = delete;
  ~ThreadBuffers() {
    IsOver = true;
    for (TraceBuffer *Each : Mine) {
      if (!Each)
        continue;
      if (Each->belongsTo(nullptr))
        TraceBuffer::Flush.load()(Each->Owner, *Each);
      Each->IsTaken.store(false, std::memory_order_release);
    }
  }
};

namespace {

thread_local ThreadBuffers OfThread;

void (*WorkOfSignals)() = nullptr;

constexpr int FatalSignals[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGHUP,  SIGILL,
                                SIGINT,  SIGQUIT, SIGSEGV, SIGTERM, SIGXCPU};

/// The disposition is the default one again when this runs.
void handleFatal(int Signal) {
  WorkOfSignals();
  std::raise(Signal);
}

} // namespace

void beforeFatalSignals(void (*Work)()) {
  static std::atomic<bool> IsDone = false;
  if (IsDone.exchange(true))
    return;
  WorkOfSignals = Work;
  struct sigaction Ours = {};
  Ours.sa_handler = handleFatal;
  Ours.sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
  for (const int Each : FatalSignals) {
    struct sigaction Theirs = {};
    if (::sigaction(Each, nullptr, &Theirs) == 0 &&
        !(Theirs.sa_flags & SA_SIGINFO) && Theirs.sa_handler == SIG_DFL)
      ::sigaction(Each, &Ours, nullptr);
  }
}

void TraceBuffer::add(std::string_view More) {
  const size_t Before = Size.load(std::memory_order_relaxed);
  std::memcpy(Text + Before, More.data(), More.size());
  Size.store(Before + More.size(), std::memory_order_release);
}

bool TraceBuffer::belongsTo(const void *File) const {
  const void *Now = Owner.load();
  return Now && (!File || Now == File) && Process.load() == currentProcess();
}

void TraceBuffer::flushAll(void *File) {
  for (TraceBuffer *Each = All.load(); Each; Each = Each->Next) {
    if (!Each->belongsTo(File))
      continue;
    const bool HasLock = Each->tryLock();
    Flush.load()(Each->Owner, *Each);
    if (HasLock)
      Each->unlock();
  }
}

/// Does not wait for long: the thread that has the lock may be the one that a
/// signal has interrupted.
bool TraceBuffer::tryLock() {
  constexpr int Tries = 1000;
  for (int I = 0; I != Tries; ++I) {
    if (!IsLocked.exchange(true, std::memory_order_acquire))
      return true;
    std::this_thread::yield();
  }
  return false;
}

/// Finds a buffer that no thread has, or makes one.
TraceBuffer *TraceBuffer::take(void *File) {
  TraceBuffer *Found = All.load();
  while (Found && Found->IsTaken.exchange(true))
    Found = Found->Next;
  if (!Found) {
    Found = new TraceBuffer;
    Found->IsTaken = true;
    Found->Next = All.load();
    while (!All.compare_exchange_weak(Found->Next, Found))
      ;
  }
  Found->Size = 0;
  Found->WrittenNs = 0;
  Found->Process = currentProcess();
  Found->Owner = File;
  return Found;
}

TraceBuffer *TraceBuffer::lock(void *File, Flusher Work) {
  if (OfThread.IsOver)
    return nullptr;
  Flush.store(Work, std::memory_order_relaxed);
  for (TraceBuffer *&Each : OfThread.Mine) {
    // The events of the parent of a fork are the parent's.
    const bool IsOurs = Each && Each->Process.load() == currentProcess();
    if (IsOurs && Each->Owner.load() == File)
      return Each->IsLocked.exchange(true, std::memory_order_acquire) ? nullptr
                                                                      : Each;
    if (IsOurs && Each->Owner.load())
      continue;
    if (Each)
      Each->IsTaken = false;
    Each = take(File);
    return Each->tryLock() ? Each : nullptr;
  }
  return nullptr;
}

void TraceBuffer::detach(void *File) {
  for (TraceBuffer *Each = All.load(); Each; Each = Each->Next) {
    void *Expected = File;
    Each->Owner.compare_exchange_strong(Expected, nullptr);
  }
}

} // namespace ompjit
