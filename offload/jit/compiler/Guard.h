//===- Guard.h - A failure of LLVM does not end the program ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process when it meets what it cannot handle, and may crash. The
// compile service lives in the user's program, where that must not happen.
// runGuarded does its work on a thread of its own, with a stack that is large
// enough for LLVM whatever the caller's is, and comes back also then:
//
//   - After a fatal error that LLVM reported, what the work held is lost and
//     nothing else; further work is done.
//   - After a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, also a
//     stack overflow) on that thread, what LLVM's global state is worth is not
//     known, so that further work is refused. A crash inside the allocator may
//     leave its lock behind; that cannot be helped from here.
//
// The program's signal handlers are replaced only while work is being done.
// Signals that concern other threads still reach them. The thread itself takes
// none of the program's other signals.
//
// Used by the compile service's entry point. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_GUARD_H
#define OMPJIT_COMPILER_GUARD_H

#include <functional>
#include <optional>
#include <string>

namespace ompjit::jit {

/// Runs \p Work and waits for it. Returns nothing if it came to its end, or why
/// it did not. Objects on the stack of work that did not come to its end are
/// not destroyed.
std::optional<std::string> runGuarded(const std::function<void()> &Work);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_GUARD_H
