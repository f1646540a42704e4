//===- ompjit/Specialize/VectorFaults.h - Faults of vector code -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Faults of LLVM 22 that make code with vectors wrong, and how code is kept
// away from them. That of the host is, too, where this project compiles it.
//
// - InstCombine makes one masked load of a masked load and a choice between its
//   lanes and others (llvm-project issue 215453), and puts it in the place of
//   the choice: behind a write to the same place, whose value is then read. So
//   loops with `if (C[I]) { Y = A[I]; A[I] = B[I]; }` are wrong where the
//   processor has masked loads (AVX). So the load's value is frozen, which the
//   fold does not look through.
// - LoopVectorize takes places whose index repeats, as in A[I % 4], for places
//   that follow each other, in loops of which it knows the number of iterations
//   only if their counter does not come around (issue 191498): those with a
//   counter of 32 bits and an end of 64. So the index is frozen, of which it
//   knows nothing then.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_VECTORFAULTS_H
#define OMPJIT_SPECIALIZE_VECTORFAULTS_H

#include "llvm/IR/OptBisect.h"

namespace llvm {
class Module;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// Changes functions right before the passes that have the faults.
void avoidVectorFaults(llvm::PassInstrumentationCallbacks &Callbacks);

/// The same for pipelines of LTO, which ask a gate before each pass and have no
/// other place for that. For the passes over one module.
class VectorFaultsGate : public llvm::OptPassGate {
public:
  /// \p Usual decides.
  VectorFaultsGate(llvm::Module &M, const llvm::OptPassGate &Usual)
      : M(M), Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  llvm::Module &M;
  const llvm::OptPassGate &Usual;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_VECTORFAULTS_H
