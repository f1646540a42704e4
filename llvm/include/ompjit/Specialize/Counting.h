//===- ompjit/Specialize/Counting.h - Kernels that count their branches ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts counters into a kernel's code, and tells the optimiser what they
// counted, with LLVM's passes for profile-guided optimisation. Both take the
// kernel as it is in the package, since the code in which counts are used must
// be the code that counted.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_COUNTING_H
#define OMPJIT_SPECIALIZE_COUNTING_H

#include "ompjit/KernelCounts.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// Makes the kernel and the functions that it reaches count in the variable
/// CountersSymbol. Returns zeros in the order of its elements.
///
/// Each thread counts in registers, and adds its counts to the variable when a
/// function ends. What functions count that do not end, because the program
/// does, is lost.
KernelCounts countBlocks(llvm::Function &Kernel);

/// Sets the weights of branches, and how often functions are called. Returns
/// false, and changes nothing, if the counts are of other code.
bool useCounts(llvm::Function &Kernel, const KernelCounts &);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_COUNTING_H
