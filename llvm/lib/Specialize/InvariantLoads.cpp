//===- InvariantLoads.cpp - Loads from memory that is not written ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InvariantLoadsPass of Disjoint.h.
//
// All instructions of the module that may write are considered: if one of them
// may write anything, no load is invariant. The same holds for code that waits
// for writes of others: another kernel may fill an array and then set a flag
// for this one.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Disjoint.h"

#include "AcquireFinder.h"
#include "DisjointParameters.h"
#include "PointerRoots.h"
#include "ompjit/Specialize/ArgumentFlow.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The memory that the code of a module may write.
class Writes {
public:
  Writes(const PointerRoots &Origins, const LLVMContext &Context)
      : Origins(Origins), Acquires(Context) {}

  void add(const Instruction &I);

  /// Returns parameters, as in Roots; all of them if it is not known where a
  /// write goes.
  uint64_t parameters(uint64_t Disjoint) const;

private:
  void addCall(const CallBase &Call);
  void addOperands(const CallBase &Call);
  void addPointer(const Value &Pointer) { Hit = Hit | Origins.of(Pointer); }
  void addAnything() { Hit = Hit | Roots::unknown(); }

  const PointerRoots &Origins;
  const AcquireFinder Acquires;
  Roots Hit;
};

} // namespace

uint64_t Writes::parameters(uint64_t Disjoint) const {
  return Hit.IsUnknown || (Hit.Parameters & ~Disjoint) ? ~uint64_t(0)
                                                       : Hit.Parameters;
}

void Writes::add(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call);
  if (Acquires.isAcquire(I))
    return addAnything();
  if (isa<FenceInst>(I) || !I.mayWriteToMemory())
    return;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    addPointer(*Store->getPointerOperand());
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    addPointer(*Update->getPointerOperand());
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    addPointer(*Exchange->getPointerOperand());
  else if (!isa<LoadInst>(I)) // For a load, only its ordering matters.
    addAnything();
}

void Writes::addCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->hasExactDefinition())
    return; // Its instructions are visited by themselves.
  if (isBarrierOfTeam(Call))
    return;
  if (mayWriteAnything(Call) && !isRuntimeCall(Call))
    return addAnything();
  if (mayWriteAnything(Call) ||
      isModSet(Call.getMemoryEffects().getModRef(IRMemLocation::ArgMem)))
    addOperands(Call);
}

void Writes::addOperands(const CallBase &Call) {
  for (const Use &Operand : Call.args()) {
    if (!Operand->getType()->isPointerTy() || isa<Function>(Operand))
      continue;
    const unsigned Index = Call.getArgOperandNo(&Operand);
    const bool IsOnlyPassedOn = !receivers(Operand).empty();
    if (!IsOnlyPassedOn && !Call.onlyReadsMemory(Index))
      addPointer(*Operand);
  }
}

PreservedAnalyses InvariantLoadsPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Kernel = kernelWithDisjoint(M);
  if (!Kernel)
    return PreservedAnalyses::all();
  const uint64_t Disjoint = disjointParameters(*Kernel);
  const PointerRoots Origins(*Kernel);
  Writes Written(Origins, M.getContext());
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      Written.add(I);
  const uint64_t ReadOnly = Disjoint & ~Written.parameters(Disjoint);
  if (!ReadOnly)
    return PreservedAnalyses::all();
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->isSimple())
        continue;
      const Roots Base = Origins.of(*Load->getPointerOperand());
      if (Base.Parameters && !Base.IsUnknown && !Base.IsOwn &&
          !(Base.Parameters & ~ReadOnly))
        Load->setMetadata(LLVMContext::MD_invariant_load,
                          MDNode::get(M.getContext(), {}));
    }
  return PreservedAnalyses::none();
}

} // namespace ompjit
