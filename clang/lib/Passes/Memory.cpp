//===- Memory.cpp - Variables in memory, as clang emits them --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::passes {

SmallVector<CallInst *> callsOfAll(Module &M, StringRef Prefix) {
  SmallVector<CallInst *> Calls;
  for (Function &F : M)
    if (F.isDeclaration() && F.getName().starts_with(Prefix))
      append_range(Calls, callsOf(M, F.getName()));
  return Calls;
}

Value *baseOf(Value *Address) {
  for (;;) {
    Value *Stripped = Address->stripPointerCasts();
    if (auto *Part = dyn_cast<GEPOperator>(Stripped))
      Stripped = Part->getPointerOperand();
    if (Stripped == Address)
      return Address;
    Address = Stripped;
  }
}

void forEachUse(Value *Address, const DataLayout &Layout,
                function_ref<void(Use &, int64_t)> Visit) {
  SmallVector<std::pair<Value *, int64_t>> Addresses = {{Address, 0}};
  while (!Addresses.empty()) {
    auto [From, Offset] = Addresses.pop_back_val();
    for (Use &U : From->uses()) {
      if (isa<AddrSpaceCastInst, BitCastInst>(U.getUser())) {
        Addresses.emplace_back(U.getUser(), Offset);
      } else if (auto *Part = dyn_cast<GetElementPtrInst>(U.getUser())) {
        APInt More(Layout.getIndexTypeSizeInBits(Part->getType()), 0);
        const bool IsKnown =
            Offset >= 0 && Part->accumulateConstantOffset(Layout, More);
        Visit(U, Offset);
        Addresses.emplace_back(Part,
                               IsKnown ? Offset + More.getSExtValue() : -1);
      } else {
        Visit(U, Offset);
      }
    }
  }
}

SmallVector<StoreInst *> storesTo(Value *Memory, const DataLayout &Layout,
                                  int64_t Offset) {
  SmallVector<StoreInst *> Stores;
  forEachUse(Memory, Layout, [&](Use &U, int64_t At) {
    auto *Store = dyn_cast<StoreInst>(U.getUser());
    if (Store && At == Offset &&
        U.getOperandNo() == StoreInst::getPointerOperandIndex())
      Stores.push_back(Store);
  });
  return Stores;
}

bool isRead(Value *Variable, const DataLayout &Layout) {
  bool Found = false;
  forEachUse(Variable, Layout,
             [&](Use &U, int64_t) { Found |= isa<LoadInst>(U.getUser()); });
  return Found;
}

static void collectVariables(Value *Address, const DataLayout &Layout,
                             SmallPtrSetImpl<Value *> &Seen,
                             SmallSetVector<Instruction *, 4> &Variables) {
  Value *Base = baseOf(Address);
  if (!Seen.insert(Base).second)
    return;
  if (isa<AllocaInst>(Base) || isCallOf(Base, "__kmpc_alloc_shared")) {
    Variables.insert(cast<Instruction>(Base));
  } else if (isa<PHINode, SelectInst>(Base)) {
    for (Value *Operand : cast<Instruction>(Base)->operands())
      if (Operand->getType()->isPointerTy())
        collectVariables(Operand, Layout, Seen, Variables);
  } else if (auto *Load = dyn_cast<LoadInst>(Base)) {
    Value *Reference = baseOf(Load->getPointerOperand());
    if (isa<AllocaInst>(Reference))
      for (StoreInst *Store : storesTo(Reference, Layout, 0))
        if (Store->getValueOperand()->getType()->isPointerTy())
          collectVariables(Store->getValueOperand(), Layout, Seen, Variables);
  }
}

SmallSetVector<Instruction *, 4> variablesOf(Value *Address,
                                             const DataLayout &Layout) {
  SmallPtrSet<Value *, 8> Seen;
  SmallSetVector<Instruction *, 4> Variables;
  collectVariables(Address, Layout, Seen, Variables);
  return Variables;
}

SmallPtrSet<Function *, 4> runByKernels(Module &M) {
  SmallPtrSet<Function *, 4> Found;
  SmallVector<Function *> Work;
  for (Function &F : M)
    if (ompjit::isGpuKernel(F))
      Work.push_back(&F);
  while (!Work.empty()) {
    Function *Caller = Work.pop_back_val();
    if (!Found.insert(Caller).second)
      continue;
    for (Instruction &I : instructions(*Caller))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && Callee->hasLocalLinkage() && Callee->hasOneUse())
          Work.push_back(Callee);
  }
  return Found;
}

static CallInst *callRuntime(IRBuilderBase &B, StringRef Name, Type *Result,
                             ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *Each : Arguments)
    Types.push_back(Each->getType());
  FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      Name, FunctionType::get(Result, Types, false));
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return B.CreateCall(Callee, Arguments);
}

/// The alignment of __kmpc_alloc_shared's memory.
static constexpr auto SharedAlign = Align::Constant<16>();

void alignShared(CallInst &Allocation) {
  Allocation.addRetAttr(
      Attribute::getWithAlignment(Allocation.getContext(), SharedAlign));
}

