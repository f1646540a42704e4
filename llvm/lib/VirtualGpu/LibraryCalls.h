//===- LibraryCalls.h - Functions that a driver provides ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_LIBRARYCALLS_H
#define OMPJIT_LLVM_VIRTUALGPU_LIBRARYCALLS_H

#include "Intrinsics.h"

#include "llvm/Support/Error.h"

namespace ompjit::virtualgpu {

/// Replaces malloc, free, vprintf and __assertfail, which NVIDIA's driver has,
/// by operations of the virtual GPU. Other functions without a body must be
/// mathematical ones, which the processor's library has.
llvm::Error lowerLibraryCalls(llvm::Module &M, Operations &Calls);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_LIBRARYCALLS_H
