//===- Marks.cpp - Values that a program names ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Marks.h"

#include "ompjit/Specialize/Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit {

Mark markOf(const CallBase &Call) {
  StringRef Text;
  if (Call.getIntrinsicID() != Intrinsic::annotation ||
      !getConstantStringInfo(Call.getArgOperand(1), Text))
    return Mark::None;
  return StringSwitch<Mark>(Text)
      .Case("ompx_specialize", Mark::Always)
      .Case("ompx_never_specialize", Mark::Never)
      .Case("ompx_specialize_array", Mark::Array)
      .Default(Mark::None);
}

bool hasMarks(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.getIntrinsicID() == Intrinsic::annotation;
  });
}

static bool isMarked(const Value &V, Mark As) {
  const auto *Call = dyn_cast<CallBase>(&V);
  return Call && markOf(*Call) == As;
}

/// Sets the elements of the array from what is added to its begin: a marked
/// number, perhaps multiplied by the size of an element.
static bool setElements(Value &Added, uint64_t Scale, NamedEnd &End) {
  Value *Count = &Added;
  const APInt *Factor = nullptr;
  if (match(&Added, m_Shl(m_Value(Count), m_APInt(Factor))))
    Scale <<= Factor->getLimitedValue(32);
  else if (match(&Added, m_Mul(m_Value(Count), m_APInt(Factor))))
    Scale *= Factor->getLimitedValue(UINT32_MAX);
  if (!isMarked(*Count, Mark::Always))
    return false;
  End.ElementBytes = Scale;
  if (auto *Number =
          dyn_cast<ConstantInt>(cast<CallBase>(Count)->getArgOperand(0)))
    End.Count = Number->getLimitedValue();
  return true;
}

/// Takes the address apart.
static NamedEnd endOf(Value &Address, const DataLayout &Layout) {
  constexpr unsigned Bits = 64;
  SmallMapVector<Value *, APInt, 4> Added;
  APInt Distance(Bits, 0);
  Value *Begin = &Address;
  while (auto *Step = dyn_cast<GEPOperator>(Begin)) {
    if (Layout.getIndexTypeSizeInBits(Step->getType()) != Bits ||
        !Step->collectOffset(Layout, Bits, Added, Distance))
      return {};
    Begin = Step->getPointerOperand();
  }
  NamedEnd End{Begin, Distance.getSExtValue(), 0, std::nullopt};
  if (Added.size() != 1 ||
      !setElements(*Added.front().first, Added.front().second.getZExtValue(),
                   End))
    return {};
  return End;
}

std::optional<NamedEnd> namedEnd(Instruction &I) {
  auto *Number = dyn_cast<PtrToIntInst>(&I);
  if (!Number || Number->use_empty() ||
      !all_of(Number->users(),
              [](const User *U) { return isMarked(*U, Mark::Array); }))
    return std::nullopt;
  return endOf(*Number->getPointerOperand(), I.getDataLayout());
}

/// Removes a mark, and an address that only it needs.
static void drop(CallBase &Call) {
  Value *Marked = Call.getArgOperand(0);
  const bool IsAddress = markOf(Call) == Mark::Array;
  Call.replaceAllUsesWith(Marked);
  Call.eraseFromParent();
  if (IsAddress)
    RecursivelyDeleteTriviallyDeadInstructions(Marked);
}

bool dropMarks(Module &M) {
  SmallVector<CallBase *> Marks;
  for (Function &F : M)
    if (F.getIntrinsicID() == Intrinsic::annotation)
      for (User *Each : F.users())
        if (auto *Call = dyn_cast<CallBase>(Each);
            Call && markOf(*Call) != Mark::None)
          Marks.push_back(Call);
  if (Marks.empty())
    return false;
  for (CallBase *Each : Marks)
    drop(*Each);
  for (Function &F : make_early_inc_range(M))
    if (F.getIntrinsicID() == Intrinsic::annotation && F.use_empty())
      F.eraseFromParent();
  dropUnusedTexts(M);
  return true;
}

PreservedAnalyses DropMarksPass::run(Module &M, ModuleAnalysisManager &) {
  return dropMarks(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
