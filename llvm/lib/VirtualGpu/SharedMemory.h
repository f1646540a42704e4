//===- SharedMemory.h - Variables with a copy for each block --------------===//
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
  uint32_t Bytes = 0;        ///< Without memory that a launch requests.
  uint32_t PaddingBytes = 0; ///< The part of these that separates variables.
  llvm::SmallVector<PlacedVariable> Variables;
};

/// Gives each variable a place in the block's shared memory and removes it.
/// Those without a size share the place behind all others, where the memory
/// that a launch requests begins. With \p Known the variables are recorded and
/// are separated by gaps, so that an access that misses one does not hit
/// another.
llvm::Expected<SharedMemory>
placeSharedMemory(llvm::Module &M,
                  llvm::ArrayRef<llvm::GlobalVariable *> Globals,
                  Operations &Calls, Variables *Known);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_SHAREDMEMORY_H
