//===- TraceBuffers.cpp - Events that are not in their file yet ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceBuffers.h"

#include "ompjit/Support/ThreadId.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

namespace ompjit {

std::atomic<TraceBuffer *> TraceBuffer::All = nullptr;
std::atomic<TraceBuffer::Writer> TraceBuffer::Write = nullptr;

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
      // A buffer that another thread is still writing stays as it is.
      if (Each->belongsTo(nullptr)) {
        if (!Each->writeFullSoon())
          continue;
        Each->writeCurrent();
      }
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

void TraceBuffer::add(std::initializer_list<std::string_view> Pieces) {
  Part &To = current();
  char *At = To.Text + To.Size.load(std::memory_order_relaxed);
  *At++ = ',';
  for (const std::string_view Each : Pieces) {
    std::memcpy(At, Each.data(), Each.size());
    At += Each.size();
  }
  *At++ = '\n';
  To.Size.store(size_t(At - To.Text), std::memory_order_release);
}

bool TraceBuffer::handOver() {
  const size_t Before = NumFull.load(std::memory_order_relaxed);
  if (Before - NumWritten.load(std::memory_order_acquire) >= NumParts - 1)
    return false;
  Parts[(Before + 1) % NumParts].Size.store(0, std::memory_order_relaxed);
  NumFull.store(Before + 1, std::memory_order_release);
  return true;
}

void TraceBuffer::writeCurrent() {
  Part &From = current();
  if (const size_t Size = From.Size.load(std::memory_order_acquire))
    Write.load()(Owner.load(), {From.Text, Size});
  From.Size.store(0, std::memory_order_release);
}

/// To be called by the writing thread only, or by a signal handler that cannot
/// wait for it any longer.
void TraceBuffer::writeFull() {
  size_t At = NumWritten.load(std::memory_order_acquire);
  for (; At != NumFull.load(std::memory_order_acquire); ++At) {
    const Part &Each = Parts[At % NumParts];
    Write.load()(Owner.load(),
                 {Each.Text, Each.Size.load(std::memory_order_relaxed)});
    NumWritten.store(At + 1, std::memory_order_release);
  }
}

/// Returns false if another thread is writing.
bool TraceBuffer::tryWriteFull() {
  pid_t Expected = 0;
  if (!WritingThread.compare_exchange_strong(Expected, currentThread().Thread))
    return false;
  writeFull();
  WritingThread.store(0);
  return true;
}

/// The same, but waits for the other thread, up to a second: it has little else
/// to do than to write, but may have to wait for a processor. Does not wait for
/// a thread that a signal has interrupted to call this.
bool TraceBuffer::writeFullSoon() {
  constexpr int Tries = 1000;
  for (int I = 0; I != Tries; ++I) {
    if (tryWriteFull())
      return true;
    if (WritingThread.load() == currentThread().Thread)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void TraceBuffer::writeAll() {
  tryWriteFull();
  writeCurrent();
}

bool TraceBuffer::belongsTo(const void *File) const {
  const void *Now = Owner.load();
  return Now && (!File || Now == File) && Process.load() == currentProcess();
}

void TraceBuffer::writeHandedOver(void *File) {
  for (TraceBuffer *Each = All.load(); Each; Each = Each->Next)
    if (Each->belongsTo(File))
      Each->tryWriteFull();
}

/// Rather writes something twice than loses it.
void TraceBuffer::flushAll(void *File) {
  for (TraceBuffer *Each = All.load(); Each; Each = Each->Next) {
    if (!Each->belongsTo(File))
      continue;
    const bool HasLock = Each->tryLock();
    if (!Each->writeFullSoon())
      Each->writeFull();
    Each->writeCurrent();
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
  if (Found->Process.load() != currentProcess()) {
    // What threads of the parent did to it when it forked will never be over.
    Found->NumFull = Found->NumWritten = 0;
    Found->WritingThread = 0;
    Found->IsLocked = false;
  }
  Found->current().Size = 0;
  Found->WrittenNs = 0;
  Found->Process = currentProcess();
  Found->Owner = File;
  return Found;
}

TraceBuffer *TraceBuffer::lock(void *File, Writer Work) {
  if (OfThread.IsOver)
    return nullptr;
  Write.store(Work, std::memory_order_relaxed);
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
