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
#include <string_view>
#include <sys/types.h>

namespace ompjit {

class TraceBuffer {
public:
  static constexpr size_t Capacity = 32 << 10;

  /// Writes a buffer's text to its file, and clears it. The same function for
  /// all files.
  using Flusher = void (*)(void *File, TraceBuffer &);

  /// Returns the calling thread's buffer for that file, locked; null if there
  /// is none to be had: if the thread was interrupted while it held it, or if
  /// it has too many files.
  static TraceBuffer *lock(void *File, Flusher);
  void unlock() { IsLocked.store(false, std::memory_order_release); }

  std::string_view text() const { return {Text, Size.load()}; }
  bool hasRoomFor(size_t Bytes) const { return Size + Bytes <= Capacity; }
  /// To be called with the lock.
  void add(std::string_view);
  void clear() { Size.store(0, std::memory_order_release); }

  uint64_t WrittenNs = 0; ///< When it was last written.

  /// Flushes each buffer of this process with events of that file, or of all
  /// files if it is null. Locks them, if they can be locked soon.
  static void flushAll(void *File);
  /// Takes the buffers away from a file that is about to be destroyed.
  static void detach(void *File);

private:
  friend struct ThreadBuffers;

  static TraceBuffer *take(void *File);
  bool tryLock();
  bool belongsTo(const void *File) const;

  static std::atomic<TraceBuffer *> All;
  static std::atomic<Flusher> Flush;

  TraceBuffer *Next = nullptr;
  std::atomic<bool> IsLocked = false, IsTaken = false;
  std::atomic<void *> Owner = nullptr; ///< The file.
  std::atomic<pid_t> Process = 0;
  std::atomic<size_t> Size = 0;
  char Text[Capacity];
};

/// Makes signals that end the program call \p Work first, unless the program
/// handles or ignores them. Only the first call has an effect.
void beforeFatalSignals(void (*Work)());

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEBUFFERS_H
