//===- Flatten.h - One address space --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_FLATTEN_H
#define OMPJIT_LLVM_VIRTUALGPU_FLATTEN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace ompjit::virtualgpu {

struct FlatModule {
  std::unique_ptr<llvm::Module> M;
  /// Variables of the new module that each block has its own copy of.
  llvm::SmallVector<llvm::GlobalVariable *> Shared;
  llvm::SmallVector<llvm::Function *> Kernels;
};

/// Returns a copy of \p M for the processor in which all pointers are in
/// address space 0. Calling conventions and scopes of atomics are the
/// processor's; intrinsics of the GPU stay.
llvm::Expected<FlatModule> flatten(llvm::Module &M,
                                   const llvm::TargetMachine &Processor);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_FLATTEN_H
