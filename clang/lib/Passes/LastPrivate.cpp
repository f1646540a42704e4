//===- LastPrivate.cpp - Only the thread with the last value writes it ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `distribute parallel for lastprivate(x)` is compiled to a loop of the team
// and a parallel region in it with a loop of the threads. The team's copy of x
// gets the value of the region's last iteration, and the team that had the last
// part writes its copy to x.
//
// In an SPMD kernel all threads run the team's code, and each has a copy: only
// the one that ran the last iteration has the value, but all of them write x.
// So the region tells each thread whether it had the last iteration, and only
// that thread writes x. No thread reads what another one wrote, so that none
// has to wait, and the copies need not be in the team's memory.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// A loop of a team or of threads, within a function.
struct SharedLoop {
  CallInst *Start = nullptr;
  /// The variable in which the runtime says whether the caller has the last
  /// iteration.
  Value *HasLast = nullptr;
  SmallVector<CallInst *, 1> Ends;
};

} // namespace

static bool isStaticStart(StringRef Name) {
  return Name.starts_with("__kmpc_for_static_init_");
}
static bool isDynamicStep(StringRef Name) {
  return Name.starts_with("__kmpc_dispatch_next_");
}
static bool isEnd(StringRef Name) {
  return Name == "__kmpc_for_static_fini" || Name == "__kmpc_dispatch_deinit";
}

/// Returns the loop of threads that \p Body contains itself.
static SharedLoop findLoop(Function &Body) {
  SharedLoop Found;
  for (Instruction &I : instructions(Body)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction())
      continue;
    const StringRef Name = Call->getCalledFunction()->getName();
    if (isStaticStart(Name))
      Found.HasLast = Call->getArgOperand(3);
    else if (isDynamicStep(Name))
      Found.HasLast = Call->getArgOperand(2);
    else if (isEnd(Name))
      Found.Ends.push_back(Call);
    else
      continue;
    Found.Start = Call;
  }
  return Found;
}

/// Appends a parameter for an address. The caller has to change the calls.
static Function *withParameter(Function &Old) {
  FunctionType *Type = Old.getFunctionType();
  SmallVector<llvm::Type *> Parameters(Type->params());
  Parameters.push_back(PointerType::getUnqual(Old.getContext()));
  Function *New = Function::Create(
      FunctionType::get(Type->getReturnType(), Parameters, false),
      Old.getLinkage(), Old.getAddressSpace());
  Old.getParent()->getFunctionList().insert(Old.getIterator(), New);
  New->copyAttributesFrom(&Old);
  New->copyMetadata(&Old, 0);
  New->splice(New->begin(), &Old);
  for (auto [From, To] : zip_first(Old.args(), New->args())) {
    From.replaceAllUsesWith(&To);
    To.takeName(&From);
  }
  New->takeName(&Old);
  return New;
}

static void noteLast(const SharedLoop &Inner, Value *Flag) {
  for (CallInst *End : Inner.Ends) {
    IRBuilder<> B(End->getNextNode());
    B.SetCurrentDebugLocation(End->getDebugLoc());
    B.CreateStore(B.CreateLoad(B.getInt32Ty(), Inner.HasLast), Flag);
  }
}

/// Makes \p Old store, at the address in an additional parameter, whether its
/// thread had the last iteration. \returns null if it has no loop that is
/// understood.
static Function *reportingLast(Function &Old) {
  const SharedLoop Inner = findLoop(Old);
  CallInst *Call = Inner.Start ? nullptr : findInnerBody(Old);
  if (Call) {
    Function *OldBody = Call->getCalledFunction();
    Function *NewBody = reportingLast(*OldBody);
    if (!NewBody)
      return nullptr;
    Function *New = withParameter(Old);
    SmallVector<Value *> Arguments(Call->args());
    Arguments.push_back(New->getArg(New->arg_size() - 1));
    auto *NewCall =
        CallInst::Create(NewBody, Arguments, "", Call->getIterator());
    NewCall->setAttributes(Call->getAttributes());
    NewCall->setCallingConv(Call->getCallingConv());
    NewCall->setDebugLoc(Call->getDebugLoc());
    Call->eraseFromParent();
    OldBody->eraseFromParent();
    return New;
  }
  if (!Inner.HasLast || Inner.Ends.empty())
    return nullptr;
  Function *New = withParameter(Old);
  noteLast(Inner, New->getArg(New->arg_size() - 1));
  return New;
}

