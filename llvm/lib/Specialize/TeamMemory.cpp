//===- TeamMemory.cpp - What kernels know of the team's memory ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/TeamMemory.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ompjit {

namespace {

/// All that happens to a variable.
struct Accesses {
  SmallVector<LoadInst *> Loads;
  SmallVector<StoreInst *> Stores;
};

/// \returns false if \p Address may go elsewhere.
bool collect(Value &Address, Accesses &All) {
  return all_of(Address.uses(), [&](const Use &U) {
    User *By = U.getUser();
    if (auto *Load = dyn_cast<LoadInst>(By)) {
      All.Loads.push_back(Load);
      return Load->isSimple();
    }
    if (auto *Store = dyn_cast<StoreInst>(By)) {
      All.Stores.push_back(Store);
      return Store->isSimple() &&
             U.getOperandNo() == StoreInst::getPointerOperandIndex();
    }
    return isa<GEPOperator>(By) && collect(*By, All);
  });
}

/// The functions that a kernel may come to, itself included.
class Reached {
public:
  explicit Reached(Function &Kernel) {
    add(Kernel);
    while (!Work.empty())
      follow(*Work.pop_back_val());
  }
  bool contains(const Instruction *I) const {
    return Functions.contains(I->getFunction());
  }

private:
  void add(Function &F) {
    if (!F.isDeclaration() && Functions.insert(&F).second)
      Work.push_back(&F);
  }
  /// Whoever is mentioned may be called; what calls by an address may come to
  /// all that have theirs taken.
  void follow(Function &F) {
    for (Instruction &I : instructions(F)) {
      for (Value *Operand : I.operands())
        if (auto *Mentioned = dyn_cast<Function>(Operand->stripPointerCasts()))
          add(*Mentioned);
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && !isa<Function>(Call->getCalledOperand()->stripPointerCasts()))
        for (Function &Other : *F.getParent())
          if (Other.hasAddressTaken())
            add(Other);
    }
  }

  SmallPtrSet<const Function *, 16> Functions;
  SmallVector<Function *> Work;
};

/// The one value that all of \p Stores store to the whole of \p Variable, if it
/// is the same all over \p Kernel.
Value *onlyValue(const GlobalVariable &Variable, ArrayRef<StoreInst *> Stores,
                 const Function &Kernel) {
  Value *Only = nullptr;
  for (StoreInst *Store : Stores) {
    Value *Stored = Store->getValueOperand();
    const auto *Given = dyn_cast<Argument>(Stored);
    const bool IsFixed =
        isa<Constant>(Stored) || (Given && Given->getParent() == &Kernel);
    if (Store->getPointerOperand() != &Variable || !IsFixed ||
        (Only && Only != Stored))
      return nullptr;
    Only = Stored;
  }
  return Only;
}

bool foldIn(Function &Kernel, const Reached &Functions,
            const GlobalVariable &Variable, const Accesses &All) {
  auto IsReached = [&](const Instruction *I) { return Functions.contains(I); };
  auto IsOfKernel = [&](const Instruction *I) {
    return I->getFunction() == &Kernel;
  };
  bool Changed = false;
  if (none_of(All.Loads, IsReached)) {
    for (StoreInst *Store : make_filter_range(All.Stores, IsOfKernel)) {
      Store->eraseFromParent();
      Changed = true;
    }
    return Changed;
  }
  Value *Only = onlyValue(
      Variable, to_vector(make_filter_range(All.Stores, IsReached)), Kernel);
  if (!Only)
    return false;
  // Before the first store the variable may hold anything, so this as well.
  for (LoadInst *Load : make_filter_range(All.Loads, IsOfKernel))
    if (Load->getType() == Only->getType() &&
        Load->getPointerOperand() == &Variable) {
      Load->replaceAllUsesWith(Only);
      Load->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace

PreservedAnalyses TeamMemoryPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &Kernel : M) {
    if (Kernel.isDeclaration() || !isGpuKernel(Kernel))
      continue;
    const Reached Functions(Kernel);
    for (GlobalVariable &Variable : M.globals()) {
      if (!isMemoryOfTeam(Variable) || !Variable.hasLocalLinkage() ||
          !isa<UndefValue>(Variable.getInitializer()))
        continue;
      // Anew, as accesses go: without its loads a variable needs no stores.
      auto Fold = [&] {
        Accesses All;
        return collect(Variable, All) &&
               foldIn(Kernel, Functions, Variable, All);
      };
      while (Fold())
        Changed = true;
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
