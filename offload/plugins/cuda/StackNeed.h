//===- StackNeed.h - The stack that an image's kernels ask for ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver knows how much stack a kernel needs that calls functions by name.
// A kernel that calls by a pointer, as one does that was not linked as a whole
// with the runtime, or recursively, gets the context's limit, 1 KiB, and what
// lies beyond is an illegal address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_STACKNEED_H
#define OMPJIT_PLUGINS_CUDA_STACKNEED_H

#include "ImageHeader.h"

#include <cstddef>

namespace ompjit::cuda {

/// Bytes of stack that a thread should have, as far as can be told: some levels
/// of nested regions. None if the driver knows what each kernel needs. The
/// bytes have passed readHeader.
size_t stackNeed(const void *Bytes, size_t Size, ImageKind Kind);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_STACKNEED_H
