//===- Shapes.cpp - How values differ between lanes -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit::lanes {

static constexpr Shape UniformShape{Shape::Uniform, /*IsExact=*/true, 0};
static constexpr Shape VaryingShape{Shape::Varying, false, 0};

static Shape strided(int64_t Stride, bool IsExact) {
  return {Stride == 0 ? Shape::Uniform : Shape::Strided, IsExact, Stride};
}

Shapes::Shapes(Loop &L, const HeaderPhis &Phis, const Locals &Own,
               LoopInfo &Loops, PostDominatorTree &Joins,
               ScalarEvolution &Evolution, const SCEV *BackedgesTaken)
    : L(L), Phis(Phis), Own(Own), Loops(Loops), Joins(Joins),
      Evolution(Evolution), BackedgesTaken(BackedgesTaken) {}

Shape Shapes::of(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (I && L.contains(I))
    return Known.lookup(I);
  const LocalArray *Array = Own.at(V);
  return Array ? strided(Array->stride(), /*IsExact=*/false) : UniformShape;
}

const char *Shapes::analyze() {
  for (bool Changed = true; Changed && !Fault;) {
    Changed = false;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        Changed |= update(I);
    Changed |= updateControl();
  }
  return Fault;
}

/// Shapes go up only, so that this ends.
bool Shapes::update(Instruction &I) {
  Shape &Old = Known[&I];
  if (Old.K == Shape::Varying)
    return false;
  Shape New = transfer(I);
  if (New == Old || New.K == Shape::Unknown)
    return false;
  if (Old.K != Shape::Unknown && (New.K != Old.K || New.Stride != Old.Stride))
    New = VaryingShape;
  // What was found not to be exact stays so.
  else if (Old.K != Shape::Unknown)
    New.IsExact &= Old.IsExact;
  if (New == Old)
    return false;
  Known[&I] = New;
  return true;
}

Shape Shapes::transfer(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return transferPhi(*Phi);
  bool AllUniform = true;
  for (const Value *Operand : I.operands()) {
    if (isa<BasicBlock>(Operand))
      continue;
    const Shape::Kind K = of(Operand).K;
    if (K == Shape::Unknown)
      return {};
    AllUniform &= K == Shape::Uniform;
  }
  if (AllUniform)
    return UniformShape;
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return transferBinary(*Binary);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return transferCast(*Cast);
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return transferAddress(*Address);
  if (isa<FreezeInst>(I))
    return of(I.getOperand(0));
  if (auto *Select = dyn_cast<SelectInst>(&I))
    if (of(Select->getCondition()).K == Shape::Uniform) {
      const Shape A = of(Select->getTrueValue());
      const Shape B = of(Select->getFalseValue());
      if (A.isScalar() && A.K == B.K && A.Stride == B.Stride)
        return strided(A.Stride, A.IsExact && B.IsExact);
    }
  return VaryingShape;
}

Shape Shapes::transferPhi(PHINode &Phi) {
  if (auto At = Phis.find(&Phi); At != Phis.end())
    return At->second.K == HeaderPhi::Induction
               ? strided(At->second.Step,
                         Phi.getType()->isIntegerTy() &&
                             fits(&Phi, Phi.getType()->getIntegerBitWidth()))
               : VaryingShape;
  if (Meeting.contains(Phi.getParent()))
    return VaryingShape;
  Shape All;
  for (const Value *Incoming : Phi.incoming_values()) {
    const Shape Each = of(Incoming);
    if (Each.K == Shape::Unknown)
      continue;
    if (Each.K == Shape::Varying)
      return VaryingShape;
    if (All.K == Shape::Unknown)
      All = Each;
    else if (All.K != Each.K || All.Stride != Each.Stride)
      return VaryingShape;
    else
      All.IsExact &= Each.IsExact;
  }
  return All;
}

