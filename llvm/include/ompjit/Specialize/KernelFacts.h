//===- ompjit/Specialize/KernelFacts.h - Code for facts -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Specialises a kernel for facts of any kind (ompjit/Facts.h): which function
// makes use of which kind, and in which order, is said here alone. The compile
// service calls it for all facts of a request, opt for those of one pass.
//
// The kernel must have been extracted before (Extract.h).
//
// Threads: different modules in different contexts, at the same time.
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

/// Makes use of all that is known of the launches of \p Kernel, and carries
/// constants into what it calls. \p WarpSize is the GPU's; 0 for a processor,
/// which has no facts that need it. An error if \p Kernel has nothing that such
/// a fact could be about.
llvm::Error specializeKernel(llvm::Function &Kernel, llvm::ArrayRef<Fact> Known,
                             unsigned WarpSize);

/// Makes use of facts that belong to \p For, and carries nothing.
llvm::Error specializeKernelFor(Specialization For, llvm::Function &Kernel,
                                llvm::ArrayRef<Fact> Known, unsigned WarpSize);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KERNELFACTS_H
