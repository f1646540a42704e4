//===- Cost.cpp - Whether lanes are worth it ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost.h"

#include "Updates.h"

#include "VectorForms.h"

#include "llvm/ADT/bit.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::lanes {

/// How many turns an inner loop is assumed to take.
static constexpr double Turns = 16;
/// Lanes of a ragged loop wait for the one that takes the most turns, and in
/// one that is in another ragged loop they do so in each of its turns.
static constexpr double Waiting = 1.4;
/// What lanes have to win, since the costs of single instructions say nothing
/// of waiting for memory; and to be sure that they win.
static constexpr double WorthIt = 0.65, Sure = 0.5;

/// What LLVM takes a call to cost.
static constexpr double OfCall = 10;
/// Of one processor alone; LLVM takes it to cost what a store costs.
static constexpr double OfAtomic = 20;

/// Larger bodies take long to compile three times, and have more values than
/// there are registers.
static constexpr unsigned LargestBody = 2000;
/// How many vectors take turns at most, in loops of how many instructions.
static constexpr unsigned MostAtOnce = 4, LongestAtOnce = 32;
/// How many lines are written to by turns at most: those of rows whose length
/// is a power of two may all be in one set of a cache.
static constexpr unsigned MostLines = 8;

namespace {

class CostModel {
public:
  CostModel(const Loop &L, const Shapes &Of, const LoopInfo &Loops,
            ScalarEvolution &Evolution, const TargetTransformInfo &Target)
      : L(L), Of(Of), Loops(Loops), Evolution(Evolution), Target(Target) {}

  LaneChoice choose(bool IsDecided) {
    const unsigned Register =
        Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
            .getFixedValue();
    const unsigned Widest = widestLane();
    size_t Size = 0;
    for (const BasicBlock *Block : L.blocks())
      Size += Block->size();
    if (Size > LargestBody)
      return {};
    if (Widest < 8 || Register < 2 * Widest)
      return {};
    Lanes = Register / std::max(Widest, 32u);
    if (IsDecided)
      return {writesLines() ? std::min(Lanes, MostLines) : Lanes};
    double Scalar = 0, Vector = 0;
    LaneChoice Choice;
    for (BasicBlock *Block : L.blocks()) {
      const Loop *Around = Loops.getLoopFor(Block);
      double Times = 1;
      double Slower = 1;
      for (const Loop *Each = Around; Each != &L;
           Each = Each->getParentLoop()) {
        Times *= Turns;
        if (Of.isRagged(Each))
          Slower *= Waiting;
      }
      double One = 0, All = 0;
      for (Instruction &I : *Block) {
        One += scalarCost(I);
        All += vectorCost(I);
      }
      const bool HasVectors = hasVectorsAnyway(*Around);
      Choice.HasVectorsInside |= HasVectors;
      Scalar += Times * One / (HasVectors ? Lanes : 1);
      Vector += Times * All * Slower;
    }
    const double Share = Vector / (Scalar * Lanes);
    if (Share < WorthIt) {
      Choice.Lanes = Lanes * atOnce();
      Choice.IsInDoubt = Share >= Sure;
    }
    return Choice;
  }

private:
  static constexpr auto Kind = TargetTransformInfo::TCK_RecipThroughput;

  /// Whether each lane writes to a line of its own.
  bool writesLines() const {
    return any_of(L.blocks(), [&](const BasicBlock *Block) {
      return any_of(*Block, [&](const Instruction &I) {
        const auto *Store = dyn_cast<StoreInst>(&I);
        if (!Store)
          return false;
        const Shape At = Of.of(Store->getPointerOperand());
        const auto Size = int64_t(I.getDataLayout().getTypeAllocSize(
            Store->getValueOperand()->getType()));
        return !At.isScalar() || std::abs(At.Stride) > Size;
      });
    });
  }

