//===- ProcessExit.h - Work before all other exit handlers ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exit() calls handlers in the reverse order of their registration. So a
// library that is opened late, such as a GPU's driver or the compiler that the
// driver opens at its first use, is torn down before handlers run that were
// registered at the start: by then no thread may be inside of it.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_PROCESSEXIT_H
#define OMPJIT_SUPPORT_PROCESSEXIT_H

namespace ompjit {

/// Sets the work that exit() calls. It may be called several times, also after
/// handlers of the program; it is called by the thread that ends the process,
/// or when the main thread's thread_local objects are destroyed.
void setExitWork(void (*Work)());

/// Makes exit() call the work before all handlers that are registered so far.
/// To be called whenever a library may have registered some.
void beFirstAtExit();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_PROCESSEXIT_H
