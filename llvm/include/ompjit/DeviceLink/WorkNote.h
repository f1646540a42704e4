//===- ompjit/DeviceLink/WorkNote.h - The file that is being read ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers and its optimiser trust what compilers write: a damaged file
// can crash them or keep them busy for ever. A thread that reads a file leaves
// a note meanwhile, so that a signal handler, such as the linker wrapper's
// (CrashGuard.h), can say which file it was. The device link writes notes and
// does not read them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_WORKNOTE_H
#define OMPJIT_DEVICELINK_WORKNOTE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ompjit::devicelink {

/// Notes of a thread nest: they end in the reverse order.
class WorkNote {
public:
  /// \p File is the name for messages, "a.o" or "liba.a(b.o)", and must outlive
  /// the note.
  WorkNote(llvm::StringRef File, uint64_t SizeBytes);
  ~WorkNote();
  WorkNote(const WorkNote &) = delete;
  WorkNote &operator=(const WorkNote &) = delete;

  /// Returns the calling thread's innermost note, or null. May be called in
  /// signal handlers.
  static const WorkNote *current();

  llvm::StringRef file() const { return File; }
  uint64_t sizeBytes() const { return SizeBytes; }
  /// Unique among the notes of the thread.
  uint64_t number() const { return Number; }

private:
  const llvm::StringRef File;
  const uint64_t SizeBytes;
  const uint64_t Number;
  const WorkNote *const Outer;
};

/// Gives the calling thread a stack for signal handlers, which need one if the
/// thread's own has overflowed. It stays until the thread ends.
void provideSignalStack();

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_WORKNOTE_H
