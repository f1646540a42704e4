//===- Barrier.h - Barriers of parallel regions ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_BARRIER_H
#define OMPJIT_OPENMP_DEVICE_BARRIER_H

namespace ompjit::device::barrier {

/// To be called before a region in which not all threads of the block take
/// part: by all threads of the block in SPMD kernels, by the main thread in
/// others.
void prepare();

/// Waits for the threads of the innermost parallel region.
void wait();

} // namespace ompjit::device::barrier

#endif // OMPJIT_OPENMP_DEVICE_BARRIER_H