  /// How many vectors of a kind are worth it, so that one is computed while
  /// the others wait for their last turn's results.
  unsigned atOnce() {
    unsigned Least = MostAtOnce;
    for (const Loop *Inner : Loops.getLoopsInPreorder())
      if (L.contains(Inner) && Inner != &L && Inner->isInnermost())
        Least = std::min(Least, atOnceIn(*Inner));
    // More lanes than iterations are of no use.
    if (const unsigned Most = Evolution.getSmallConstantMaxTripCount(&L))
      while (Least > 1 && uint64_t(Lanes) * Least > PowerOf2Ceil(Most))
        Least /= 2;
    return Least;
  }

  unsigned atOnceIn(const Loop &Inner) {
    unsigned Count = 0;
    SmallPtrSet<const Value *, 16> Kept;
    for (BasicBlock *Block : Inner.blocks())
      for (Instruction &I : *Block) {
        if (!Of.of(&I).isScalar() && !I.isTerminator()) {
          ++Count;
          if (isa<PHINode>(I) && Block == Inner.getHeader())
            Kept.insert(&I);
        }
        for (const Value *Operand : I.operands()) {
          const auto *Before = dyn_cast<Instruction>(Operand);
          if (Before && !Inner.contains(Before) && !Of.of(Before).isScalar())
            Kept.insert(Before);
        }
      }
    if (Count > LongestAtOnce)
      return 1;
    // Some registers are for what comes in between.
    const unsigned Registers = Target.getNumberOfRegisters(
        Target.getRegisterClassForType(/*Vector=*/true));
    const unsigned Fits = Registers * 3 / 4 / (Kept.size() + 2);
    return std::min(Of.isRagged(&Inner) ? 2u : MostAtOnce,
                    std::max(1u, unsigned(bit_floor(Fits))));
  }

  static double value(InstructionCost Cost) {
    // What has no cost is not done with vectors.
    return Cost.isValid() ? double(Cost.getValue()) : 1000.0;
  }

  /// Bits of the widest value that differs between lanes.
  unsigned widestLane() const {
    unsigned Widest = 0;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        const Type *T = I.getType();
        if (auto *Store = dyn_cast<StoreInst>(&I))
          T = Store->getValueOperand()->getType();
        else if (Of.of(&I).isScalar())
          continue;
        if (T->isFloatingPointTy() || T->isIntegerTy())
          Widest = std::max(Widest, T->getScalarSizeInBits());
      }
    return Widest;
  }

