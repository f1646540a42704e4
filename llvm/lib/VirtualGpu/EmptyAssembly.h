//===- EmptyAssembly.h - Assembly that only stops optimisers --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_EMPTYASSEMBLY_H
#define OMPJIT_LLVM_VIRTUALGPU_EMPTYASSEMBLY_H

#include "Intrinsics.h"

namespace ompjit::virtualgpu {

/// Lowers assembly without instructions: a value goes through a register of the
/// program's choice, or memory is read and written again. Does not handle
/// assembly in which an output has no input.
Lowered lowerEmptyAssembly(llvm::CallBase &Call, llvm::IRBuilderBase &B);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_EMPTYASSEMBLY_H
