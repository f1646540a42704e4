//===- NvptxMath.h - NVIDIA's intrinsics that compute ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_NVPTXMATH_H
#define OMPJIT_LLVM_VIRTUALGPU_NVPTXMATH_H

#include "Intrinsics.h"

namespace ompjit::virtualgpu {

/// \p Name is without "llvm.nvvm.". What the GPU approximates is computed
/// exactly, and subnormal numbers are kept.
Lowered lowerNvptxMath(llvm::IntrinsicInst &Call, llvm::StringRef Name,
                       llvm::IRBuilderBase &B);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_NVPTXMATH_H
