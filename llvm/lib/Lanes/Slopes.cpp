//===- Slopes.cpp - How places change along rows and columns --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slopes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit::lanes {

/// What an access costs that does not follow its neighbour's: of a line of the
/// cache that nothing else is read from or written to soon, and of elements one
/// by one in a line that is used by the next column.
static constexpr unsigned OfLine = 4, OfElements = 1;

namespace {

using Change = std::optional<int64_t>;

/// By how much a value changes from iteration to iteration of a row, and from
/// row to row; nothing where that varies or is not known.
struct Slope {
  Change InRow, OfRows;
};

class Slopes {
public:
  Slopes(const Loop &L, const Quotient &Rows, ScalarEvolution &Evolution)
      : L(L), Rows(Rows), Evolution(Evolution) {}

  Slope of(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return Slope{0, 0};
    const auto [At, IsNew] = Known.try_emplace(I);
    if (!IsNew)
      return At->second;
    const Slope Found = compute(*I);
    return Known[I] = Found;
  }

private:
  static Change times(Change Of, Change By) {
    return Of && By ? Change(int64_t(uint64_t(*Of) * uint64_t(*By))) : Change();
  }
  static Change plus(Change A, Change B) {
    return A && B ? Change(int64_t(uint64_t(*A) + uint64_t(*B))) : Change();
  }
  static Slope plus(Slope A, Slope B) {
    return {plus(A.InRow, B.InRow), plus(A.OfRows, B.OfRows)};
  }
  static Slope times(Slope Of, Change By) {
    return {Of.InRow == 0 ? 0 : times(Of.InRow, By),
            Of.OfRows == 0 ? 0 : times(Of.OfRows, By)};
  }
  static Slope over(Slope Of, int64_t By) {
    const auto Over = [&](Change Each) {
      return Each && *Each % By == 0 ? Change(*Each / By) : Change();
    };
    return {Over(Of.InRow), Over(Of.OfRows)};
  }
  static Change constant(const Value *V) {
    const auto *C = dyn_cast<ConstantInt>(V);
    return C ? C->getValue().trySExtValue() : std::nullopt;
  }

  Slope compute(Instruction &I) {
    if (quotientOf(I) == Rows)
      return {0, 1};
    if (isRemainder(I, Rows))
      return {1, 0};
    if (auto *Phi = dyn_cast<PHINode>(&I))
      return ofPhi(*Phi);
    if (isa<CastInst, FreezeInst>(I))
      return of(I.getOperand(0));
    if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
      return ofAddress(*Address);
    const auto *Or = dyn_cast<PossiblyDisjointInst>(&I);
    if (I.getOpcode() == Instruction::Add || (Or && Or->isDisjoint()))
      return plus(of(I.getOperand(0)), of(I.getOperand(1)));
    if (I.getOpcode() == Instruction::Sub)
      return plus(of(I.getOperand(0)), times(of(I.getOperand(1)), -1));
    if (I.getOpcode() == Instruction::Mul)
      for (unsigned Operand : {0, 1})
        if (L.isLoopInvariant(I.getOperand(Operand)))
          return times(of(I.getOperand(1 - Operand)),
                       constant(I.getOperand(Operand)));
    if (const APInt *Bits;
        match(&I, m_Shl(m_Value(), m_APInt(Bits))) && Bits->ult(62))
      return times(of(I.getOperand(0)), int64_t(1) << Bits->getZExtValue());
    // A sign extension begins with a shift to the left.
    if (const APInt *Bits;
        match(&I, m_AShr(m_Value(), m_APInt(Bits))) && Bits->ult(62))
      return over(of(I.getOperand(0)), int64_t(1) << Bits->getZExtValue());
    return {};
  }

  Slope ofPhi(PHINode &Phi) {
    InductionDescriptor Induction;
    if (Phi.getParent() != L.getHeader() ||
        !InductionDescriptor::isInductionPHI(&Phi, &L, &Evolution, Induction))
      return {};
    const ConstantInt *Step = Induction.getConstIntStepValue();
    const Change InRow = Step ? constant(Step) : std::nullopt;
    return {InRow, times(InRow, constant(Rows.Length))};
  }

  Slope ofAddress(GetElementPtrInst &I) {
    Slope All = of(I.getPointerOperand());
    for (auto Each = gep_type_begin(I), End = gep_type_end(I); Each != End;
         ++Each)
      if (!Each.isStruct())
        All = plus(
            All,
            times(of(Each.getOperand()),
                  int64_t(Each.getSequentialElementStride(I.getDataLayout())
                              .getFixedValue())));
    return All;
  }

  const Loop &L;
  const Quotient &Rows;
  ScalarEvolution &Evolution;
  DenseMap<const Instruction *, Slope> Known;
};

} // namespace

bool areRowsBetter(const Loop &L, const Quotient &Rows,
                   ScalarEvolution &Evolution) {
  Slopes Of(L, Rows, Evolution);
  unsigned InRow = 0, OfRows = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      Value *Place = getLoadStorePointerOperand(&I);
      if (!Place)
        continue;
      const auto Size =
          int64_t(I.getDataLayout().getTypeAllocSize(getLoadStoreType(&I)));
      const auto Follows = [&](Change By) {
        return By && (*By == 0 || *By == Size || *By == -Size);
      };
      const Slope At = Of.of(Place);
      const bool IsInLine = Follows(At.InRow);
      InRow += IsInLine ? 0 : OfLine;
      if (!Follows(At.OfRows))
        OfRows += IsInLine ? OfElements : OfLine;
    }
  return OfRows < InRow;
}

} // namespace ompjit::lanes
