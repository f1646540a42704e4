//===- TeamMemory.cpp - Optimisation of the team's memory -----------------===//
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
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace ompjit {

namespace {

/// All accesses to a variable.
struct Accesses {
  SmallVector<LoadInst *> Loads;
  SmallVector<StoreInst *> Stores;
};

/// \returns false if \p Address may go elsewhere.
bool collect(Value &Address, Accesses &All) {
  return all_of(Address.uses(), [&](const Use &U) {
    User *Each = U.getUser();
    if (auto *Load = dyn_cast<LoadInst>(Each)) {
      All.Loads.push_back(Load);
      return Load->isSimple();
    }
    if (auto *Store = dyn_cast<StoreInst>(Each)) {
      All.Stores.push_back(Store);
      return Store->isSimple() &&
             U.getOperandNo() == StoreInst::getPointerOperandIndex();
    }
    return isa<GEPOperator>(Each) && collect(*Each, All);
  });
}

/// The functions that a kernel may reach, including itself.
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
  /// A function that is mentioned may be called; a call by an address may reach
  /// all functions whose address is taken.
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

/// Whether the call has the same result in all threads of a team, at any time.
bool isOfLaunch(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
  case Intrinsic::amdgcn_implicitarg_ptr:
  case Intrinsic::amdgcn_dispatch_ptr:
  case Intrinsic::amdgcn_workgroup_id_x:
  case Intrinsic::amdgcn_wavefrontsize:
    return true;
  default:
    return false;
  }
}

/// Whether all threads of a team compute the same value, anywhere in the
/// kernel: from constants, the kernel's arguments and the launch.
bool isUniform(const Value *V, const Function &Kernel, unsigned Depth = 8) {
  if (isa<Constant>(V))
    return true;
  if (const auto *Given = dyn_cast<Argument>(V))
    return Given->getParent() == &Kernel;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == 0)
    return false;
  if (const auto *Call = dyn_cast<IntrinsicInst>(I))
    return isOfLaunch(*Call);
  if (I->isIntDivRem())
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I);
      Load ? !Load->hasMetadata(LLVMContext::MD_invariant_load)
           : !isa<CastInst, BinaryOperator, CmpInst, SelectInst,
                  GetElementPtrInst>(I))
    return false;
  return all_of(I->operands(), [&](const Value *Operand) {
    return isUniform(Operand, Kernel, Depth - 1);
  });
}

bool isSameUniform(const Value *A, const Value *B) {
  if (A == B)
    return true;
  const auto *First = dyn_cast<Instruction>(A);
  const auto *Second = dyn_cast<Instruction>(B);
  return First && Second && First->isSameOperationAs(Second) &&
         all_of(zip_equal(First->operands(), Second->operands()),
                [](auto Pair) {
                  return isSameUniform(std::get<0>(Pair), std::get<1>(Pair));
                });
}

/// Computes \p V, which is uniform, again at \p Place.
Value *computeAt(Instruction &Place, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  Instruction *Copy = I->clone();
  // Poison flags may hold only on the path to the original.
  Copy->dropPoisonGeneratingFlags();
  for (Use &Operand : Copy->operands())
    Operand.set(computeAt(Place, Operand.get()));
  Copy->insertBefore(Place.getIterator());
  return Copy;
}

/// Returns the one value that all of \p Stores store to the whole of \p
/// Variable, if it is the same everywhere in \p Kernel; else null.
Value *onlyValue(const GlobalVariable &Variable, ArrayRef<StoreInst *> Stores,
                 const Function &Kernel) {
  Value *Only = nullptr;
  for (StoreInst *Store : Stores) {
    Value *Stored = Store->getValueOperand();
    if (Store->getPointerOperand() != &Variable ||
        (Store->getFunction() != &Kernel && !isa<Constant>(Stored)) ||
        !isUniform(Stored, Kernel) || (Only && !isSameUniform(Only, Stored)))
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
      Load->replaceAllUsesWith(computeAt(*Load, Only));
      Load->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

bool isThreadId(const Value *V) {
  while (isa<ZExtInst, SExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call &&
         (Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
          Call->getIntrinsicID() == Intrinsic::amdgcn_workitem_id_x);
}

/// Returns the type of the elements of \p Variable if threads of \p Kernel
/// access only their own element, and no other function accesses any; else
/// null.
Type *ownElement(const GlobalVariable &Variable, const Function &Kernel,
                 const Reached &Functions) {
  const auto *Array = dyn_cast<ArrayType>(Variable.getValueType());
  if (!Array)
    return nullptr;
  Type *Element = Array->getElementType();
  auto IsWhole = [&](const Use &U) {
    const User *Each = U.getUser();
    if (const auto *Load = dyn_cast<LoadInst>(Each))
      return Load->isSimple() && Load->getType() == Element;
    const auto *Store = dyn_cast<StoreInst>(Each);
    return Store && Store->isSimple() &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           Store->getValueOperand()->getType() == Element;
  };
  auto IsOwn = [&](const Use &U) {
    const auto *Address = dyn_cast<GetElementPtrInst>(U.getUser());
    if (Address && !Functions.contains(Address))
      return true;
    return Address && Address->getFunction() == &Kernel &&
           Address->getSourceElementType() == Element &&
           Address->getNumIndices() == 1 &&
           isThreadId(Address->getOperand(1)) &&
           all_of(Address->uses(), IsWhole);
  };
  return all_of(Variable.uses(), IsOwn) ? Element : nullptr;
}

/// Moves the elements of \p Variable to registers of their threads.
bool makeOwn(Function &Kernel, const Reached &Functions,
             GlobalVariable &Variable) {
  Type *Element = ownElement(Variable, Kernel, Functions);
  if (!Element)
    return false;
  SmallVector<GetElementPtrInst *> Addresses;
  for (User *Each : Variable.users())
    if (auto *Address = cast<GetElementPtrInst>(Each);
        Address->getFunction() == &Kernel)
      Addresses.push_back(Address);
  if (Addresses.empty())
    return false;
  const DataLayout &Layout = Kernel.getDataLayout();
  auto *Own = new AllocaInst(Element, Layout.getAllocaAddrSpace(), "",
                             Kernel.getEntryBlock().begin());
  for (GetElementPtrInst *Address : Addresses) {
    for (Use &U : make_early_inc_range(Address->uses()))
      U.set(Own);
    Address->eraseFromParent();
  }
  DominatorTree Dominators(Kernel);
  PromoteMemToReg(Own, Dominators);
  return true;
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
      // Collected again, because accesses disappear: a variable without loads
      // needs no stores.
      auto Fold = [&] {
        Accesses All;
        return collect(Variable, All) &&
               foldIn(Kernel, Functions, Variable, All);
      };
      while (Fold())
        Changed = true;
      Changed |= makeOwn(Kernel, Functions, Variable);
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
