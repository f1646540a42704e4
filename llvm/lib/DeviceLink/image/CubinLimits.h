//===- CubinLimits.h - What compiled kernels allow ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel for large blocks has few registers for each thread. If it was
// compiled before the link, nvlink refuses functions that take more and that
// are compiled in the link. Used by ImageLink.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H
#define OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// As many as any thread may have.
constexpr unsigned AnyRegisters = 255;

/// Returns how many registers a function may take that any kernel of \p Cubin
/// may call: AnyRegisters if no kernel has fewer. Fails if the file is damaged.
llvm::Expected<unsigned> minRegisters(llvm::MemoryBufferRef Cubin);

} // namespace ompjit::devicelink

#endif // OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H
