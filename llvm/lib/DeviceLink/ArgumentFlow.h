//===- ArgumentFlow.h - Where a function's argument goes ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a value from a call into the function that receives it, also through
// a broker of the OpenMP runtime that calls the function back. Private to the
// search for parameter facts; changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ARGUMENTFLOW_H
#define OMPJIT_DEVICELINK_ARGUMENTFLOW_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/InstrTypes.h"

namespace ompjit::devicelink {

/// The parameters that receive the call operand \p U: of the called function,
/// or of a function that the called one is known to call back. Empty if the
/// value goes, or may also go, somewhere else.
llvm::SmallVector<llvm::Argument *, 2> receivers(const llvm::Use &U);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ARGUMENTFLOW_H
