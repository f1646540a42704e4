//===- Sanitizers.h - Programs with a sanitizer -----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that is compiled with AddressSanitizer or ThreadSanitizer runs with
// the usual libraries, which are not instrumented. The sanitizer's functions
// are in the program, and null in others.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_SANITIZERS_H
#define OMPJIT_SUPPORT_SANITIZERS_H

extern "C" {
[[gnu::weak]] void __tsan_acquire(void *);
[[gnu::weak]] void __tsan_release(void *);
[[gnu::weak]] int __asan_address_is_poisoned(const volatile void *);
}

namespace ompjit {

inline bool hasThreadSanitizer() { return __tsan_acquire && __tsan_release; }

inline bool hasAddressSanitizer() { return __asan_address_is_poisoned; }

/// Whether each block of memory should come from malloc, in its exact size: the
/// sanitizer knows the ends of such blocks, and who freed them.
inline bool hasMemoryChecks() {
  return hasAddressSanitizer() || hasThreadSanitizer();
}

/// What the thread did so far happens before what a thread does after
/// happensAfter() of the same \p Tag. For synchronisation that ThreadSanitizer
/// does not see; costs a load and a branch in other programs.
inline void happensBefore(const void *Tag) {
  if (__tsan_release)
    __tsan_release(const_cast<void *>(Tag));
}
inline void happensAfter(const void *Tag) {
  if (__tsan_acquire)
    __tsan_acquire(const_cast<void *>(Tag));
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_SANITIZERS_H
