//===- Memory.h - Memory that threads of a team share ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_MEMORY_H
#define OMPJIT_OPENMP_DEVICE_MEMORY_H

#include <stddef.h>

namespace ompjit::device::memory {

/// To be called at the start of a kernel, on each thread that runs its code.
void begin();

/// Returns memory for the calling thread, aligned to 16 bytes; it must be
/// released in reverse order. It comes from the block's shared memory as long
/// as there is any, then from the device's heap. Ends the kernel if that is
/// used up, too.
void *allocate(size_t Bytes);
void release(void *Address, size_t Bytes);

} // namespace ompjit::device::memory

#endif // OMPJIT_OPENMP_DEVICE_MEMORY_H
