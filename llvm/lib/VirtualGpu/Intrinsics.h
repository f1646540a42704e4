//===- Intrinsics.h - Lowers intrinsics of GPUs ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_INTRINSICS_H
#define OMPJIT_LLVM_VIRTUALGPU_INTRINSICS_H

#include "Operations.h"

#include "llvm/IR/IntrinsicInst.h"

namespace ompjit::virtualgpu {

/// The result of lowering a call of an intrinsic.
struct Lowered {
  bool IsKnown = false;
  /// Replaces the call's result; null if there is none.
  llvm::Value *Result = nullptr;

  Lowered() = default;
  Lowered(llvm::Value *Result) : IsKnown(true), Result(Result) {}
};

/// The builder inserts before the call. \p WarpSize is 32 or 64.
Lowered lowerNvptx(llvm::IntrinsicInst &Call, llvm::IRBuilderBase &B,
                   Operations &Gpu);
Lowered lowerAmdgcn(llvm::IntrinsicInst &Call, llvm::IRBuilderBase &B,
                    Operations &Gpu, unsigned WarpSize);
/// Lowers intrinsics that both targets may use and the processor does not know.
Lowered lowerCommon(llvm::IntrinsicInst &Call, llvm::IRBuilderBase &B,
                    Operations &Gpu);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_INTRINSICS_H
