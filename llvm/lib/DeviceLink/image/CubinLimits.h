//===- CubinLimits.h - What compiled kernels allow ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel for large blocks has few registers for each thread. Where it was
// compiled before the link, nvlink refuses what takes more and is compiled
// there. Used by ImageLink.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H
#define OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// More than any thread has.
constexpr unsigned AnyRegisters = 255;

/// How many registers a function may take that any kernel of \p Cubin calls:
/// AnyRegisters if none has fewer. An error says that the file is damaged.
llvm::Expected<unsigned> leastRegisters(llvm::MemoryBufferRef Cubin);

} // namespace ompjit::devicelink

#endif // OMPJIT_LLVM_LIB_DEVICELINK_CUBINLIMITS_H
