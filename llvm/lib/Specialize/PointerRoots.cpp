//===- PointerRoots.cpp - The objects that a pointer is based on ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts with nothing for each parameter and adds the roots that calls pass,
// until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "PointerRoots.h"

#include "ompjit/CompileService.h"
#include "ompjit/Specialize/ArgumentFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

PointerRoots::PointerRoots(const Function &Kernel)
    : Kernel(Kernel), IsGpu(Kernel.getParent()->getTargetTriple().isGPU()) {
  while (spread(*Kernel.getParent()))
    ;
}

/// Adds what calls pass. Returns whether something was added.
bool PointerRoots::spread(const Module &M) {
  bool Changed = false;
  for (const Function &F : M) {
    if (&F == &Kernel || F.isDeclaration())
      continue;
    for (const Argument &Parameter : F.args()) {
      if (!Parameter.getType()->isPointerTy())
        continue;
      const Roots New = passedFor(Parameter);
      Roots &Old = Passed[&Parameter];
      Changed |= !(New == Old);
      Old = New;
    }
  }
  return Changed;
}

Roots PointerRoots::passedFor(const Argument &Parameter) const {
  const Function &F = *Parameter.getParent();
  if (Parameter.hasPassPointeeByValueCopyAttr())
    return {0, true, false};
  std::optional<CallSites> Sites;
  if (F.hasLocalLinkage() && !F.isVarArg())
    Sites = callSitesOf(F);
  if (!Sites)
    return Roots::unknown();
  Roots All;
  for (const AbstractCallSite &Site : *Sites) {
    const Value *Operand =
        Site.getCallArgOperand(const_cast<Argument &>(Parameter));
    if (!Operand || Operand->getType() != Parameter.getType())
      return Roots::unknown();
    All = All | of(*Operand);
  }
  return All;
}

Roots PointerRoots::of(const Value &Pointer) const {
  if (!Pointer.getType()->isPointerTy())
    return Roots::unknown();
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  Roots All;
  for (const Value *Object : Objects)
    All = All | ofObject(*Object);
  return All;
}

/// Whether it is memory of a team or of a thread; the numbers are the same on
/// NVIDIA's and AMD's GPUs.
static bool isKernelsOwn(unsigned AddressSpace) {
  return AddressSpace == 3 || AddressSpace == 5;
}

/// Whether \p Object is the address of a variable that is in another image.
static bool isSlot(const Value &Object) {
  auto *Load = dyn_cast<LoadInst>(&Object);
  if (!Load)
    return false;
  auto *Array =
      dyn_cast<GlobalVariable>(getUnderlyingObject(Load->getPointerOperand()));
  return Array && Array->getName() == SlotsSymbol;
}

/// Whether \p Object is the result of malloc or a similar function outside of
/// the module; one in the module might return memory that it was passed.
static bool isNewMemory(const Value &Object) {
  auto *Call = dyn_cast<CallBase>(&Object);
  return Call && isNoAliasCall(Call) && Call->getCalledFunction() &&
         Call->getCalledFunction()->isDeclaration();
}

Roots PointerRoots::ofObject(const Value &Object) const {
  if (isa<UndefValue>(Object))
    return {};
  if (auto *Parameter = dyn_cast<Argument>(&Object))
    return ofParameter(*Parameter);
  const bool IsOwn =
      isa<AllocaInst>(Object) || isa<GlobalVariable>(Object) ||
      isNewMemory(Object) || isSlot(Object) ||
      (IsGpu && isKernelsOwn(Object.getType()->getPointerAddressSpace()));
  return IsOwn ? Roots{0, true, false} : Roots::unknown();
}

Roots PointerRoots::ofParameter(const Argument &Parameter) const {
  if (Parameter.getParent() != &Kernel)
    return Passed.lookup(&Parameter);
  // Argument 0 is the launch environment.
  const unsigned Index = Parameter.getArgNo();
  if (Index == 0)
    return {0, true, false};
  return Index > 64 ? Roots::unknown()
                    : Roots{uint64_t(1) << (Index - 1), false, false};
}

} // namespace ompjit
