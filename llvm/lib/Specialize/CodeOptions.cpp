//===- CodeOptions.cpp - clang's options that code must keep --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/CodeOptions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace ompjit {

bool isForDebugger(const Function &F) {
  const DISubprogram *Source = F.getSubprogram();
  return F.hasOptNone() && Source && Source->getUnit() &&
         Source->getUnit()->getEmissionKind() == DICompileUnit::FullDebug &&
         !F.getParent()->getTargetTriple().isGPU();
}

void optimizeAllOthers(Module &M) {
  if (M.getTargetTriple().isGPU())
    return;
  for (Function &F : M)
    if (!isForDebugger(F))
      F.removeFnAttr(Attribute::OptimizeNone);
}

/// Returns the function that the pass changes; null if it may change several.
static const Function *functionOf(Any IR) {
  if (const auto *F = any_cast<const Function *>(&IR))
    return *F;
  if (const auto *L = any_cast<const Loop *>(&IR))
    return (*L)->getHeader()->getParent();
  return nullptr;
}

void obeyCodeOptions(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef, Any IR) {
    const Function *F = functionOf(IR);
    return !F || !isForDebugger(*F);
  });
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef Class, Any IR) {
    if (Class != "SLPVectorizerPass")
      return true;
    const auto *F = any_cast<const Function *>(&IR);
    return !F || !(*F)->hasFnAttribute(NoSlpAttribute);
  });
}

void CodeOptionsGate::add(const Module &M) {
  MutexLock Lock(Guard);
  for (const Function &F : M)
    if (F.hasFnAttribute(NoSlpAttribute))
      WithoutSlp.insert(F.getName());
}

bool CodeOptionsGate::shouldRunPass(StringRef Pass,
                                    StringRef Description) const {
  if (Usual.isEnabled() && !Usual.shouldRunPass(Pass, Description))
    return false;
  if (Pass != "slp-vectorizer")
    return true;
  MutexLock Lock(Guard);
  return !WithoutSlp.contains(Description);
}

} // namespace ompjit
