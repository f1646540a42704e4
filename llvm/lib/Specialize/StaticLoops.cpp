//===- StaticLoops.cpp - Shares of loops ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's code for a loop without chunks is
//
//   __kmpc_for_static_init_4(location, thread, schedule, &last, &lower, &upper,
//                            &stride, 1, chunk)
//
// libomp gives each of n threads count / n iterations, and one more to each of
// the first count % n. If there are fewer iterations than threads, that leaves
// the others the empty range behind the last one.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/StaticLoops.h"

#include "ompjit/Specialize/LoopStart.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ompjit {

/// Returns the loop's condition to have iterations; nothing if the call is for
/// another kind of loop.
static std::optional<CmpInst::Predicate> conditionOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Call->arg_size() != LoopStart::Count ||
      !isNumber(Call->getArgOperand(LoopStart::Schedule),
                LoopSchedule::Static) ||
      !isNumber(Call->getArgOperand(LoopStart::Increment), 1))
    return std::nullopt;
  using Answer = std::optional<CmpInst::Predicate>;
  return StringSwitch<Answer>(Callee->getName())
      .Cases({"__kmpc_for_static_init_4", "__kmpc_for_static_init_8"},
             CmpInst::ICMP_SLE)
      .Cases({"__kmpc_for_static_init_4u", "__kmpc_for_static_init_8u"},
             CmpInst::ICMP_ULE)
      .Default(std::nullopt);
}

static Function *shareOfLoop(Module &M) {
  auto *F = cast<Function>(
      M.getOrInsertFunction(ShareOfLoopName, Type::getInt64Ty(M.getContext()))
          .getCallee());
  if (F->isDeclaration())
    F->setLinkage(GlobalValue::ExternalWeakLinkage);
  F->setDoesNotThrow();
  return F;
}

/// Writes the thread's part of the loop, as libomp does. \p First is its first
/// iteration.
static void writePart(IRBuilder<> &B, const CallInst &Init, Value *First,
                      Value *Count, Value *Share) {
  Type *Number = First->getType();
  Type *Half = B.getInt32Ty();
  Value *Thread = B.CreateTrunc(Share, Half);
  Value *Threads = B.CreateTrunc(B.CreateLShr(Share, 32), Half);
  Value *Own = B.CreateZExtOrTrunc(Thread, Number);
  Value *All = B.CreateZExtOrTrunc(Threads, Number);
  Value *Each = B.CreateUDiv(Count, All);
  Value *Rest = B.CreateURem(Count, All);
  Value *HasMore = B.CreateICmpULT(Own, Rest);
  Value *Before =
      B.CreateAdd(B.CreateMul(Own, Each), B.CreateSelect(HasMore, Own, Rest));
  Value *Begin = B.CreateAdd(First, Before);
  Value *Less = B.CreateZExt(B.CreateNot(HasMore), Number);
  Value *End = B.CreateSub(B.CreateAdd(Begin, Each), Less);
  Value *Used = B.CreateSelect(B.CreateICmpULT(Count, All), Count, All);
  Value *Last =
      B.CreateICmpEQ(B.CreateAdd(Own, ConstantInt::get(Number, 1)), Used);
  B.CreateStore(B.CreateZExt(Last, Half),
                Init.getArgOperand(LoopStart::IsLast));
  B.CreateStore(Begin, Init.getArgOperand(LoopStart::Lower));
  B.CreateStore(End, Init.getArgOperand(LoopStart::Upper));
  B.CreateStore(Count, Init.getArgOperand(LoopStart::Stride));
}

/// Libomp still has empty loops and those whose number of iterations it calls
/// an error.
static void expand(CallInst &Init, CmpInst::Predicate HasIterations) {
  Function &Asked = *shareOfLoop(*Init.getModule());
  BasicBlock *Before = Init.getParent();
  BasicBlock *Libomp = SplitBlock(Before, &Init);
  BasicBlock *After = SplitBlock(Libomp, Init.getNextNode());
  Function *F = Before->getParent();
  LLVMContext &Context = F->getContext();
  BasicBlock *Knows = BasicBlock::Create(Context, "knows", F, Libomp),
             *Asks = BasicBlock::Create(Context, "asks", F, Libomp),
             *Own = BasicBlock::Create(Context, "own", F, Libomp);
  Libomp->setName("libomp");

  IRBuilder<> B(Context);
  B.SetCurrentDebugLocation(Init.getDebugLoc());
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCondBr(B.CreateIsNotNull(&Asked), Knows, Libomp);

  B.SetInsertPoint(Knows);
  Type *Number = Init.getArgOperand(LoopStart::Increment)->getType();
  Value *First = B.CreateLoad(Number, Init.getArgOperand(LoopStart::Lower));
  Value *Last = B.CreateLoad(Number, Init.getArgOperand(LoopStart::Upper));
  Value *Count =
      B.CreateAdd(B.CreateSub(Last, First), ConstantInt::get(Number, 1));
  B.CreateCondBr(B.CreateAnd(B.CreateICmp(HasIterations, First, Last),
                             B.CreateIsNotNull(Count)),
                 Asks, Libomp);

  B.SetInsertPoint(Asks);
  Value *Share = B.CreateCall(&Asked);
  B.CreateCondBr(B.CreateIsNotNull(Share), Own, Libomp);

  B.SetInsertPoint(Own);
  writePart(B, Init, First, Count, Share);
  B.CreateBr(After);
}

bool computeShares(Module &M) {
  if (!M.getModuleFlag("openmp-device") || M.getTargetTriple().isGPU())
    return false;
  SmallVector<std::pair<CallInst *, CmpInst::Predicate>> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (const std::optional<CmpInst::Predicate> Condition = conditionOf(I))
        Found.emplace_back(cast<CallInst>(&I), *Condition);
  for (auto [Init, Condition] : Found)
    expand(*Init, Condition);
  return !Found.empty();
}

PreservedAnalyses StaticLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  return computeShares(M) ? PreservedAnalyses::none()
                          : PreservedAnalyses::all();
}

} // namespace ompjit
