//===- SharedState.cpp - Data that must exist once on a device ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements exposeSharedState().
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Prepare.h"

#include "lto/PtxNames.h"
#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// Collects the members, in no particular order.
class SharedState {
public:
  SharedState(Module &M, ArrayRef<Entry> Entries) : M(M) {
    for (const Entry &E : Entries)
      if (E.IsKernel)
        Kernels.insert(E.Value);
      else
        add(*E.Value);
  }

  void find();
  bool contains(const GlobalValue &Value) const {
    return Members.contains(&Value);
  }
  /// Returns whether \p Kernel, or a function that it reaches, calls functions
  /// by address or takes their address.
  bool belongsInBase(const Function &Kernel) const;

private:
  bool takesAddress(const Use &U) const;
  void add(const GlobalValue &Value) { Members.insert(&Value); }
  bool addressIsData(const GlobalObject &Object) const;
  bool isData(const Use &U) const;
  /// Adds constants that hold the address of a member. \returns whether there
  /// was one.
  bool addHolders();
  bool reachesMember(const Constant &C,
                     SmallPtrSetImpl<const Constant *> &Seen) const;

  Module &M;
  SmallPtrSet<const GlobalValue *, 32> Members, Kernels;
};

} // namespace

static bool isSpecial(const GlobalVariable &Variable) {
  return Variable.getName().starts_with("llvm.");
}

/// Returns whether a program could tell copies of the constant apart by
/// address. Type information is compared by name, and landing pads need it
/// unchanged.
static bool mayBeCompared(const GlobalVariable &Constant) {
  return !Constant.hasGlobalUnnamedAddr() &&
         !Constant.getName().starts_with("_ZTI") &&
         !Constant.getName().starts_with("_ZTS");
}

void SharedState::find() {
  for (GlobalVariable &Variable : M.globals())
    if (!Variable.isDeclarationForLinker() && !isSpecial(Variable) &&
        !isMemoryOfTeam(Variable) && !isKernelEnvironment(Variable) &&
        (!Variable.isConstant() ||
         (mayBeCompared(Variable) && addressIsData(Variable))))
      add(Variable);
  for (Function &F : M)
    if (!F.isDeclarationForLinker() && !Kernels.contains(&F) &&
        addressIsData(F))
      add(F);
  while (addHolders())
    ;
}

bool SharedState::addressIsData(const GlobalObject &Object) const {
  return any_of(Object.uses(), [this](const Use &U) { return isData(U); });
}

/// AddressSanitizer writes a function's address into the frame, behind a magic
/// number, so that its report can name the function.
static bool isNoteInFrame(const Use &U) {
  constexpr uint64_t Magic = 0x41B58AB3;
  const auto *Store = dyn_cast<StoreInst>(U.getUser());
  if (!Store || !isa<ConstantExpr>(U.get()) ||
      !Store->getFunction()->hasFnAttribute(Attribute::SanitizeAddress))
    return false;
  return any_of(*Store->getParent(), [](const Instruction &I) {
    const auto *Other = dyn_cast<StoreInst>(&I);
    const auto *Value =
        Other ? dyn_cast<ConstantInt>(Other->getValueOperand()) : nullptr;
    return Value && Value->getBitWidth() == 64 && Value->equalsInt(Magic);
  });
}

/// A function may be called, or handed to the OpenMP runtime, without its
/// address being compared or kept by the program.
bool SharedState::isData(const Use &U) const {
  const User *TheUser = U.getUser();
  if (auto *Call = dyn_cast<CallBase>(TheUser)) {
    if (Call->isCallee(&U))
      return false;
    const Function *Callee = Call->getCalledFunction();
    return !Callee || !Callee->getName().starts_with("__kmpc_");
  }
  if (auto *Variable = dyn_cast<GlobalVariable>(TheUser))
    return !isSpecial(*Variable);
  if (isa<BlockAddress>(TheUser) || isa<Function>(TheUser))
    return false; // A label, a personality.
  if (isa<LoadInst>(TheUser) || isNoteInFrame(U))
    return false;
  if (isa<Constant>(TheUser))
    return any_of(TheUser->uses(),
                  [this](const Use &Outer) { return isData(Outer); });
  return true;
}

bool SharedState::addHolders() {
  bool Changed = false;
  for (GlobalVariable &Variable : M.globals()) {
    if (!Variable.hasInitializer() || Variable.isDeclarationForLinker() ||
        isSpecial(Variable) || isKernelEnvironment(Variable) ||
        contains(Variable))
      continue;
    SmallPtrSet<const Constant *, 16> Seen;
    if (reachesMember(*Variable.getInitializer(), Seen)) {
      add(Variable);
      Changed = true;
    }
  }
  return Changed;
}

