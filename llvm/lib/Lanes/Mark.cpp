//===- Mark.cpp - Finds the loops whose iterations are independent --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a work-shared loop may still depend on each other by what
// belongs to their thread: it executes those of a chunk in order. That cannot
// happen in `distribute parallel for`, which has no code of a thread around the
// loop, unless the body asks who its thread is or uses variables of threads;
// and a program that names the size of chunks knows which iterations come
// together.
//
//===----------------------------------------------------------------------===//

#include "Mark.h"

#include "ompjit/Lanes/MarkLanes.h"
#include "ompjit/Specialize/LoopStart.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace ompjit {

/// A mark begins with the other one, so that both go together.
static constexpr StringLiteral Mark = "ompjit.lanes",
                               RowsMark = "ompjit.lanes.rows";

static const CallInst *findInit(const Function &F, unsigned &Count) {
  const CallInst *Found = nullptr;
  Count = 0;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !isStaticStart(Callee->getName()))
      continue;
    Found = Call;
    ++Count;
  }
  return Found;
}

/// With -g the function that threads call only converts its arguments for the
/// one with the loop.
static Function *bodyOf(Function *F) {
  const auto CalleeIn = [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && !Callee->isDeclaration() ? Callee : nullptr;
  };
  if (!F || F->isDeclaration() || F->size() != 1)
    return F;
  Function *Only = nullptr;
  for (const Instruction &I : F->front())
    if (Function *Callee = CalleeIn(I)) {
      if (Only)
        return F;
      Only = Callee;
    }
  return Only ? Only : F;
}

static bool hasSchedule(const CallInst *Init, ArrayRef<uint64_t> Any) {
  const auto *Schedule =
      Init ? dyn_cast<ConstantInt>(Init->getArgOperand(LoopStart::Schedule))
           : nullptr;
  return Schedule && is_contained(Any, Schedule->getZExtValue());
}

/// Whether a call cannot tell which thread makes it.
static bool isNeutral(const CallBase &Call,
                      const TargetLibraryInfo &Libraries) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  if (Callee->isIntrinsic())
    return Callee->getIntrinsicID() != Intrinsic::threadlocal_address;
  const StringRef Name = Callee->getName();
  if (Name.starts_with("__kmpc_for_static_") ||
      Name.starts_with("__kmpc_reduce") ||
      Name.starts_with("__kmpc_end_reduce"))
    return true;
  LibFunc Known;
  return Call.doesNotAccessMemory() && Libraries.getLibFunc(*Callee, Known);
}

static bool
knowsItsThread(Function &F,
               function_ref<const TargetLibraryInfo &(Function &)> Of) {
  SmallSetVector<Function *, 8> Reached;
  Reached.insert(&F);
  for (unsigned I = 0; I != Reached.size(); ++I) {
    const TargetLibraryInfo &Libraries = Of(*Reached[I]);
    for (const Instruction &Each : instructions(*Reached[I])) {
      const auto *Call = dyn_cast<CallBase>(&Each);
      if (!Call)
        continue;
      Function *Callee = Call->getCalledFunction();
      // Where an exception would leave the region.
      if (Callee && Callee->getName() == "__clang_call_terminate")
        continue;
      if (Callee && !Callee->isDeclaration())
        Reached.insert(Callee);
      else if (!isNeutral(*Call, Libraries))
        return true;
    }
  }
  return false;
}

static bool markLoops(Function &F, const CallInst &Init) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  const auto IsFinished = [&](const BasicBlock *Block) {
    return any_of(instructions(F), [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallInst>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      return Callee && Callee->getName() == "__kmpc_for_static_fini" &&
             Dominators.dominates(I.getParent(), Block);
    });
  };
  bool Changed = false;
  for (Loop *L : Loops)
    if (Dominators.dominates(Init.getParent(), L->getHeader()) &&
        !IsFinished(L->getHeader())) {
      addStringMetadataToLoop(L, Mark.data());
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses MarkLanesPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &Functions =
      AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  const auto LibrariesOf = [&](Function &F) -> const TargetLibraryInfo & {
    return Functions.getResult<TargetLibraryAnalysis>(F);
  };
  bool Changed = false;
  for (Function &Outer : M) {
    unsigned Count;
    if (!hasSchedule(findInit(Outer, Count), {LoopSchedule::Distribute,
                                              LoopSchedule::DistributeChunked}))
      continue;
    for (Instruction &I : instructions(Outer)) {
      auto *Call = dyn_cast<CallInst>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->getName() != "__kmpc_fork_call")
        continue;
      auto *F = bodyOf(dyn_cast<Function>(Call->getArgOperand(2)));
      if (!F || F->isDeclaration())
        continue;
      const CallInst *Init = findInit(*F, Count);
      if (Count == 1 && hasSchedule(Init, {LoopSchedule::Static}) &&
          !knowsItsThread(*F, LibrariesOf))
        Changed |= markLoops(*F, *Init);
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool lanes::isMarked(const Loop &L) {
  return findOptionMDForLoop(&L, Mark) != nullptr;
}

void lanes::unmark(Loop &L) {
  if (MDNode *ID = L.getLoopID())
    L.setLoopID(makePostTransformationMetadata(L.getHeader()->getContext(), ID,
                                               {Mark}, {}));
}

void lanes::markRows(BranchInst &Latch, const Loop &Of) {
  LLVMContext &Context = Latch.getContext();
  SmallVector<Metadata *> Parts = {nullptr};
  // Remarks name the place.
  if (const MDNode *ID = Of.getLoopID())
    copy_if(ID->operands(), std::back_inserter(Parts),
            [](const MDOperand &Each) { return isa<DILocation>(Each.get()); });
  for (StringRef Each : {Mark, RowsMark})
    Parts.push_back(MDNode::get(Context, MDString::get(Context, Each)));
  MDNode *ID = MDNode::getDistinct(Context, Parts);
  ID->replaceOperandWith(0, ID);
  Latch.setMetadata(LLVMContext::MD_loop, ID);
}

bool lanes::hasRows(const Loop &L) {
  return findOptionMDForLoop(&L, RowsMark) != nullptr;
}

} // namespace ompjit
