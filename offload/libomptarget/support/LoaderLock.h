//===- LoaderLock.h - Holding the dynamic linker's lock -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/Jit/ProcessLocks.h says why this lock is taken first. There is no
// function for that, but dlsym holds the lock while it calls the resolver of an
// indirect function, and the lock is recursive.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_LOADERLOCK_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_LOADERLOCK_H

#include "ompjit/Support/WorkRef.h"

namespace ompjit {

/// Calls \p Work with the lock held; it must not wait for a thread that needs
/// the lock. In a program that does not export the indirect function, such as a
/// unit test, the lock is not held.
void withLoaderLock(WorkRef Work);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_LOADERLOCK_H
