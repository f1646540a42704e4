//===- ompjit/Specialize/BlockSize.h - Threads that a block may have ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU's kernel has an attribute with the maximum number of threads of its
// blocks. Code generation allocates registers by it, optimisers rely on it, and
// drivers refuse to launch larger blocks.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_BLOCKSIZE_H
#define OMPJIT_SPECIALIZE_BLOCKSIZE_H

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// Returns the maximum; 0 if only the GPU limits it.
uint32_t maxBlockSize(const llvm::Function &Kernel);

/// Sets the attribute of \p Kernel to blocks of \p Least to \p Most threads.
void setBlockSizes(llvm::Function &Kernel, uint32_t Least, uint32_t Most);

/// A block of a generic kernel has a warp for the main thread besides the
/// team's threads, and clang bounds blocks by the team's threads alone. Raises
/// these bounds, and lowers them again if a kernel has become SPMD since, or if
/// no GPU has such blocks. Asks for no more than one block at a time on a
/// multiprocessor, unless the kernel itself asks for more. Has to run before
/// code is optimised; running it again afterwards gains registers.
void fitBlockSizes(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_BLOCKSIZE_H
