//===- CapturedValues.cpp - Types of captured values ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/CapturedValues.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The accesses to the first bytes of a variable.
struct Accesses {
  SmallVector<StoreInst *> Stores;
  SmallPtrSet<const Metadata *, 4> Types;
  bool AreAll = true; ///< Whether the address does not escape.
};

} // namespace

/// Returns the type that an access has, or null.
static const MDNode *typeOf(const Instruction &Access) {
  constexpr unsigned AccessType = 1;
  const MDNode *Tag = Access.getMetadata(LLVMContext::MD_tbaa);
  return Tag && Tag->getNumOperands() > AccessType
             ? dyn_cast<MDNode>(Tag->getOperand(AccessType))
             : nullptr;
}

/// Whether it is the type that clang gives values when it passes them to a
/// region.
static bool isCarrier(const MDNode *Type) {
  auto *Name = Type && Type->getNumOperands() > 0
                   ? dyn_cast<MDString>(Type->getOperand(0))
                   : nullptr;
  return Name && Name->getString() == "long";
}

static void collect(Value &Address, Accesses &All) {
  for (User *Each : Address.users()) {
    auto *Store = dyn_cast<StoreInst>(Each);
    if (Store && Store->getPointerOperand() == &Address &&
        Store->getValueOperand() != &Address) {
      All.Stores.push_back(Store);
      All.Types.insert(typeOf(*Store));
    } else if (isa<LoadInst>(Each)) {
      All.Types.insert(typeOf(*cast<LoadInst>(Each)));
    } else if (isa<AddrSpaceCastOperator>(Each)) {
      collect(*Each, All);
    } else if (!isa<Instruction>(Each) ||
               !cast<Instruction>(Each)->isLifetimeStartOrEnd()) {
      All.AreAll = false;
    }
  }
}

/// Whether it is a variable of a region: its own, or one that threads share.
static bool isVariable(const Value &Memory) {
  constexpr unsigned SharedSpace = 3;
  if (auto *Global = dyn_cast<GlobalVariable>(&Memory))
    return Global->getAddressSpace() == SharedSpace;
  auto *Call = dyn_cast<CallInst>(&Memory);
  return isa<AllocaInst>(Memory) ||
         (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == "__kmpc_alloc_shared");
}

static bool forgetTypesIn(Value &Variable) {
  Accesses All;
  collect(Variable, All);
  bool Changed = false;
  for (StoreInst *Store : All.Stores) {
    const MDNode *Type = typeOf(*Store);
    if (!Type || (All.Types.size() == 1 && (All.AreAll || !isCarrier(Type))))
      continue;
    Store->setMetadata(LLVMContext::MD_tbaa, nullptr);
    Changed = true;
  }
  return Changed;
}

bool forgetCapturedTypes(Module &M) {
  SetVector<Value *> Variables;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && typeOf(*Store))
        if (Value *Memory = Store->getPointerOperand()->stripPointerCasts();
            isVariable(*Memory))
          Variables.insert(Memory);
  bool Changed = false;
  for (Value *Variable : Variables)
    Changed |= forgetTypesIn(*Variable);
  return Changed;
}

PreservedAnalyses CapturedValuesPass::run(Module &M, ModuleAnalysisManager &) {
  return forgetCapturedTypes(M) ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}

} // namespace ompjit
