//===- ompjit/Specialize/BlockSize.h - Threads that a block may have ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of a GPU says by an attribute how many threads its blocks have at
// the most. Code generation shares out registers by it, optimisers believe it,
// and drivers refuse to launch larger blocks.
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

/// 0: as many as the GPU can have.
uint32_t maxBlockSize(const llvm::Function &Kernel);

/// Compiles \p Kernel for blocks of so many threads.
void setBlockSizes(llvm::Function &Kernel, uint32_t Least, uint32_t Most);

/// A block of a generic kernel has a warp for the main thread besides the
/// team's threads, and clang bounds blocks by the team's threads alone. Raises
/// these bounds, and lowers them again where a kernel became SPMD since, or
/// where no GPU has such blocks. Asks for no more than one block at a time on a
/// multiprocessor, unless the kernel asks itself. To be done before code is
/// optimised; afterwards it gains registers.
void fitBlockSizes(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_BLOCKSIZE_H
