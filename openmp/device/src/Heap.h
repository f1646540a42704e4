//===- Heap.h - A heap where the system has none --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's driver brings malloc and free for device code; AMD's has none.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_HEAP_H
#define OMPJIT_OPENMP_DEVICE_HEAP_H

#include <stddef.h>

namespace ompjit::device::heap {

/// The heap of all teams of all kernels of an image.
inline constexpr size_t Bytes = size_t(16) << 20;

/// Aligned to 16 bytes; null where the heap is used up. Any thread may call
/// these two, lanes that diverge as well.
void *allocate(size_t Bytes);
/// What \p Address points to came from allocate, or it is null.
void release(void *Address);
/// Moves what is at \p Address, or may be null, to a block of another size.
/// \returns null, and moves nothing, where the heap is used up.
void *resize(void *Address, size_t Bytes);

} // namespace ompjit::device::heap

#endif // OMPJIT_OPENMP_DEVICE_HEAP_H
