//===- Guard.h - A failure of LLVM does not end the program ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process if it finds something that it cannot handle, and may
// crash or never end. The compile service is part of the user's program, where
// that must not happen. runGuarded does its work on a thread of its own, with a
// stack that is large enough for LLVM, whatever the size of the caller's, and
// returns even then:
//
//   - After a fatal error that LLVM reported, only the objects of the work are
//     lost; further work is done.
//   - After a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, also a
//     stack overflow) on that thread, or when no memory was left, it may hold
//     any lock, and LLVM's global state may be invalid. The thread is stopped,
//     and no further work is done in this process: it might wait for such a
//     lock for ever. Results of other threads' work at that time should not
//     outlive the process: see hasCrashed().
//   - After the time limit the thread continues at the lowest priority, since
//     there is no safe way to end it. Everything that the work uses must stay
//     valid for ever, so the work should own it. A child that is forked then
//     finds LLVM in the middle of an operation, and does no more work.
//
// If no thread can be started, the work runs on the caller's thread, with a
// stack of its own and no time limit. After a crash that thread continues, as
// it is the program's, with the locks that it may hold.
//
// The program's signal handlers are replaced only during work. They still get
// signals that other threads raise. The thread itself takes none of the
// program's other signals, and has neither the floating-point environment nor
// the locale of the one that waits.
//
// Used by the compile service's entry point. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_GUARD_H
#define OMPJIT_COMPILER_GUARD_H

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace ompjit::jit {

/// The reason why work did not end.
struct Interruption {
  std::string Why;
  bool GoesOn = false; ///< The work continues without a waiting thread.
};

/// Runs \p Work and waits for it, no longer than \p Limit; 0 is no limit.
/// Returns nothing if it ended. Objects on the stack of interrupted work are
/// not destroyed.
std::optional<Interruption> runGuarded(std::function<void()> Work,
                                       std::chrono::milliseconds Limit = {});

/// Whether work of this process has crashed.
bool hasCrashed();

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_GUARD_H
