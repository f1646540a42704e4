//===- LoaderLock.h - The dynamic linker's lock comes first ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library that is opened or closed calls the runtime from its constructors
// and destructors, with the dynamic linker's lock held; then the runtime takes
// locks of its own. Loading an image goes the other way round: it holds a lock
// of the runtime and has the dynamic linker open something. Two threads that
// come from both sides would wait for each other for ever, and did. So whoever
// may open or close something under a lock takes the dynamic linker's first.
//
// There is no function for that. But dlsym holds the lock while it calls the
// resolver of an indirect function, and the lock is recursive.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_LOADERLOCK_H
#define OMPJIT_LIBOMPTARGET_LOADERLOCK_H

#include <functional>

namespace ompjit {

/// Calls \p Work with the lock held; it must not wait for another thread. In a
/// program that does not export the indirect function, such as a unit test, it
/// is not held.
void withLoaderLock(const std::function<void()> &Work);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_LOADERLOCK_H
