//===- LoopTeams.cpp - Number of teams of `teams loop` --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTeams.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The calls from a launching function to the function that computes something.
using Path = SmallVector<CallInst *, 2>;

/// Arguments of __tgt_target_kernel.
enum LaunchArgument { NumTeams = 2, KernelArguments = 5, LaunchCount };

/// The argument of __kmpc_push_num_teams.
constexpr unsigned RequestedTeams = 2;

/// The element with the number of teams in the structure of a launch's
/// arguments.
constexpr unsigned TeamsElement = 10;

CallInst *firstCall(BasicBlock &Block,
                    function_ref<bool(const Function &)> IsMeant) {
  for (Instruction &I : Block)
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        IsMeant(*Call->getCalledFunction()))
      return Call;
  return nullptr;
}

/// Returns the call of the host's version, which has a block of its own.
CallInst *fallbackOf(CallInst &Launch) {
  auto *Branch = dyn_cast<BranchInst>(Launch.getParent()->getTerminator());
  if (!Branch || !Branch->isConditional())
    return nullptr;
  BasicBlock &Failed = *Branch->getSuccessor(0);
  if (Failed.getSinglePredecessor() != Launch.getParent())
    return nullptr;
  return firstCall(Failed,
                   [](const Function &F) { return !F.isDeclaration(); });
}

/// Returns the call with which the host's version at the end of \p Way, or a
/// function that it calls, requests teams. With debug information clang wraps
/// the version in another function.
CallInst *findRequest(Path &Way) {
  Function &Region = *Way.back()->getCalledFunction();
  if (Region.isDeclaration())
    return nullptr;
  BasicBlock &Body = Region.getEntryBlock();
  if (CallInst *Request = firstCall(Body, [](const Function &F) {
        return F.getName() == "__kmpc_push_num_teams";
      }))
    return Request;
  CallInst *Wrapped = firstCall(Body, [](const Function &F) {
    return F.getName().ends_with("_debug__");
  });
  if (!Wrapped)
    return nullptr;
  Way.push_back(Wrapped);
  return findRequest(Way);
}

/// Returns the value that is stored to a variable if there is only one store.
Value *onlyValueOf(AllocaInst &Variable) {
  Value *Only = nullptr;
  for (User *Each : Variable.users())
    if (auto *Store = dyn_cast<StoreInst>(Each)) {
      if (Only || Store->getPointerOperand() != &Variable)
        return nullptr;
      Only = Store->getValueOperand();
    }
  return Only;
}

/// Computes the value that \p V has at the end of \p Way in the launching
/// function. \returns null if that is not possible.
Value *compute(Value &V, ArrayRef<CallInst *> Way, IRBuilder<> &B) {
  if (isa<Constant>(V) || Way.empty())
    return &V;
  if (auto *Parameter = dyn_cast<Argument>(&V))
    return compute(*Way.back()->getArgOperand(Parameter->getArgNo()),
                   Way.drop_back(), B);
  if (auto *Cast = dyn_cast<CastInst>(&V)) {
    Value *From = compute(*Cast->getOperand(0), Way, B);
    return From ? B.CreateCast(Cast->getOpcode(), From, Cast->getType())
                : nullptr;
  }
  // This loads a parameter's variable, whose first bytes are the value.
  auto *Load = dyn_cast<LoadInst>(&V);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  Value *Stored = Variable ? onlyValueOf(*Variable) : nullptr;
  Value *Whole = Stored ? compute(*Stored, Way, B) : nullptr;
  if (!Whole || !Whole->getType()->isIntegerTy() ||
      !V.getType()->isIntegerTy() ||
      Whole->getType()->getIntegerBitWidth() <
          V.getType()->getIntegerBitWidth())
    return nullptr;
  return B.CreateZExtOrTrunc(Whole, V.getType());
}

/// Moves the instructions before the fallback in front of the launch: in a
/// task, the fallback reads its arguments first. \returns false if some cannot
/// be moved.
bool readBefore(Instruction &Launch, Instruction &Fallback) {
  SmallVector<Instruction *> Reads;
  for (Instruction &I : *Fallback.getParent()) {
    if (&I == &Fallback)
      break;
    if (!isa<LoadInst, StoreInst, CastInst, GetElementPtrInst>(I))
      return false;
    Reads.push_back(&I);
  }
  for (Instruction *I : Reads)
    I->moveBefore(Launch.getIterator());
  return true;
}

/// Returns the type of a launch's arguments if that has a number of teams.
StructType *layoutOf(const Value &Arguments) {
  auto *Structure = dyn_cast<AllocaInst>(&Arguments);
  auto *Layout =
      Structure ? dyn_cast<StructType>(Structure->getAllocatedType()) : nullptr;
  return Layout && Layout->getNumElements() > TeamsElement &&
                 isa<ArrayType>(Layout->getElementType(TeamsElement))
             ? Layout
             : nullptr;
}

bool correct(CallInst &Launch) {
  if (Launch.arg_size() != LaunchCount ||
      !match(Launch.getArgOperand(NumTeams), m_AllOnes()))
    return false;
  Value *Arguments = Launch.getArgOperand(KernelArguments);
  StructType *Layout = layoutOf(*Arguments);
  CallInst *Fallback = fallbackOf(Launch);
  Path Way = {Fallback};
  CallInst *Request = Layout && Fallback ? findRequest(Way) : nullptr;
  if (!Request || !readBefore(Launch, *Fallback))
    return false;
  IRBuilder<> B(&Launch);
  if (Value *Teams = compute(*Request->getArgOperand(RequestedTeams), Way, B)) {
    B.CreateStore(Teams, B.CreateStructGEP(Layout, Arguments, TeamsElement));
    Launch.setArgOperand(NumTeams, Teams);
  }
  return true;
}

class LoopTeamsPass : public PassInfoMixin<LoopTeamsPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *Callee = M.getFunction("__tgt_target_kernel");
    if (!Callee || M.getDataLayout().isBigEndian())
      return PreservedAnalyses::all();
    bool Changed = false;
    for (User *Each : Callee->users())
      if (auto *Launch = dyn_cast<CallInst>(Each);
          Launch && Launch->getCalledFunction() == Callee)
        Changed |= correct(*Launch);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void ompjit::passNumTeams(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(LoopTeamsPass());
      });
}
