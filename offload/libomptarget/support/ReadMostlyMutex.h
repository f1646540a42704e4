//===- ReadMostlyMutex.h - A lock that is cheap for readers ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a table that every launch reads and few constructs change. A reader
// counts itself in its thread's own cache line, so that readers on different
// cores do not slow each other down; with a plain mutex two threads launched
// fewer kernels than one. A writer keeps new readers out and waits for those
// inside, so readers must not block.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_READMOSTLYMUTEX_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_READMOSTLYMUTEX_H

#include "ThreadSlot.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ompjit {

class OMPJIT_ANNOTATE(capability("mutex")) ReadMostlyMutex {
public:
  void lock() OMPJIT_ANNOTATE(acquire_capability()) {
    Writers.lock();
    // Sequentially consistent with the readers' counts: either a reader sees
    // the writer, or the writer sees the reader.
    HasWriter.store(true, std::memory_order_seq_cst);
    for (const SlotCounter::Line &Each : Readers.lines())
      while (Each.Count.load(std::memory_order_seq_cst))
        std::this_thread::yield();
  }
  void unlock() OMPJIT_ANNOTATE(release_capability()) {
    HasWriter.store(false, std::memory_order_release);
    Writers.unlock();
  }

  void lockShared() OMPJIT_ANNOTATE(acquire_shared_capability()) {
    std::atomic<uint32_t> &Mine = Readers.mine();
    Mine.fetch_add(1, std::memory_order_seq_cst);
    if (!HasWriter.load(std::memory_order_seq_cst)) [[likely]]
      return;
    Mine.fetch_sub(1, std::memory_order_release);
    // While this is held, no writer is inside, and the next one sees the count.
    std::lock_guard Behind(Writers);
    Mine.fetch_add(1, std::memory_order_seq_cst);
  }
  void unlockShared() OMPJIT_ANNOTATE(release_shared_capability()) {
    Readers.mine().fetch_sub(1, std::memory_order_release);
  }

private:
  std::mutex Writers;
  std::atomic<bool> HasWriter = false;
  SlotCounter Readers;
};

/// A condition that writers wait for. Its functions require the mutex.
class ReadMostlyCondition {
public:
  /// Releases the mutex while it waits; may wake spuriously.
  void wait(ReadMostlyMutex &M) OMPJIT_REQUIRES(M) {
    ++NumWaiting;
    Native.wait(M);
    --NumWaiting;
  }
  /// Costs nothing if nobody waits.
  void notifyAll() {
    if (NumWaiting)
      Native.notify_all();
  }

private:
  std::condition_variable_any Native;
  unsigned NumWaiting = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_READMOSTLYMUTEX_H
