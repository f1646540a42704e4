//===- OptimizerFaults.cpp - What LLVM gets wrong -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

static void forgetArgumentMemory(Function &F) {
  const MemoryEffects Promised = F.getMemoryEffects();
  const ModRefInfo OfArguments = Promised.getModRef(IRMemLocation::ArgMem);
  if (!F.isDeclaration() && isModOrRefSet(OfArguments))
    F.setMemoryEffects(Promised |
                       MemoryEffects(IRMemLocation::Other, OfArguments));
}

/// LLVM has no other way to say so than its option.
static bool forbidCopies() {
  constexpr StringLiteral Name = "openmp-opt-disable-internalization";
  cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  return Option && !Option->addOccurrence(0, Name, "true");
}

void avoidOptimizerFaults(Module &M) {
  [[maybe_unused]] static const bool IsForbidden = forbidCopies();
  for (Function &F : M)
    forgetArgumentMemory(F);
}

} // namespace ompjit
