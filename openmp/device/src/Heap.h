//===- Heap.h - A heap for systems without one ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's driver provides malloc and free for device code; AMD's does not.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_HEAP_H
#define OMPJIT_OPENMP_DEVICE_HEAP_H

#include <stddef.h>

namespace ompjit::device::heap {

/// The heap of all teams of all kernels of an image.
inline constexpr size_t Bytes = size_t(16) << 20;

/// Returns memory that is aligned to 16 bytes; null if the heap is used up. Any
/// thread may call allocate() and release(), including diverged lanes.
void *allocate(size_t Bytes);
/// Frees memory of allocate(); \p Address may be null.
void release(void *Address);
/// Moves the block at \p Address, which may be null, to a block of another
/// size. \returns null, and moves nothing, if the heap is used up.
void *resize(void *Address, size_t Bytes);

} // namespace ompjit::device::heap

#endif // OMPJIT_OPENMP_DEVICE_HEAP_H
