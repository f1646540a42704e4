//===- SharedMemory.h - Variables of which each block has one -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_SHAREDMEMORY_H
#define OMPJIT_LLVM_VIRTUALGPU_SHAREDMEMORY_H

#include "Operations.h"
#include "Variables.h"

#include "llvm/Support/Error.h"

namespace ompjit::virtualgpu {

struct PlacedVariable {
  llvm::Constant *Record; ///< vgpu::Variable; null without \p Known.
  uint64_t Offset;
};

struct SharedMemory {
  uint32_t Bytes = 0;        ///< Without what a launch asks for.
  uint32_t PaddingBytes = 0; ///< Of these, put between variables.
  llvm::SmallVector<PlacedVariable> Variables;
};

/// Gives each variable a place in the block's shared memory and removes it.
/// Those without a size share the place behind all others, where the memory
/// begins that a launch asks for. With \p Known the variables are recorded, and
/// lie apart from each other, so that an access that misses one meets no other.
llvm::Expected<SharedMemory>
placeSharedMemory(llvm::Module &M,
                  llvm::ArrayRef<llvm::GlobalVariable *> Globals,
                  Operations &Calls, Variables *Known);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_SHAREDMEMORY_H
