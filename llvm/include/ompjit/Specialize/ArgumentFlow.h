//===- ompjit/Specialize/ArgumentFlow.h - The flow of arguments -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a value from a call into the function that receives it, also through
// a broker of the OpenMP runtime that calls the function back, and in the
// reverse direction. Used by the device link and by specialisation; changes
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ARGUMENTFLOW_H
#define OMPJIT_SPECIALIZE_ARGUMENTFLOW_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/AbstractCallSite.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace ompjit {

/// Returns the parameters that receive the call operand \p U: those of the
/// called function, or of a function that the called one is known to call back.
/// Empty if the value goes, or may also go, somewhere else.
llvm::SmallVector<llvm::Argument *, 2> receivers(const llvm::Use &U);

/// All calls of a function, including calls through brokers.
using CallSites = llvm::SmallVector<llvm::AbstractCallSite, 4>;

/// Returns the calls of \p F; nothing if some are not known. All bodies must be
/// materialised.
std::optional<CallSites> callSitesOf(const llvm::Function &F);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ARGUMENTFLOW_H
