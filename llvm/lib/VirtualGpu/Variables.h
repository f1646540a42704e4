//===- Variables.h - Names of variables in reports ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_VARIABLES_H
#define OMPJIT_LLVM_VIRTUALGPU_VARIABLES_H

#include "Operations.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace ompjit::virtualgpu {

/// The vgpu::Variable records of a module.
class Variables {
public:
  Variables(llvm::Module &M, Operations &Calls,
            llvm::ArrayRef<llvm::GlobalVariable *> Shared);

  /// Returns null if the size of the object is not known.
  llvm::Constant *record(llvm::Value *Object);

private:
  llvm::Module &M;
  Operations &Calls;
  llvm::SmallPtrSet<const llvm::Value *, 16> Shared;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> Records;
};

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_VARIABLES_H
