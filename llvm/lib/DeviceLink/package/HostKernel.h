//===- HostKernel.h - A kernel for a processor ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of the host share the blocks of a grid, and run the threads of a
// block one after the other, as a loop that can be vectorised.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_HOSTKERNEL_H
#define OMPJIT_DEVICELINK_HOSTKERNEL_H

#include "KernelWords.h"

namespace ompjit::devicelink {

/// The last words of a kernel: the numbers of blocks, and the sizes of blocks.
constexpr size_t NumExtents = 6;

/// Writes \p Kernel, a declaration whose parameters are the launch environment,
/// the words of \p Parameters and the extents. \p Body takes the parameters,
/// and the address of the grid's answers (GridIndex.h).
void writeHostKernel(llvm::Function &Kernel, llvm::Function &Body,
                     llvm::ArrayRef<Passing> Parameters);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_HOSTKERNEL_H