Shape Shapes::transferBinary(BinaryOperator &I) {
  if (!I.getType()->isIntegerTy())
    return VaryingShape;
  const Shape A = of(I.getOperand(0)), B = of(I.getOperand(1));
  const Value *X;
  const APInt *Left, *Right;
  // The sign extension of a part, times a power of two.
  if (match(&I, m_AShr(m_Shl(m_Value(X), m_APInt(Left)), m_APInt(Right)))) {
    const unsigned Width = I.getType()->getIntegerBitWidth();
    const Shape Of = of(X);
    if (!Of.isScalar() || Left->ult(*Right) || Left->uge(Width) ||
        !fits(const_cast<Value *>(X), Width - Left->getZExtValue()))
      return VaryingShape;
    return strided(
        int64_t(uint64_t(Of.Stride) << (*Left - *Right).getZExtValue()), true);
  }
  // The same where the shift to the left is part of what was computed before.
  if (match(&I, m_AShr(m_Value(), m_APInt(Right))) && A.isScalar() &&
      Right->ult(I.getType()->getIntegerBitWidth())) {
    const unsigned Shift = Right->getZExtValue();
    return fitsInTurns(I.getOperand(0), Shift,
                       I.getType()->getIntegerBitWidth() - Shift)
               ? strided(
                     SignExtend64(uint64_t(A.Stride) >> Shift,
                                  I.getType()->getIntegerBitWidth() - Shift),
                     true)
               : VaryingShape;
  }
  if (!A.isScalar() || !B.isScalar())
    return VaryingShape;
  const auto *Wraps = dyn_cast<OverflowingBinaryOperator>(&I);
  const bool IsExact =
      A.IsExact && B.IsExact && isExact(I, Wraps && Wraps->hasNoSignedWrap());
  const APInt *Factor;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return strided(A.Stride + B.Stride, IsExact);
  case Instruction::Sub:
    return strided(A.Stride - B.Stride, IsExact);
  case Instruction::Or:
    // It is a sum for lanes that come there.
    return cast<PossiblyDisjointInst>(I).isDisjoint() &&
                   !Masked.contains(I.getParent())
               ? strided(A.Stride + B.Stride, A.IsExact && B.IsExact)
               : VaryingShape;
  case Instruction::Mul:
    if (match(I.getOperand(1), m_APInt(Factor)) && Factor->abs().ult(1 << 20))
      return strided(A.Stride * Factor->getSExtValue(), IsExact);
    return VaryingShape;
  case Instruction::Shl:
    // Strides are modulo the type's range.
    if (match(I.getOperand(1), m_APInt(Factor)) &&
        Factor->ult(I.getType()->getIntegerBitWidth()))
      return strided(int64_t(uint64_t(A.Stride) << Factor->getZExtValue()),
                     IsExact && Factor->ult(20));
    return VaryingShape;
  default:
    return VaryingShape;
  }
}

/// What a flag says holds for lanes that come there. The others have to follow
/// in steps as well, since a place is computed from that of the first lane.
bool Shapes::isExact(Instruction &I, bool HasFlag) {
  return HasFlag && (!Masked.contains(I.getParent()) ||
                     fits(&I, I.getType()->getIntegerBitWidth()));
}

Shape Shapes::transferCast(CastInst &I) {
  const Shape Of = of(I.getOperand(0));
  if (!Of.isScalar())
    return VaryingShape;
  Value *From = I.getOperand(0);
  const unsigned Bits = From->getType()->getScalarSizeInBits();
  switch (I.getOpcode()) {
  case Instruction::Trunc: {
    const unsigned To = I.getType()->getIntegerBitWidth();
    return To > 8 ? strided(Of.Stride, Of.IsExact && fits(From, To))
                  : VaryingShape;
  }
  case Instruction::SExt:
    return Bits > 8 && (Of.IsExact || fits(From, Bits))
               ? strided(Of.Stride, true)
               : VaryingShape;
  case Instruction::ZExt:
    return Bits > 8 && isExact(I, I.hasNonNeg()) &&
                   (Of.IsExact || fits(From, Bits))
               ? strided(Of.Stride, true)
               : VaryingShape;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return I.getType()->getScalarSizeInBits() == Bits ||
                   I.getType()->isPointerTy()
               ? strided(Of.Stride, false)
               : VaryingShape;
  default:
    return VaryingShape;
  }
}

Shape Shapes::transferAddress(GetElementPtrInst &I) {
  const DataLayout &Layout = I.getDataLayout();
  const Shape Base = of(I.getPointerOperand());
  if (!Base.isScalar() || I.getType()->isVectorTy())
    return VaryingShape;
  // Elements of copies lie further apart.
  const LocalArray *Array = Own.at(&I);
  const bool IsInterleaved = Array && Array->Element;
  int64_t Stride = Base.Stride;
  for (auto Each = gep_type_begin(I), End = gep_type_end(I); Each != End;
       ++Each) {
    const Shape Of = of(Each.getOperand());
    if (Of.K == Shape::Uniform)
      continue;
    // A narrower index is extended.
    const unsigned Bits = Each.getOperand()->getType()->getScalarSizeInBits();
    if (!Of.isScalar() || Each.isStruct() || IsInterleaved ||
        (Bits < Layout.getIndexTypeSizeInBits(I.getType()) && !Of.IsExact))
      return VaryingShape;
    Stride += Of.Stride *
              int64_t(Each.getSequentialElementStride(Layout).getFixedValue());
  }
  return strided(Stride, false);
}

