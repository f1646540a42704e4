//===- OneTeam.cpp - Regions of one team ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's code for a teams construct on a processor is
//
//   __kmpc_push_num_teams(location, thread, teams, limit)   // with clauses
//   __kmpc_fork_teams(location, n, task, arguments...)
//
// This puts the question for one team around it, and a call of a copy of the
// task. libomp's functions for a league must not be called outside of one: in
// the copy, the only team has all iterations of `distribute`, and there is
// nothing to reduce between teams. A league limits the threads of its parallel
// regions, which the copy asks for by itself: those of num_threads, as far as
// the limit permits.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OneTeam.h"

#include "TeamQueries.h"

#include "ompjit/Specialize/LoopStart.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ompjit {

namespace {

// Positions of arguments of the compiler's calls.
enum Fork { TaskOfFork = 2, FirstOfFork = 3 };
enum PushTeams { ThreadOfPush = 1, TeamsOfPush, LimitOfPush };
enum PushThreads { NumberOfPush = 2 };

StringRef calleeName(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

bool callsLibomp(const InvokeInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName().starts_with("__kmpc_");
}

/// A kernel's call that forms a league.
struct League {
  CallInst *Fork;
  CallInst *Push; ///< What the clauses say; null without them.
  Function *Task;
};

/// Makes the copy of a task.
class Copy {
public:
  explicit Copy(Function &Task);

  Function *function() const { return &F; }

private:
  void rewrite(CallInst &Call);
  void distributeAll(CallInst &Init);
  void limit(CallInst &Push);
  void ask(CallInst &Fork);

  ValueToValueMapTy Map;
  Function &F;
  IRBuilder<> B;
  Value *Limit;    ///< How many threads the team may have.
  AllocaInst *Ask; ///< How many the next parallel region asks for.
};

} // namespace

Copy::Copy(Function &Task) : F(*CloneFunction(&Task, Map)), B(F.getContext()) {
  F.setName(Task.getName() + ".one_team");
  F.setLinkage(GlobalValue::InternalLinkage);
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Calls.push_back(Call);
  B.SetInsertPoint(F.getEntryBlock().getFirstInsertionPt());
  Ask = B.CreateAlloca(B.getInt32Ty());
  // clang's code does not use the second argument, so that it can hold this.
  Limit = B.CreateLoad(B.getInt32Ty(), F.getArg(1));
  B.CreateStore(Limit, Ask);
  for (CallInst *Call : Calls)
    rewrite(*Call);
}

void Copy::rewrite(CallInst &Call) {
  const StringRef Name = calleeName(Call);
  B.SetInsertPoint(&Call);
  if (isStaticStart(Name))
    distributeAll(Call);
  else if (Name == "__kmpc_push_num_threads")
    limit(Call);
  else if (Name == "__kmpc_fork_call")
    return ask(Call);
  else if (Name == "__kmpc_reduce_nowait")
    Call.replaceAllUsesWith(B.getInt32(1)); // The caller is to reduce.
  else if (Name == "__kmpc_serialized_parallel") {
    B.CreateStore(Limit, Ask);
    return;
  } else if (Name != "__kmpc_end_reduce_nowait" &&
             Name != "__kmpc_for_static_fini")
    return;
  Call.eraseFromParent();
}

void Copy::distributeAll(CallInst &Init) {
  Type *Number = Init.getArgOperand(LoopStart::Increment)->getType();
  Value *Lower = B.CreateLoad(Number, Init.getArgOperand(LoopStart::Lower));
  Value *Upper = B.CreateLoad(Number, Init.getArgOperand(LoopStart::Upper));
  Value *Count =
      B.CreateAdd(B.CreateSub(Upper, Lower), ConstantInt::get(Number, 1));
  B.CreateStore(Count, Init.getArgOperand(LoopStart::Stride));
  B.CreateStore(B.getInt32(1), Init.getArgOperand(LoopStart::IsLast));
}

/// Like libomp, ignores a number that is not positive.
void Copy::limit(CallInst &Push) {
  Value *Number = Push.getArgOperand(NumberOfPush);
  Value *Fits = B.CreateAnd(B.CreateICmpSGT(Number, B.getInt32(0)),
                            B.CreateICmpSLT(Number, Limit));
  B.CreateStore(B.CreateSelect(Fits, Number, Limit), Ask);
}

void Copy::ask(CallInst &Fork) {
  Module &M = *F.getParent();
  FunctionCallee Push =
      M.getOrInsertFunction("__kmpc_push_num_threads", B.getVoidTy(),
                            B.getPtrTy(), B.getInt32Ty(), B.getInt32Ty());
  Value *Location = Fork.getArgOperand(0);
  Value *Thread = B.CreateLoad(B.getInt32Ty(), F.getArg(0));
  B.CreateCall(Push, {Location, Thread, B.CreateLoad(B.getInt32Ty(), Ask)});
  B.CreateStore(Limit, Ask);
}

/// Whether the copy would be right: `distribute` has no chunks, which would
/// make it a loop over parallel regions, and nothing reads the argument that
/// the copy uses.
static bool canCopy(const Function &Task, const CallInst &Fork) {
  if (Task.isDeclaration() || Task.isVarArg() || Task.arg_size() < 2 ||
      Task.arg_size() - 2 != Fork.arg_size() - FirstOfFork)
    return false;
  for (auto [Parameter, Passed] : zip_equal(
           drop_begin(Task.args(), 2), drop_begin(Fork.args(), FirstOfFork)))
    if (Parameter.getType() != Passed->getType())
      return false;
  const auto IsRead = [](const User *Each) {
    const auto *Store = dyn_cast<StoreInst>(Each);
    return !Store ||
           any_of(Store->getPointerOperand()->users(), IsaPred<LoadInst>);
  };
  return none_of(Task.getArg(1)->users(), IsRead) &&
         all_of(instructions(Task), [](const Instruction &I) {
           if (isa<InvokeInst>(I) && callsLibomp(cast<InvokeInst>(I)))
             return false;
           if (!isStaticStart(calleeName(I)))
             return true;
           const auto &Init = cast<CallInst>(I);
           return isNumber(Init.getArgOperand(LoopStart::Schedule),
                           LoopSchedule::Distribute) &&
                  isNumber(Init.getArgOperand(LoopStart::Increment), 1);
         });
}

/// Finds the league of a kernel. What the clauses say is moved next to it.
static std::optional<League> findLeague(Function &Kernel) {
  SmallVector<CallInst *> Forks, Pushes;
  for (Instruction &I : instructions(Kernel)) {
    const StringRef Name = calleeName(I);
    if (Name == OneTeamName || Name == "__kmpc_push_num_teams_51")
      return std::nullopt;
    if (Name == "__kmpc_fork_teams")
      Forks.push_back(cast<CallInst>(&I));
    else if (Name == "__kmpc_push_num_teams")
      Pushes.push_back(cast<CallInst>(&I));
  }
  if (Forks.size() != 1 || Pushes.size() > 1)
    return std::nullopt;
  League Found = {Forks.front(), Pushes.empty() ? nullptr : Pushes.front(),
                  dyn_cast<Function>(Forks.front()->getArgOperand(TaskOfFork))};
  if (!Found.Task)
    return std::nullopt;
  if (Found.Push) {
    if (Found.Push->getParent() != Found.Fork->getParent())
      return std::nullopt;
    for (Instruction *I = Found.Push->getNextNode(); I != Found.Fork;
         I = I->getNextNode())
      if (!I || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)))
        return std::nullopt;
  }
  return Found;
}

