//===- HostThreads.h - Threads of regions on the host -----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_HOSTTHREADS_H
#define OMPJIT_JIT_HOSTTHREADS_H

namespace ompjit::jit {

/// Returns how many threads a region of the calling thread has on the host
/// unless it asks for another number: as libomp says, which is started if it
/// was not; without it, as many as there are processors.
unsigned hostThreads();

/// Whether those leave none of the processors idle that the process may use.
bool fillProcessors();

/// Makes threads that wait for the next region sleep at once, which they would
/// do after 200 ms: while they look for work, a compile beside them takes up to
/// 1.5 times as long, if they share a core. Does nothing if the program chose
/// how long they look. Takes some 10 us, and the next region as much more as
/// waking them takes.
void restHostThreads();

} // namespace ompjit::jit

#endif // OMPJIT_JIT_HOSTTHREADS_H
