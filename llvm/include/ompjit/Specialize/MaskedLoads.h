//===- ompjit/Specialize/MaskedLoads.h - Loads before writes ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InstCombine of LLVM 22 makes one masked load of a masked load and a choice
// between its lanes and others (llvm-project issue 215453), and puts it in the
// place of the choice: behind a write to the same place, whose value is then
// read. Vectorised loops with
//
//   if (C[I]) { Y = A[I]; A[I] = B[I]; }
//
// computed wrong results where the processor has masked loads (AVX). So such a
// load's value is frozen, which the fold does not look through.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MASKEDLOADS_H
#define OMPJIT_SPECIALIZE_MASKEDLOADS_H

#include "llvm/IR/OptBisect.h"

namespace llvm {
class Function;
class Module;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// Keeps the function's masked loads before the writes that follow them. To be
/// called before each run of InstCombine. \returns whether something changed.
bool keepMaskedLoads(llvm::Function &F);

/// Lets pipelines do so.
void keepMaskedLoads(llvm::PassInstrumentationCallbacks &Callbacks);

/// The same for pipelines of LTO, which ask a gate before each pass and have no
/// other place for that. For the passes over one module.
class MaskedLoadsGate : public llvm::OptPassGate {
public:
  /// \p Usual decides.
  MaskedLoadsGate(llvm::Module &M, const llvm::OptPassGate &Usual)
      : M(M), Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  llvm::Module &M;
  const llvm::OptPassGate &Usual;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MASKEDLOADS_H
