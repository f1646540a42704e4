//===- Guard.h - A failure of LLVM does not end the program ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process when it meets what it cannot handle, and may crash or
// never come to an end. The compile service lives in the user's program, where
// that must not happen. runGuarded does its work on a thread of its own, with a
// stack that is large enough for LLVM whatever the caller's is, and comes back
// also then:
//
//   - After a fatal error that LLVM reported, what the work held is lost and
//     nothing else; further work is done.
//   - After a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, also a
//     stack overflow) on that thread, or when no memory was left, it may hold
//     any lock, and what LLVM's global state is worth is not known. The thread
//     stays as it is, and no further work is done in this process: it might
//     wait for such a lock for ever. What other threads are about to make
//     should not outlive the process: see hasCrashed().
//   - After the time limit the thread is left to itself, at the lowest
//     priority: there is no safe way to end it. All that the work uses must
//     stay for ever, so that it should own that. A child that is forked then
//     finds LLVM in the middle of something, and does no more work.
//
// Where the process gets no more threads, the work has a stack of its own on
// the caller's, and no time limit. After a crash that thread goes on, as it is
// the program's, with the locks that it may hold.
//
// The program's signal handlers are replaced only while work is being done.
// Signals that concern other threads still reach them. The thread itself takes
// none of the program's other signals, and has neither the floating-point
// environment nor the locale of the one that waits.
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

/// Why work did not come to its end.
struct Interruption {
  std::string Why;
  bool GoesOn = false; ///< It was left to itself.
};

/// Runs \p Work and waits for it, no longer than \p Limit, where 0 is no limit.
/// Returns nothing if it came to its end. Objects on the stack of work that did
/// not come to its end are not destroyed.
std::optional<Interruption> runGuarded(std::function<void()> Work,
                                       std::chrono::milliseconds Limit = {});

/// Whether work of this process has crashed.
bool hasCrashed();

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_GUARD_H
