//===- VectorForms.h - Functions that a library has for vectors -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/Specialize/VectorFunctions.h tells which there are.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_VECTORFORMS_H
#define OMPJIT_LANES_VECTORFORMS_H

#include "llvm/IR/Instructions.h"

namespace ompjit::lanes {

/// Returns the form of the called function that computes \p Lanes values, a
/// power of two, with the fewest calls; null if there is none.
llvm::Function *vectorFormOf(const llvm::CallInst &Call, unsigned Lanes);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_VECTORFORMS_H
