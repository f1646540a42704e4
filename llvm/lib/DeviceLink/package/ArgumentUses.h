//===- ArgumentUses.h - How a kernel uses a value -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the parameter facts that says what a value is good for. Private
// to ParameterFacts.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ARGUMENTUSES_H
#define OMPJIT_DEVICELINK_ARGUMENTUSES_H

#include "llvm/IR/PassManager.h"
#include "llvm/IR/Value.h"

namespace ompjit::devicelink {

/// Returns package::ParameterUse bits for \p Value, an argument or an
/// instruction: how it, or values computed from it, are used in the end. A
/// hint, not a proof.
uint16_t argumentUses(const llvm::Value &Value,
                      llvm::FunctionAnalysisManager &Analyses);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ARGUMENTUSES_H
