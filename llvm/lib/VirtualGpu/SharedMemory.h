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

#include "llvm/Support/Error.h"

namespace ompjit::virtualgpu {

/// Gives each variable a place in the block's shared memory and removes it.
/// Those without a size share the place behind all others, where the memory
/// begins that a launch asks for. Returns the size without that.
llvm::Expected<uint32_t>
placeSharedMemory(llvm::Module &M,
                  llvm::ArrayRef<llvm::GlobalVariable *> Variables,
                  Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_SHAREDMEMORY_H
