//===- StackNeed.h - The stack that an image's kernels need ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver knows how much stack a kernel needs if all calls are direct and
// not recursive. A kernel with calls through pointers, such as one that was not
// linked as a whole with the runtime, or with recursion gets the context's
// limit, 1 KiB, and everything beyond is an illegal address.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_STACKNEED_H
#define OMPJIT_PLUGINS_CUDA_STACKNEED_H

#include "ImageHeader.h"

#include <cstddef>

namespace ompjit::cuda {

/// Returns an estimate of the bytes of stack that a thread should have, enough
/// for some levels of nested regions. 0 if the driver knows what each kernel
/// needs. The bytes must have passed readHeader().
size_t stackNeed(const void *Bytes, size_t Size, ImageKind Kind);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_STACKNEED_H
