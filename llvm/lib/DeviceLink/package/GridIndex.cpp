//===- GridIndex.cpp - Who a thread is, on processors ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridIndex.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// Returns the calls of \p F; an error if it is used in another way.
Expected<SmallVector<CallInst *>> callsOf(Function &F) {
  SmallVector<CallInst *> Calls;
  for (User *U : F.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F ||
        is_contained(Call->args(), &F))
      return createStringError(
          "'" + demangle(F.getName()) +
          "' asks which thread it runs on, and its address is used, or it is "
          "called where exceptions are handled");
    Calls.push_back(Call);
  }
  return Calls;
}

/// Returns the functions that call \p Index, directly or not, and \p Root.
Expected<SetVector<Function *>> askingFunctions(Function &Index,
                                                Function &Root) {
  SetVector<Function *> Asking;
  SmallVector<Function *> Todo = {&Index};
  while (!Todo.empty()) {
    auto Calls = callsOf(*Todo.pop_back_val());
    if (!Calls)
      return Calls.takeError();
    for (CallInst *Call : *Calls)
      if (Asking.insert(Call->getFunction()))
        Todo.push_back(Call->getFunction());
  }
  Asking.insert(&Root);
  return Asking;
}

/// Moves the code of \p F to a function with one more parameter.
Function *withParameter(Function &F) {
  SmallVector<Type *> Types(F.getFunctionType()->params());
  Types.push_back(PointerType::get(F.getContext(), 0));
  auto *New = Function::Create(
      FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false),
      F.getLinkage(), "", F.getParent());
  New->copyAttributesFrom(&F);
  // It reads the answers.
  New->removeFnAttr(Attribute::Memory);
  New->setComdat(F.getComdat());
  New->setSubprogram(F.getSubprogram());
  New->takeName(&F);
  New->splice(New->begin(), &F);
  for (Argument &Old : F.args()) {
    Argument *Same = New->getArg(Old.getArgNo());
    Same->takeName(&Old);
    Old.replaceAllUsesWith(Same);
  }
  return New;
}

void replaceCall(CallInst &Call, Function &New, Value &Answers) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Arguments(Call.args());
  Arguments.push_back(&Answers);
  CallInst *Same = Builder.CreateCall(&New, Arguments);
  Same->setCallingConv(Call.getCallingConv());
  Same->setAttributes(Call.getAttributes().removeFnAttribute(
      Call.getContext(), Attribute::Memory));
  Same->setDebugLoc(Call.getDebugLoc());
  Call.replaceAllUsesWith(Same);
  Call.eraseFromParent();
}

void replaceQuestion(CallInst &Call, Value &Answers) {
  IRBuilder<> Builder(&Call);
  Value *Place = Builder.CreateInBoundsGEP(Builder.getInt32Ty(), &Answers,
                                           Call.getArgOperand(0));
  Call.replaceAllUsesWith(Builder.CreateLoad(Builder.getInt32Ty(), Place));
  Call.eraseFromParent();
}

Value &answersOf(const Instruction &I) {
  Function &F = *const_cast<Function *>(I.getFunction());
  return *F.getArg(F.arg_size() - 1);
}

} // namespace

Expected<Function *> passGridAnswers(Function &Root) {
  Module &M = *Root.getParent();
  Function *Index = M.getFunction(GridIndexFunction);
  if (!Index)
    return withParameter(Root);
  auto Asking = askingFunctions(*Index, Root);
  if (!Asking)
    return Asking.takeError();
  for (Function *F : *Asking)
    if (F->isVarArg())
      return createStringError("'" + F->getName() +
                               "' asks which thread it runs on, and takes a "
                               "variable number of arguments");
  SmallVector<std::pair<Function *, Function *>> Moved;
  for (Function *F : *Asking)
    Moved.push_back({F, withParameter(*F)});
  Function *NewRoot = nullptr;
  for (auto [Old, New] : Moved) {
    for (User *U : make_early_inc_range(Old->users()))
      replaceCall(*cast<CallInst>(U), *New, answersOf(*cast<CallInst>(U)));
    if (Old == &Root)
      NewRoot = New;
    Old->eraseFromParent();
  }
  for (User *U : make_early_inc_range(Index->users()))
    replaceQuestion(*cast<CallInst>(U), answersOf(*cast<CallInst>(U)));
  Index->eraseFromParent();
  return NewRoot;
}

} // namespace ompjit::devicelink
