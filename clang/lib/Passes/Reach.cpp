//===- Reach.cpp - Variables that addresses lead to -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::passes {

static bool holdsAddress(Type *T) {
  return T->isPtrOrPtrVectorTy() ||
         any_of(T->subtypes(), [](Type *Part) { return holdsAddress(Part); });
}

namespace {

class Reach {
public:
  explicit Reach(const DataLayout &Layout) : Layout(Layout) {}

  /// Adds all variables that the address \p From may point into, and what they
  /// hold.
  void add(Value *From) {
    if (!holdsAddress(From->getType()))
      return;
    Value *Base = From->getType()->isPointerTy() ? baseOf(From) : From;
    if (!Seen.insert(Base).second)
      return;
    if (isVariable(Base)) {
      Variables.insert(cast<Instruction>(Base));
      addHeld(Base);
    } else if (auto *Load = dyn_cast<LoadInst>(Base)) {
      addLoaded(*Load);
    } else if (auto *Call = dyn_cast<CallBase>(Base)) {
      // The address is an argument of a function, or comes from memory that an
      // argument points to.
      addArguments(*Call, nullptr);
    } else if (isa<PHINode, SelectInst, ExtractValueInst, InsertValueInst>(
                   Base)) {
      for (Value *Operand : cast<Instruction>(Base)->operands())
        add(Operand);
    }
  }

  SetVector<Instruction *> Variables;

private:
  static bool isVariable(Value *V) {
    return isa<AllocaInst>(V) || isCallOf(V, "__kmpc_alloc_shared");
  }

  void addLoaded(LoadInst &Load) {
    for (Instruction *Holder : variablesOf(Load.getPointerOperand(), Layout))
      addHeld(Holder);
  }

  void addArguments(CallBase &Call, Use *ButFor) {
    for (Use &Argument : Call.args())
      if (&Argument != ButFor)
        add(Argument);
  }

  /// Adds what the addresses in \p Variable lead to. The variable itself may
  /// not be reached.
  void addHeld(Value *Variable) {
    if (!LookedInto.insert(Variable).second || !canHoldAddress(Variable))
      return;
    forEachUse(Variable, Layout, [&](Use &U, int64_t) {
      if (auto *Store = dyn_cast<StoreInst>(U.getUser())) {
        if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
          add(Store->getValueOperand());
      } else if (auto *Copy = dyn_cast<MemTransferInst>(U.getUser())) {
        if (&U == &Copy->getRawDestUse())
          for (Instruction *Source : variablesOf(Copy->getSource(), Layout))
            addHeld(Source);
      } else if (auto *Call = dyn_cast<CallBase>(U.getUser());
                 Call && !isOfRuntime(*Call)) {
        addArguments(*Call, &U);
      }
    });
  }

  bool canHoldAddress(Value *Variable) const {
    if (auto *OnStack = dyn_cast<AllocaInst>(Variable)) {
      const auto Bytes = OnStack->getAllocationSize(Layout);
      return !Bytes || Bytes->getFixedValue() >= Layout.getPointerSize();
    }
    auto *Bytes =
        dyn_cast<ConstantInt>(cast<CallInst>(Variable)->getArgOperand(0));
    return !Bytes || Bytes->getZExtValue() >= Layout.getPointerSize();
  }

  /// Returns whether it calls a function of the runtime that stores no
  /// variable's address in another variable.
  static bool isOfRuntime(const CallBase &Call) {
    const Function *Callee = Call.getCalledFunction();
    return Callee &&
           (Callee->isIntrinsic() || Callee->getName().starts_with("__kmpc_"));
  }

  const DataLayout &Layout;
  SmallPtrSet<Value *, 16> Seen;
  SmallPtrSet<Value *, 16> LookedInto;
};

} // namespace

SetVector<Instruction *> variablesReachedFrom(ArrayRef<Value *> Values,
                                              const DataLayout &Layout) {
  Reach Found(Layout);
  for (Value *From : Values)
    Found.add(From);
  return std::move(Found.Variables);
}

} // namespace ompjit::passes
