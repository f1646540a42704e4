//===- CodeTuning.cpp - Choices that are not the usual ones ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/CodeTuning.h"

#include "ompjit/Specialize/Calls.h"
#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/OneTeam.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

/// The runtime knows how many threads a team may have; it gets fewer.
static void limitThreads(Module &M, uint32_t Most) {
  for (CallInst *Asked : callsOf(M, OneTeamName)) {
    IRBuilder<> B(Asked->getNextNode());
    Value *Limit = B.getInt32(Most);
    auto *Fewer = B.CreateBinaryIntrinsic(Intrinsic::smin, Asked, Limit);
    Asked->replaceUsesWithIf(
        Fewer, [&](const Use &Each) { return Each.getUser() != Fewer; });
  }
}

void tuneFunctions(Module &M, const CodeTuning &Chosen) {
  const Triple &Target = M.getTargetTriple();
  if (Target.isNVPTX() && Chosen.ResidentTeams)
    for (Function &F : M)
      if (isGpuKernel(F) && !F.isDeclaration())
        F.addFnAttr("nvvm.minctasm", std::to_string(Chosen.ResidentTeams));
  if (Target.isGPU())
    return;
  if (Chosen.MaxThreads)
    limitThreads(M, Chosen.MaxThreads);
  if (Chosen.VectorBits)
    for (Function &F : M)
      if (!F.isDeclaration())
        F.addFnAttr("prefer-vector-width", std::to_string(Chosen.VectorBits));
}

static MDNode *flag(LLVMContext &Context, StringRef Name) {
  return MDNode::get(Context, MDString::get(Context, Name));
}

static MDNode *number(LLVMContext &Context, StringRef Name, uint32_t Value) {
  return MDNode::get(Context, {MDString::get(Context, Name),
                               ConstantAsMetadata::get(ConstantInt::get(
                                   Type::getInt32Ty(Context), Value))});
}

/// Whether the program, or an earlier pass, says how the loop is to be
/// transformed.
static bool isSpokenFor(const Loop &L) {
  const MDNode *Known = L.getLoopID();
  return Known && any_of(drop_begin(Known->operands()), [](const Metadata *M) {
           const auto *Row = dyn_cast<MDNode>(M);
           const auto *Name = Row && Row->getNumOperands()
                                  ? dyn_cast<MDString>(Row->getOperand(0))
                                  : nullptr;
           return Name &&
                  (Name->getString().starts_with("llvm.loop.unroll") ||
                   Name->getString().starts_with("llvm.loop.interleave"));
         });
}

/// A vectorised loop has its vectors at a time already, so it must not be
/// unrolled on top of that.
static void tune(Loop &L, LLVMContext &Context, uint32_t Unroll) {
  SmallVector<Metadata *> Rows = {nullptr};
  if (const MDNode *Known = L.getLoopID())
    append_range(Rows, drop_begin(Known->operands()));
  MDNode *Never = flag(Context, "llvm.loop.unroll.disable");
  Rows.push_back(number(Context, "llvm.loop.interleave.count", Unroll));
  if (Unroll == 1) {
    Rows.push_back(Never);
  } else {
    Rows.push_back(number(Context, "llvm.loop.unroll.count", Unroll));
    Rows.push_back(MDNode::get(
        Context, {MDString::get(Context, "llvm.loop.vectorize.followup_all"),
                  Never, number(Context, "llvm.loop.isvectorized", 1)}));
  }
  MDNode *New = MDNode::getDistinct(Context, Rows);
  New->replaceOperandWith(0, New);
  L.setLoopID(New);
}

PreservedAnalyses TuneLoopsPass::run(Function &F,
                                     FunctionAnalysisManager &Analyses) {
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && !isSpokenFor(*L))
      tune(*L, F.getContext(), Unroll);
  return PreservedAnalyses::all();
}

} // namespace ompjit