bool Shapes::fits(Value *V, unsigned Bits) {
  const SCEV *Of = Evolution.getSCEV(V);
  const unsigned Width = Of->getType()->getScalarSizeInBits();
  if (Bits < Width && Evolution.getSignedRange(Of).getMinSignedBits() <= Bits)
    return true;
  const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Of);
  if (Recurrence && Recurrence->getLoop() != &L)
    return fitsInTurns(V, /*Shift=*/0, std::min(Bits, Width));
  if (!Recurrence || Recurrence->getLoop() != &L || !Recurrence->isAffine() ||
      Width > 64)
    return false;
  if (Bits >= Width && Recurrence->hasNoSignedWrap())
    return true;
  const auto *Step =
      dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(Evolution));
  if (!Step || !isSmall(*Step))
    return false;
  Type *const Wide = Type::getInt64Ty(V->getContext());
  const SCEV *First = Recurrence->getStart();
  const SCEV *Last;
  if (Width < 64) {
    First = Evolution.getSignExtendExpr(First, Wide);
    Last = after(First, *Step, BackedgesTaken);
  } else {
    if (Bits >= 64 && !Step->getAPInt().isOne())
      return false;
    Last = Recurrence->evaluateAtIteration(
        Evolution.getNoopOrZeroExtend(BackedgesTaken, Wide), Evolution);
  }
  assume({First, Last, std::min(Bits, Width)});
  return true;
}

/// The same for a value that changes in an inner loop, too, of as many turns in
/// all iterations: if it fits in the first and the last turn of the first and
/// the last iteration, it does in between.
bool Shapes::fitsInTurns(Value *V, unsigned Shift, unsigned Bits) {
  if (Bits == 0 || Bits >= 64 || V->getType()->getScalarSizeInBits() > 64)
    return false;
  const auto *Turns = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(V));
  const SCEV *Taken = nullptr;
  const auto *Iterations = Turns;
  if (Turns && Turns->getLoop() != &L) {
    if (!Turns->isAffine() || !L.contains(Turns->getLoop()))
      return false;
    Iterations = dyn_cast<SCEVAddRecExpr>(Turns->getStart());
    Taken = Evolution.getBackedgeTakenCount(Turns->getLoop());
  }
  if (!Iterations || Iterations->getLoop() != &L || !Iterations->isAffine())
    return false;
  const auto *Stride =
      dyn_cast<SCEVConstant>(Iterations->getStepRecurrence(Evolution));
  // The value has the same stride as its lowest bits.
  if (!Stride || (Shift == 0 && !isSmall(*Stride)))
    return false;
  const SCEV *First = partOf(Iterations->getStart(), Shift, Bits);
  const auto *Step =
      dyn_cast_or_null<SCEVConstant>(partOf(Stride, Shift, Bits));
  if (!First || !Step || !isSmall(*Step))
    return false;
  const SCEV *Last = after(First, *Step, BackedgesTaken);
  if (Taken) {
    const SCEV *InTurns =
        partOf(Turns->getStepRecurrence(Evolution), Shift, Bits);
    if (!InTurns || isa<SCEVCouldNotCompute>(Taken) ||
        Taken->getType()->getScalarSizeInBits() > 64 ||
        !Evolution.isLoopInvariant(Taken, &L) ||
        !Evolution.isLoopInvariant(InTurns, &L))
      return false;
    Taken = Evolution.getNoopOrZeroExtend(Taken, First->getType());
    const SCEV *Way = Evolution.getMulExpr(Taken, InTurns);
    // So that the product is one.
    assume({Taken, Taken, 30});
    assume({InTurns, InTurns, 34});
    assume({Evolution.getAddExpr(First, Way), Evolution.getAddExpr(Last, Way),
            Bits});
  }
  assume({First, Last, Bits});
  return true;
}

/// Some bits of a number as a signed one of 64 bits; null if it has others
/// below them.
const SCEV *Shapes::partOf(const SCEV *Number, unsigned Shift,
                           unsigned Bits) const {
  LLVMContext &Context = Evolution.getContext();
  if (Evolution.getMinTrailingZeros(Number) < Shift)
    return nullptr;
  const APInt Divisor =
      APInt::getOneBitSet(Number->getType()->getScalarSizeInBits(), Shift);
  return Evolution.getSignExtendExpr(
      Evolution.getTruncateOrNoop(
          Evolution.getUDivExpr(Number, Evolution.getConstant(Divisor)),
          Type::getIntNTy(Context, Bits)),
      Type::getInt64Ty(Context));
}

