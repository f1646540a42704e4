//===- ompjit/Specialize/OptimizerFaults.h - What LLVM gets wrong ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Faults of LLVM 22's OpenMP optimiser (OpenMPOpt, on the Attributor), and how
// code is kept away from them:
//
// - It puts a variable in an argument's place, then finds that the function,
//   which promised to use nothing but its arguments' memory, uses none at all,
//   and takes its calls out. So no function promises that; LLVM finds it out
//   again afterwards.
// - It makes a copy of a function that others may call, and hands the copy's
//   address to calls, while comparisons keep the original's. So it makes none.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H
#define OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H

#include "llvm/IR/Module.h"

namespace ompjit {

/// Before each pipeline with the OpenMP optimiser.
void avoidOptimizerFaults(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H
