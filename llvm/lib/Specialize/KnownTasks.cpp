//===- KnownTasks.cpp - Tasks by their name -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's side is in openmp/device/src/Tasks.cpp.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/KnownTasks.h"

#include "ompjit/Specialize/Calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

namespace {

// Positions of arguments of the compiler's calls.
constexpr unsigned FlagsOfAlloc = 2, RoutineOfAlloc = 5, TaskOfRun = 2,
                   LowerOfLoop = 4, UpperOfLoop = 5;

class KnownTasks {
public:
  explicit KnownTasks(Module &M);

  bool run();

private:
  bool replaceAll(StringRef Name,
                  function_ref<Value *(CallInst &)> Replacement);
  Value *runTask(CallInst &Call, bool HasToWait);
  Value *runLoop(CallInst &Call);
  CallInst *made(const CallInst &Run) const;
  bool forgetAddresses();

  Module &M;
  Function *Task, *GoesOn, *Loop;
  SmallPtrSet<const Value *, 8> Routines; ///< Functions of all tasks.
};

} // namespace

KnownTasks::KnownTasks(Module &M)
    : M(M), Task(M.getFunction("__ompjit_task")),
      GoesOn(M.getFunction("__ompjit_task_goes_on")),
      Loop(M.getFunction("__ompjit_taskloop")) {
  for (const CallInst *Call : callsOf(M, "__kmpc_omp_task_alloc"))
    if (isa<Function>(Call->getArgOperand(RoutineOfAlloc)))
      Routines.insert(Call->getArgOperand(RoutineOfAlloc));
}

/// Returns the call that made the task which is run, if its function is known
/// there.
CallInst *KnownTasks::made(const CallInst &Run) const {
  auto *Made = dyn_cast<CallInst>(Run.getArgOperand(TaskOfRun));
  if (!Made || !Made->getCalledFunction() ||
      Made->getCalledFunction()->getName() != "__kmpc_omp_task_alloc" ||
      !Routines.contains(Made->getArgOperand(RoutineOfAlloc)))
    return nullptr;
  return Made;
}

Value *KnownTasks::runTask(CallInst &Call, bool HasToWait) {
  IRBuilder<> B(&Call);
  Value *Which = Call.getArgOperand(TaskOfRun);
  // An untied task that continues itself.
  if (isa<Argument>(Which) && Routines.contains(Call.getFunction())) {
    B.CreateCall(GoesOn, {Which});
    return B.getInt32(0);
  }
  CallInst *Made = made(Call);
  if (!Made)
    return nullptr;
  B.CreateCall(Task, {Which, Made->getArgOperand(RoutineOfAlloc),
                      Made->getArgOperand(FlagsOfAlloc), B.getInt1(HasToWait)});
  return B.getInt32(0);
}

Value *KnownTasks::runLoop(CallInst &Call) {
  CallInst *Made = made(Call);
  if (!Made)
    return nullptr;
  Value *Duplicate = Call.getArgOperand(Call.arg_size() - 1);
  return IRBuilder<>(&Call).CreateCall(
      Loop,
      {Made, Call.getArgOperand(LowerOfLoop), Call.getArgOperand(UpperOfLoop),
       Made->getArgOperand(RoutineOfAlloc), Made->getArgOperand(FlagsOfAlloc),
       Duplicate});
}

bool KnownTasks::replaceAll(StringRef Name,
                            function_ref<Value *(CallInst &)> Replacement) {
  bool Changed = false;
  for (CallInst *Call : callsOf(M, Name))
    if (Value *New = Replacement(*Call)) {
      if (!Call->getType()->isVoidTy())
        Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

bool KnownTasks::run() {
  if (!Task || !GoesOn || !Loop || Routines.empty())
    return false;
  bool Changed = replaceAll("__kmpc_omp_task", [&](CallInst &Call) {
    return runTask(Call, /*HasToWait=*/false);
  });
  Changed |= replaceAll("__kmpc_omp_task_with_deps", [&](CallInst &Call) {
    return runTask(Call, /*HasToWait=*/true);
  });
  for (StringRef Name : {"__kmpc_taskloop", "__kmpc_taskloop_5"})
    Changed |= replaceAll(Name, [&](CallInst &Call) { return runLoop(Call); });
  return Changed | forgetAddresses();
}

/// Whether no code can run the task by \p Pointer, except by its name.
static bool isRunByName(const Value &Pointer) {
  return all_of(Pointer.uses(), [](const Use &U) {
    const User *Each = U.getUser();
    if (isa<GetElementPtrInst>(Each))
      return isRunByName(*Each);
    if (isa<LoadInst>(Each))
      return true;
    if (isa<StoreInst>(Each))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    const auto *Call = dyn_cast<CallInst>(Each);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && (isa<MemIntrinsic>(Call) ||
                      is_contained({"__ompjit_task", "__ompjit_taskloop",
                                    "__kmpc_omp_task_begin_if0",
                                    "__kmpc_omp_task_complete_if0",
                                    "__kmpc_task_allow_completion_event"},
                                   Callee->getName()));
  });
}

/// Removes addresses that are not needed, so that the optimiser does not expect
/// calls by them.
bool KnownTasks::forgetAddresses() {
  bool Changed = false;
  for (CallInst *Call : callsOf(M, "__kmpc_omp_task_alloc"))
    if (Routines.contains(Call->getArgOperand(RoutineOfAlloc)) &&
        isRunByName(*Call)) {
      Call->removeParamAttr(RoutineOfAlloc, Attribute::NonNull);
      Call->setArgOperand(RoutineOfAlloc,
                          Constant::getNullValue(
                              Call->getArgOperand(RoutineOfAlloc)->getType()));
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses KnownTasksPass::run(Module &M, ModuleAnalysisManager &) {
  return KnownTasks(M).run() ? PreservedAnalyses::none()
                             : PreservedAnalyses::all();
}

} // namespace ompjit