/// From the first to the last iteration a value comes around only if it has
/// larger steps.
bool Shapes::isSmall(const SCEVConstant &Step) {
  return Step.getAPInt().abs().ule(1 << 20);
}

/// What a number of 64 bits is after so many steps.
const SCEV *Shapes::after(const SCEV *First, const SCEVConstant &Step,
                          const SCEV *Taken) const {
  Type *const Wide = First->getType();
  return Evolution.getAddExpr(
      First,
      Evolution.getMulExpr(
          Evolution.getNoopOrZeroExtend(Taken, Wide),
          Evolution.getConstant(Wide, Step.getAPInt().getSExtValue(), true)));
}

void Shapes::assume(const Assumption &New) {
  if (none_of(Assumptions, [&](const Assumption &Each) {
        return Each.First == New.First && Each.Last == New.Last &&
               Each.Bits == New.Bits;
      }))
    Assumptions.push_back(New);
}

BasicBlock *Shapes::joinOf(BasicBlock *Block) const {
  const DomTreeNodeBase<BasicBlock> *Node = Joins.getNode(Block);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

Region Shapes::regionFrom(ArrayRef<BasicBlock *> First,
                          BasicBlock *Join) const {
  Region All;
  All.Join = Join;
  SmallVector<BasicBlock *> Next(First.begin(), First.end());
  while (!Next.empty()) {
    BasicBlock *Block = Next.pop_back_val();
    if (Block == Join || !L.contains(Block) || !All.Blocks.insert(Block))
      continue;
    append_range(Next, successors(Block));
  }
  return All;
}

Region Shapes::regionAt(BasicBlock *Block) const {
  SmallVector<BasicBlock *, 2> First(successors(Block));
  return regionFrom(First, joinOf(Block));
}

Region Shapes::regionOf(const Loop &Inner) const {
  BasicBlock *Join = nullptr;
  for (BasicBlock *Block : Inner.blocks()) {
    BasicBlock *At = Parting.contains(Block) ? joinOf(Block) : nullptr;
    if (!At || Inner.contains(At))
      continue;
    Join = Join ? Joins.findNearestCommonDominator(Join, At) : At;
  }
  return regionFrom({Inner.getHeader()}, Join);
}

/// Whether lanes come to the block from different predecessors. A loop that
/// lanes enter together has a predecessor outside, and they go around together.
bool Shapes::isJoin(const BasicBlock *Block, const BasicBlock *From,
                    const Region &Between) const {
  const Loop *Around = Loops.getLoopFor(Block);
  const bool IsHeader = Around && Around->getHeader() == Block;
  unsigned Ways = 0;
  for (const BasicBlock *Each : predecessors(Block)) {
    if (IsHeader && Around->contains(Each) && !Around->contains(From))
      continue;
    Ways +=
        Each == From || Between.Blocks.contains(const_cast<BasicBlock *>(Each));
  }
  return Ways > 1;
}

bool Shapes::updateControl() {
  bool Changed = false;
  for (BasicBlock *Block : L.blocks()) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (!Branch || !Branch->isConditional() || Block == L.getLoopLatch() ||
        Parting.contains(Block))
      continue;
    const Shape::Kind K = of(Branch->getCondition()).K;
    if (K == Shape::Unknown || K == Shape::Uniform)
      continue;
    Changed = true;
    Parting.insert(Block);
    const Region Between = regionAt(Block);
    if (!Between.Join || !L.contains(Between.Join)) {
      Fault = "lanes part and never meet";
      return true;
    }
    Masked.insert(Between.Blocks.begin(), Between.Blocks.end());
    for (BasicBlock *Each : Between.Blocks)
      if (isJoin(Each, Block, Between))
        Meeting.insert(Each);
    if (isJoin(Between.Join, Block, Between))
      Meeting.insert(Between.Join);
    for (Loop *Inner = Loops.getLoopFor(Block); Inner != &L;
         Inner = Inner->getParentLoop()) {
      if (Inner->contains(Between.Join))
        break;
      Ragged.insert(Inner);
      SmallVector<BasicBlock *> Exits;
      Inner->getExitBlocks(Exits);
      Meeting.insert(Exits.begin(), Exits.end());
    }
  }
  return Changed;
}

} // namespace ompjit::lanes
