//===- ompjit/Specialize/KernelFacts.h - Code for facts -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for facts of any kind (ompjit/Facts.h): only this file
// knows which function uses which kind, and in which order. The compile service
// calls it for all facts of a request, opt for those of one pass.
//
// The kernel must have been extracted before (Extract.h).
//
// Thread-safe for modules in different contexts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KERNELFACTS_H
#define OMPJIT_SPECIALIZE_KERNELFACTS_H

#include "ompjit/Facts.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// Specialises \p Kernel for all known facts, and propagates constants to the
/// functions that it calls. \p WarpSize is that of the GPU; 0 for a processor,
/// which has no facts that need it. Fails if \p Kernel has no subject for such
/// a fact.
llvm::Error specializeKernel(llvm::Function &Kernel, llvm::ArrayRef<Fact> Known,
                             unsigned WarpSize);

/// Specialises \p Kernel for the facts that belong to \p Group, and propagates
/// nothing.
llvm::Error specializeKernelFor(Specialization Group, llvm::Function &Kernel,
                                llvm::ArrayRef<Fact> Known, unsigned WarpSize);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KERNELFACTS_H