CallInst *createSharedAllocation(IRBuilderBase &B, uint64_t Bytes) {
  CallInst *Call =
      callRuntime(B, "__kmpc_alloc_shared", B.getPtrTy(), {B.getInt64(Bytes)});
  alignShared(*Call);
  return Call;
}

void createSharedFree(IRBuilderBase &B, Value *Address, uint64_t Bytes) {
  callRuntime(B, "__kmpc_free_shared", B.getVoidTy(),
              {Address, B.getInt64(Bytes)});
}

/// Returns the address in \p Whole where a variable with a larger alignment
/// begins.
static Value *aligned(IRBuilder<> &B, Value *Whole, Align To) {
  if (To <= SharedAlign)
    return Whole;
  Value *Behind = B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), Whole, To.value() - SharedAlign.value());
  return B.CreateIntrinsic(Intrinsic::ptrmask, {B.getPtrTy(), B.getInt64Ty()},
                           {Behind, B.getInt64(-To.value())});
}

static void replaceAddress(AllocaInst &Variable, Value *Address) {
  for (DbgVariableRecord *Record : findDVRDeclares(&Variable))
    Record->replaceVariableLocationOp(&Variable, Address);
  for (Use &U : make_early_inc_range(Variable.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (User->isLifetimeStartOrEnd()) {
      User->eraseFromParent();
    } else if (Variable.getType() == Address->getType()) {
      U.set(Address);
    } else {
      User->replaceAllUsesWith(Address);
      User->eraseFromParent();
    }
  }
  Variable.eraseFromParent();
}

/// Returns the call after which only a kernel's main thread goes on, or null in
/// other functions.
static CallInst *kernelStart(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    if (isCallOf(&I, "__kmpc_target_init"))
      return cast<CallInst>(&I);
  return nullptr;
}

/// Returns the begin of the code that has variables. In a kernel, no other
/// threads reach it or its end.
static Instruction &beginOf(Function &F) {
  auto *Start = kernelStart(F)
                    ? dyn_cast<BranchInst>(F.getEntryBlock().getTerminator())
                    : nullptr;
  BasicBlock &Begin = Start ? *Start->getSuccessor(0) : F.getEntryBlock();
  return *Begin.getFirstNonPHIOrDbgOrAlloca();
}

static SmallVector<Instruction *> endsOf(Function &F) {
  const bool IsKernel = kernelStart(F);
  SmallVector<Instruction *> Ends;
  for (Instruction &I : instructions(F))
    if (IsKernel ? isCallOf(&I, "__kmpc_target_deinit") : isa<ReturnInst>(I))
      Ends.push_back(&I);
  return Ends;
}

bool isSetBeforeStart(AllocaInst &Variable) {
  Function &F = *Variable.getFunction();
  bool Found = false;
  if (kernelStart(F))
    forEachUse(&Variable, F.getDataLayout(), [&](Use &U, int64_t) {
      auto *By = cast<Instruction>(U.getUser());
      Found |= By->getParent() == &F.getEntryBlock() && By->mayWriteToMemory();
    });
  return Found;
}

/// Returns whether no use needs the address to be in the space of private
/// memory.
static bool canMove(const AllocaInst &Variable) {
  constexpr unsigned Generic = 0;
  if (!Variable.isStaticAlloca())
    return false;
  return Variable.getAddressSpace() == Generic ||
         all_of(Variable.users(), [](const User *U) {
           return cast<Instruction>(U)->isLifetimeStartOrEnd() ||
                  (isa<AddrSpaceCastInst>(U) &&
                   U->getType()->getPointerAddressSpace() == Generic);
         });
}

void share(AllocaInst &Variable) {
  Function &F = *Variable.getFunction();
  if (!canMove(Variable))
    return reportUnsupported(
        Variable, "a variable that threads share cannot be placed where all of "
                  "them can read it: its size is not a constant");
  const Align To = std::max(Variable.getAlign(), SharedAlign);
  const uint64_t Bytes =
      Variable.getAllocationSize(F.getDataLayout())->getFixedValue() +
      (To.value() - SharedAlign.value());
  IRBuilder<> B(&beginOf(F));
  B.SetCurrentDebugLocation(noLineOf(F));
  Value *Whole = createSharedAllocation(B, Bytes);
  Value *Address = aligned(B, Whole, To);
  Address->takeName(&Variable);
  replaceAddress(Variable, Address);
  for (Instruction *End : endsOf(F)) {
    B.SetInsertPoint(End);
    B.SetCurrentDebugLocation(noLineOf(F));
    createSharedFree(B, Whole, Bytes);
  }
}

void reportUnsupported(const Instruction &I, const Twine &What) {
  I.getContext().diagnose(DiagnosticInfoUnsupported(
      *I.getFunction(), What, DiagnosticLocation(I.getDebugLoc())));
}

DebugLoc noLineOf(const Function &F) {
  if (DISubprogram *Scope = F.getSubprogram())
    return DILocation::get(F.getContext(), 0, 0, Scope);
  return {};
}

} // namespace ompjit::passes
