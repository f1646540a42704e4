//===- TraceBuffers.h - Events that are not in their file yet ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The threads of a process collect events, because writing each of them would
// take longer than a short launch. A thread has a buffer for each of its files.
// Buffers are never freed: a signal handler may look at them at any time. When
// a thread ends, its buffers are written, and other threads may have them.
//
// A buffer has several parts. The thread fills one of them; those that are full
// wait to be written by whoever comes first: the file's writer thread, the
// thread itself when no part is left, or who ends the file. Only one at a time
// writes them, and nobody waits for another one, except at the end of a thread
// or of the program, and then not for long.
//
// If a signal is about to end the program, and the program has not asked for
// it, all buffers are written first. SIGKILL, _exit() and a signal that the
// program handles by ending itself lose what threads have collected since their
// last write.
//
// Private to TraceFile.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_TRACEBUFFERS_H
#define OMPJIT_SUPPORT_TRACEBUFFERS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <sys/types.h>

namespace ompjit {

class TraceBuffer {
public:
  static constexpr size_t NumParts = 8;
  static constexpr size_t PartBytes = 32 << 10;

  /// Writes lines to a file. The same function for all files.
  using Writer = void (*)(void *File, std::string_view Lines);

  /// Returns the calling thread's buffer for that file, locked; null if there
  /// is none to be had: if the thread was interrupted while it held it, or if
  /// it has too many files.
  static TraceBuffer *lock(void *File, Writer);
  void unlock() { IsLocked.store(false, std::memory_order_release); }

  /// The following are to be called with the lock.
  bool hasRoomFor(size_t Bytes) const {
    return current().Size.load(std::memory_order_relaxed) + Bytes <= PartBytes;
  }
  /// Adds a line of an event's pieces, for which there must be room.
  void add(std::initializer_list<std::string_view> Pieces);
  /// Lets somebody else write what was added so far. Returns false if no part
  /// would be left.
  bool handOver();
  /// Writes everything. If another thread is writing what was handed over, what
  /// follows may get into the file before it.
  void writeAll();

  uint64_t WrittenNs = 0; ///< When it was last written or handed over.

  /// Writes what was handed over in this process for that file.
  static void writeHandedOver(void *File);
  /// Writes all events of this process for that file, or for all files if it is
  /// null. Locks each buffer, if it can be locked soon.
  static void flushAll(void *File);
  /// Takes the buffers away from a file that is about to be destroyed.
  static void detach(void *File);

private:
  friend struct ThreadBuffers;

  struct Part {
    std::atomic<size_t> Size = 0;
    char Text[PartBytes];
  };

  static TraceBuffer *take(void *File);
  bool tryLock();
  bool belongsTo(const void *File) const;
  const Part &current() const {
    return Parts[NumFull.load(std::memory_order_relaxed) % NumParts];
  }
  Part &current() {
    return Parts[NumFull.load(std::memory_order_relaxed) % NumParts];
  }
  void writeCurrent();
  void writeFull();
  bool tryWriteFull();
  bool writeFullSoon();

  static std::atomic<TraceBuffer *> All;
  static std::atomic<Writer> Write;

  TraceBuffer *Next = nullptr;
  std::atomic<bool> IsLocked = false, IsTaken = false;
  std::atomic<void *> Owner = nullptr; ///< The file.
  std::atomic<pid_t> Process = 0;
  /// How many parts were handed over, and how many of them were written.
  std::atomic<size_t> NumFull = 0, NumWritten = 0;
  std::atomic<pid_t> WritingThread = 0; ///< That writes full parts; 0: none.
  Part Parts[NumParts];
};

/// Makes signals that end the program call \p Work first, unless the program
/// handles or ignores them. Only the first call has an effect.
void beforeFatalSignals(void (*Work)());

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEBUFFERS_H
