//===- ProcessExit.h - What exit() does before all else -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exit() calls handlers in the reverse order of their registration. A library
// that a program opens late, such as a GPU's driver and the compiler that the
// driver opens at its first use, is thus gone before whatever was registered at
// the start: by then nobody may be in it.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_PROCESSEXIT_H
#define OMPJIT_SUPPORT_PROCESSEXIT_H

namespace ompjit {

/// What exit() is to call. It may be called several times, by handlers of the
/// program after it, too; it is called by the thread that ends the process, or
/// when the main thread's thread_local objects go.
void setExitWork(void (*Work)());

/// Has the work called before all handlers that are registered so far: to be
/// called whenever a library may have registered some.
void beFirstAtExit();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_PROCESSEXIT_H
