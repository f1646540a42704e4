//===- KernelDigest.cpp - Which kernel this is ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/KernelDigest.h"

#include "ReachedFunctions.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ompjit {

/// Whether an operand is the address of something whose name or number depends
/// on where the kernel is in its file: of a function with a body, which counts
/// by itself, or of a variable.
static bool isPlace(const Instruction *I, unsigned Operand) {
  const Value *V = I->getOperand(Operand);
  if (const auto *F = dyn_cast<Function>(V))
    return !F->isDeclaration();
  return isa<Constant>(V) && V->getType()->isPointerTy() &&
         !isa<ConstantPointerNull>(V);
}

uint64_t KernelDigests::of(const Function &Kernel) {
  SmallVector<uint64_t> Numbers;
  const package::LaunchBounds Bounds = launchBounds(Kernel);
  append_range(Numbers,
               ArrayRef({Bounds.Mode, Bounds.MinThreads, Bounds.MaxThreads,
                         Bounds.MinTeams, Bounds.MaxTeams}));
  for (const Function *F : reachedFunctions(Kernel)) {
    auto [Place, IsNew] = Known.try_emplace(F);
    if (IsNew && !F->isDeclaration())
      Place->second = StructuralHashWithDifferences(*F, isPlace).FunctionHash;
    Numbers.push_back(Place->second);
  }
  return xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(Numbers.data()),
                              Numbers.size() * sizeof(uint64_t)));
}

} // namespace ompjit
