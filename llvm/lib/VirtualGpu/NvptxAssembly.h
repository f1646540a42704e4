//===- NvptxAssembly.h - Assembly of libdevice and clang ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_VIRTUALGPU_NVPTXASSEMBLY_H
#define OMPJIT_LLVM_VIRTUALGPU_NVPTXASSEMBLY_H

#include "Intrinsics.h"

namespace ompjit::virtualgpu {

/// What NVIDIA's mathematical library and clang's headers say in assembly.
/// Other assembly is not known.
Lowered lowerNvptxAssembly(llvm::CallBase &Call, llvm::IRBuilderBase &B,
                           Operations &Gpu);

} // namespace ompjit::virtualgpu

#endif // OMPJIT_LLVM_VIRTUALGPU_NVPTXASSEMBLY_H