bool SharedState::reachesMember(const Constant &C,
                                SmallPtrSetImpl<const Constant *> &Seen) const {
  if (auto *Value = dyn_cast<GlobalValue>(&C))
    return contains(*Value);
  if (!Seen.insert(&C).second)
    return false;
  return any_of(C.operands(), [&](const Use &Operand) {
    auto *Inner = dyn_cast<Constant>(Operand.get());
    return Inner && reachesMember(*Inner, Seen);
  });
}

/// On a GPU the address of a function is valid in its own image only: NVIDIA's
/// tools make functions part of each kernel there, and a kernel gets no more
/// registers and stack than its own image's functions need.
bool SharedState::belongsInBase(const Function &Kernel) const {
  if (none_of(Members, [](const GlobalValue *V) { return isa<Function>(V); }))
    return false;
  SmallSetVector<const Function *, 16> Reached;
  Reached.insert(&Kernel);
  for (size_t Next = 0; Next != Reached.size(); ++Next)
    for (const Instruction &I : instructions(*Reached[Next])) {
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        return true;
      for (const Use &Operand : I.operands()) {
        if (takesAddress(Operand))
          return true;
        if (auto *F = dyn_cast<Function>(Operand))
          Reached.insert(F);
      }
    }
  return false;
}

/// Returns whether \p U uses the address of a member that is a function.
bool SharedState::takesAddress(const Use &U) const {
  auto *C = dyn_cast<Constant>(U.get());
  if (!C || isa<GlobalVariable>(C) || isa<BlockAddress>(C))
    return false;
  if (auto *F = dyn_cast<Function>(C))
    return contains(*F) && isData(U);
  return any_of(C->operands(),
                [this](const Use &Inner) { return takesAddress(Inner); });
}

/// Gives \p Value a linkage by which another image can find it.
static void expose(GlobalValue &Value) {
  if (!Value.hasName())
    Value.setName("ompjit.state");
  Value.setLinkage(GlobalValue::ExternalLinkage);
  // Images of a processor are bound with -Bsymbolic; a GPU has no dynamic
  // binding at all.
  Value.setVisibility(Value.getParent()->getTargetTriple().isGPU()
                          ? GlobalValue::ProtectedVisibility
                          : GlobalValue::DefaultVisibility);
  Value.setUnnamedAddr(GlobalValue::UnnamedAddr::None);
  Value.setDSOLocal(!Value.hasDefaultVisibility());
}

/// Images reach a thread-local variable of the base image through a function
/// there, because its address is different in each thread.
static Function *makeThreadLocalAccess(GlobalVariable &Variable) {
  Variable.setThreadLocalMode(GlobalValue::GeneralDynamicTLSModel);
  Module &M = *Variable.getParent();
  auto *Type = FunctionType::get(PointerType::get(M.getContext(), 0), false);
  auto *F = Function::Create(Type, GlobalValue::ExternalLinkage,
                             Variable.getName() + ".ompjit.tls", M);
  F->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
  Builder.CreateRet(Builder.CreateThreadLocalAddress(&Variable));
  return F;
}

static bool hasConstructors(const Module &M) {
  return any_of(M.globals(), [](const GlobalVariable &Variable) {
    return Variable.getName() == "llvm.global_ctors" ||
           Variable.getName() == "llvm.global_dtors";
  });
}

PreparedModule exposeSharedState(std::unique_ptr<Module> M,
                                 std::vector<Entry> Entries) {
  SharedState State(*M, Entries);
  State.find();
  DenseMap<const GlobalValue *, StringRef> EntryNames;
  PreparedModule Prepared;
  for (Entry &E : Entries)
    if (E.IsKernel) {
      expose(*E.Value);
      Prepared.Kernels.push_back(E);
    } else {
      EntryNames[E.Value] = E.Name;
    }
  for (GlobalObject &Object : M->global_objects()) {
    if (!State.contains(Object))
      continue;
    expose(Object);
    Prepared.SharedState.push_back(
        {EntryNames.lookup(&Object).str(), &Object, false});
  }
  for (size_t I = 0, Size = Prepared.SharedState.size(); I != Size; ++I)
    if (auto *Variable =
            dyn_cast<GlobalVariable>(Prepared.SharedState[I].Value))
      if (Variable->isThreadLocal())
        Prepared.SharedState.push_back(
            {"", makeThreadLocalAccess(*Variable), false});
  if (M->getTargetTriple().isNVPTX())
    makeNamesPtx(*M);
  Prepared.HasConstructors = hasConstructors(*M);
  Prepared.M = std::move(M);
  if (Prepared.M->getTargetTriple().isGPU())
    for (Entry &Kernel : Prepared.Kernels)
      Kernel.IsInBase = State.belongsInBase(*cast<Function>(Kernel.Value));
  return Prepared;
}

} // namespace ompjit::devicelink
