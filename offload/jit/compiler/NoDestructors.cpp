//===- NoDestructors.cpp - LLVM stays whole while the process ends --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static objects of LLVM and lld are never destroyed. The service is opened
// on the first compile, so its destructors would be the first of all that
// exit() runs: before the program's own handlers, which may offload, and while
// threads with deferred regions are compiling. Those ended in pure virtual
// calls and in crashes. The service is never closed and leaves nothing to
// flush.
//
//===----------------------------------------------------------------------===//

/// What the service's objects call instead of the C library's function.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void *),
                                                          void *, void *) {
  return 0;
}