  /// Whether LLVM would vectorise an inner loop, if this one has no lanes: its
  /// accesses follow each other, and nothing has an order.
  bool hasVectorsAnyway(const Loop &Inner) {
    if (&Inner == &L || !Inner.isInnermost())
      return false;
    for (PHINode &Phi : Inner.getHeader()->phis()) {
      InductionDescriptor Induction;
      RecurrenceDescriptor Reduction;
      const bool IsPart =
          InductionDescriptor::isInductionPHI(&Phi, &Inner, &Evolution,
                                              Induction) ||
          (RecurrenceDescriptor::isReductionPHI(
               &Phi, const_cast<Loop *>(&Inner), Reduction) &&
           !Reduction.isOrdered() && !Reduction.hasExactFPMath());
      if (!IsPart)
        return false;
    }
    return all_of(Inner.blocks(), [&](BasicBlock *Block) {
      return all_of(*Block, [&](Instruction &I) {
        if (isa<AtomicRMWInst>(I))
          return false;
        Value *Place = getLoadStorePointerOperand(&I);
        if (!Place || Inner.isLoopInvariant(Place))
          return true;
        const auto *Address =
            dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Place));
        const auto *Step =
            Address && Address->getLoop() == &Inner
                ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(Evolution))
                : nullptr;
        return Step && Step->getAPInt().abs() ==
                           I.getDataLayout()
                               .getTypeAllocSize(getLoadStoreType(&I))
                               .getFixedValue();
      });
    });
  }

  Type *vectorOf(Type *T) const {
    return T->isVoidTy() ? T : FixedVectorType::get(T, Lanes);
  }

  double scalarCost(Instruction &I) const {
    return isa<AtomicRMWInst>(I) ? OfAtomic
                                 : value(Target.getInstructionCost(&I, Kind));
  }

  double vectorCost(Instruction &I) {
    if (isa<LoadInst, StoreInst>(I))
      return accessCost(I);
    // That of a call is not multiplied, but its work is.
    if (isa<MemSetInst>(I))
      return scalarCost(I) * Lanes;
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      return canShareUpdate(*Update, Of) ? OfAtomic + Lanes
                                         : (OfAtomic + 2) * Lanes;
    if (Of.of(&I).isScalar() || I.isTerminator())
      return value(Target.getInstructionCost(&I, Kind));
    Type *const T = vectorOf(I.getType());
    // Lanes that come on different ways are put together.
    if (isa<PHINode>(I))
      return I.getParent() == L.getHeader() ? 0 : 1;
    if (isa<CmpInst, SelectInst>(I))
      return value(Target.getCmpSelInstrCost(
          I.getOpcode(), vectorOf(I.getOperand(1)->getType()),
          vectorOf(Type::getInt1Ty(I.getContext())),
          isa<CmpInst>(I) ? cast<CmpInst>(I).getPredicate()
                          : CmpInst::BAD_ICMP_PREDICATE,
          Kind));
    if (auto *Cast = dyn_cast<CastInst>(&I))
      return value(Target.getCastInstrCost(
          Cast->getOpcode(), T, vectorOf(Cast->getSrcTy()),
          TargetTransformInfo::CastContextHint::None, Kind));
    if (isa<BinaryOperator, UnaryOperator>(I))
      return value(Target.getArithmeticInstrCost(I.getOpcode(), T, Kind));
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Form = vectorFormOf(*Call, Lanes))
        return OfCall *
               std::max(1u, Lanes / cast<FixedVectorType>(Form->getReturnType())
                                        ->getNumElements());
    if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      SmallVector<Type *, 3> Types;
      for (const Value *Argument : Call->args())
        Types.push_back(vectorOf(Argument->getType()));
      return value(Target.getIntrinsicInstrCost(
          IntrinsicCostAttributes(Call->getIntrinsicID(), T, Types), Kind));
    }
    // Addresses of gathers; and functions, one by one.
    return isa<CallInst>(I) ? OfCall * Lanes : 1;
  }

  double accessCost(Instruction &I) {
    const Shape At = Of.of(getLoadStorePointerOperand(&I));
    Type *const One = getLoadStoreType(&I);
    if (At.K == Shape::Uniform)
      return value(Target.getInstructionCost(&I, Kind));
    Type *const All = vectorOf(One);
    const auto Size = int64_t(I.getDataLayout().getTypeAllocSize(One));
    if (At.K == Shape::Strided && (At.Stride == Size || At.Stride == -Size))
      return value(Target.getMemoryOpCost(I.getOpcode(), All,
                                          getLoadStoreAlignment(&I), 0, Kind)) +
             (At.Stride < 0);
    return value(Target.getMemIntrinsicInstrCost(
        MemIntrinsicCostAttributes(isa<LoadInst>(I) ? Intrinsic::masked_gather
                                                    : Intrinsic::masked_scatter,
                                   All, getLoadStorePointerOperand(&I),
                                   /*VariableMask=*/true,
                                   getLoadStoreAlignment(&I), &I),
        Kind));
  }

  const Loop &L;
  const Shapes &Of;
  const LoopInfo &Loops;
  ScalarEvolution &Evolution;
  const TargetTransformInfo &Target;
  unsigned Lanes = 0;
};

} // namespace

LaneChoice chooseLanes(const Loop &L, const Shapes &Of, const LoopInfo &Loops,
                       ScalarEvolution &Evolution,
                       const TargetTransformInfo &Target, bool IsDecided) {
  return CostModel(L, Of, Loops, Evolution, Target).choose(IsDecided);
}

} // namespace ompjit::lanes