/// Appends \p Address to the arguments of a region.
static void passToRegion(RegionStart Region, Function *Body, Value *Address) {
  AllocaInst *Old = Region.array();
  const uint64_t Size = Region.size();
  IRBuilder<> B(Old);
  auto *New = B.CreateAlloca(ArrayType::get(B.getPtrTy(), Size + 1),
                             Old->getAddressSpace());
  New->setAlignment(Old->getAlign());
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  Old->eraseFromParent();
  B.SetInsertPoint(Region.Call);
  B.SetCurrentDebugLocation(Region.Call->getDebugLoc());
  Value *Array = Region.Call->getArgOperand(RegionStart::Shared);
  B.CreateStore(Address,
                B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Array, Size));
  Region.Call->setArgOperand(RegionStart::Body, Body);
  Region.Call->setArgOperand(RegionStart::NumShared, B.getInt64(Size + 1));
}

/// Creates the calling thread's flag: whether it had the last iteration of the
/// region that it ran last.
static Value *createFlag(Function &F) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(noLineOf(F));
  Value *Flag = B.CreateAlloca(B.getInt32Ty(), nullptr, "has.last");
  Value *Address = B.CreateAddrSpaceCast(Flag, B.getPtrTy());
  B.CreateStore(B.getInt32(0), Address);
  return Address;
}

/// Gives each thread its own memory in place of the team's.
static void placeOnStack(CallInst &Allocation, uint64_t Bytes) {
  Function &F = *Allocation.getFunction();
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  B.SetCurrentDebugLocation(noLineOf(F));
  auto *Copy = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes));
  Copy->setAlignment(Align(16));
  B.SetInsertPoint(&Allocation);
  Value *Address = B.CreateAddrSpaceCast(Copy, B.getPtrTy());
  Address->takeName(&Allocation);
  for (User *U : make_early_inc_range(Allocation.users()))
    if (isCallOf(U, "__kmpc_free_shared"))
      cast<CallInst>(U)->eraseFromParent();
  Allocation.replaceAllUsesWith(Address);
  Allocation.eraseFromParent();
}

static void placeCopiesOnStack(RegionStart Region) {
  const DataLayout &Layout = Region.Call->getModule()->getDataLayout();
  SmallSetVector<Instruction *, 4> Copies;
  for (uint64_t I = 0; I < Region.size(); ++I)
    for (StoreInst *Store :
         storesTo(Region.array(), Layout, I * Layout.getPointerSize()))
      for (Instruction *Variable :
           variablesOf(Store->getValueOperand(), Layout))
        Copies.insert(Variable);
  for (Instruction *Copy : Copies)
    if (auto *Allocation = dyn_cast<CallInst>(Copy))
      if (auto *Bytes = dyn_cast<ConstantInt>(Allocation->getArgOperand(0)))
        placeOnStack(*Allocation, Bytes->getZExtValue());
}

static void letLastThreadWrite(const SharedLoop &Teams, RegionStart Region) {
  Function &F = *Teams.Start->getFunction();
  Function *Old = Region.body();
  Function *Body =
      Old && Old->hasOneUse() && Region.array() ? reportingLast(*Old) : nullptr;
  if (!Body)
    return reportUnsupported(*Teams.Start,
                             "lastprivate of a loop of teams in this form");
  placeCopiesOnStack(Region);
  Value *Flag = createFlag(F);
  passToRegion(Region, Body, Flag);
  Old->eraseFromParent();
  IRBuilder<> B(Region.Call);
  B.CreateStore(B.getInt32(0), Flag);
  for (CallInst *End : Teams.Ends) {
    B.SetInsertPoint(End->getNextNode());
    B.SetCurrentDebugLocation(End->getDebugLoc());
    Value *HasTeam = B.CreateLoad(B.getInt32Ty(), Teams.HasLast);
    Value *HasThread = B.CreateLoad(B.getInt32Ty(), Flag);
    B.CreateStore(
        B.CreateSelect(B.CreateIsNotNull(HasThread), HasTeam, B.getInt32(0)),
        Teams.HasLast);
  }
}

/// Returns the loops of teams whose code tests which team has the last
/// iteration.
static SmallVector<SharedLoop> loopsWithLast(Module &M) {
  SmallVector<SharedLoop> Loops;
  for (CallInst *Start : callsOfAll(M, "__kmpc_distribute_static_init")) {
    SharedLoop Teams = {Start, Start->getArgOperand(3), {}};
    if (!isRead(baseOf(Teams.HasLast), M.getDataLayout()))
      continue;
    for (CallInst *End : callsOf(M, "__kmpc_distribute_static_fini"))
      if (End->getFunction() == Start->getFunction())
        Teams.Ends.push_back(End);
    Loops.push_back(Teams);
  }
  return Loops;
}

PreservedAnalyses LastPrivatePass::run(Module &M, ModuleAnalysisManager &) {
  const SmallVector<RegionStart> Regions = regionsOf(M);
  bool IsChanged = false;
  for (const SharedLoop &Teams : loopsWithLast(M))
    for (RegionStart Region : Regions)
      if (!Region.isForWorkers() &&
          Region.Call->getFunction() == Teams.Start->getFunction()) {
        letLastThreadWrite(Teams, Region);
        IsChanged = true;
      }
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