static void addWay(const League &L, Function &Copy) {
  Module &M = *Copy.getParent();
  LLVMContext &Context = M.getContext();
  Function &Kernel = *L.Fork->getFunction();
  if (L.Push)
    L.Push->moveBefore(L.Fork->getIterator());
  Instruction *First = L.Push ? L.Push : L.Fork;
  BasicBlock *Before = First->getParent();
  BasicBlock *Teams = SplitBlock(Before, First);
  BasicBlock *After = SplitBlock(Teams, L.Fork->getNextNode());
  Teams->setName("league");

  IRBuilder<> B(&*Kernel.getEntryBlock().getFirstInsertionPt());
  Type *Number = B.getInt32Ty();
  AllocaInst *Thread = B.CreateAlloca(Number), *Limit = B.CreateAlloca(Number);
  FunctionCallee Asked =
      M.getOrInsertFunction(OneTeamName, Number, Number, Number);
  auto *Declared = dyn_cast<Function>(Asked.getCallee());
  if (Declared && Declared->isDeclaration())
    Declared->setLinkage(GlobalValue::ExternalWeakLinkage);

  auto NewBlock = [&](StringRef Name) {
    return BasicBlock::Create(Context, Name, &Kernel, Teams);
  };
  BasicBlock *Knows = NewBlock("knows"), *Asks = NewBlock("asks"),
             *One = NewBlock("one_team");
  Value *NumTeams = L.Push ? L.Push->getArgOperand(TeamsOfPush) : B.getInt32(0);
  Value *MaxThreads =
      L.Push ? L.Push->getArgOperand(LimitOfPush) : B.getInt32(0);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.SetCurrentDebugLocation(L.Fork->getDebugLoc());
  B.CreateCondBr(B.CreateICmpULT(NumTeams, B.getInt32(2)), Knows, Teams);
  B.SetInsertPoint(Knows);
  B.CreateCondBr(B.CreateIsNotNull(Asked.getCallee()), Asks, Teams);
  B.SetInsertPoint(Asks);
  Value *Threads = B.CreateCall(Asked, {NumTeams, MaxThreads});
  B.CreateCondBr(B.CreateICmpSGT(Threads, B.getInt32(0)), One, Teams);
  B.SetInsertPoint(One);
  Value *Location = L.Fork->getArgOperand(0);
  B.CreateStore(B.CreateCall(M.getOrInsertFunction("__kmpc_global_thread_num",
                                                   Number, B.getPtrTy()),
                             {Location}),
                Thread);
  B.CreateStore(Threads, Limit);
  SmallVector<Value *> Arguments = {Thread, Limit};
  append_range(Arguments, drop_begin(L.Fork->args(), FirstOfFork));
  CallInst *Run = B.CreateCall(&Copy, Arguments);
  Run->setDoesNotThrow();
  B.CreateBr(After);
  // The optimiser would do the same, and tell users of a function that is not
  // theirs.
  InlineFunctionInfo Info;
  if (InlineFunction(*Run, Info).isSuccess())
    Copy.eraseFromParent();
}

bool formOneTeam(Module &M) {
  const Function *Fork = M.getFunction("__kmpc_fork_teams");
  if (!Fork || Fork->use_empty() || !M.getModuleFlag("openmp-device"))
    return false;
  const TargetLibraryInfoImpl Known(M.getTargetTriple());
  const TargetLibraryInfo Libraries(Known);
  SmallSetVector<Function *, 8> Kernels;
  for (const User *Each : Fork->users())
    if (const auto *Call = dyn_cast<CallInst>(Each))
      Kernels.insert(const_cast<Function *>(Call->getFunction()));
  bool Changed = false;
  for (Function *Kernel : Kernels) {
    const std::optional<League> L = findLeague(*Kernel);
    if (!L || !canCopy(*L->Task, *L->Fork) ||
        !isSameWithoutLeague(*L->Task, Libraries))
      continue;
    addWay(*L, *Copy(*L->Task).function());
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses OneTeamPass::run(Module &M, ModuleAnalysisManager &) {
  return formOneTeam(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
