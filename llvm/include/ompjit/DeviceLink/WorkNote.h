//===- ompjit/DeviceLink/WorkNote.h - The file that is being read ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers and its optimiser trust what compilers write: a damaged file
// can end them in a crash, or keep them busy for ever. Who reads a file leaves
// a note meanwhile, in the thread that does it, so that a handler of signals
// can say which file it was; the linker wrapper has one (CrashGuard.h). The
// device link leaves notes and looks at none.
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
  /// \p File is the name for messages, "a.o" or "liba.a(b.o)", and has to stay.
  WorkNote(llvm::StringRef File, uint64_t SizeBytes);
  ~WorkNote();
  WorkNote(const WorkNote &) = delete;
  WorkNote &operator=(const WorkNote &) = delete;

  /// The calling thread's innermost note, or null. May be called in a handler
  /// of signals.
  static const WorkNote *current();

  llvm::StringRef file() const { return File; }
  uint64_t sizeBytes() const { return SizeBytes; }
  /// No other note of the thread has it.
  uint64_t number() const { return Number; }

private:
  const llvm::StringRef File;
  const uint64_t SizeBytes;
  const uint64_t Number;
  const WorkNote *const Outer;
};

/// A stack for handlers of signals of the calling thread: where its own has
/// overflowed they have no other. Stays until the thread ends.
void provideSignalStack();

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_WORKNOTE_H
