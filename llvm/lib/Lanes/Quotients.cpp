//===- Quotients.cpp - Quotients and remainders of an index ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quotients.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ompjit::lanes {

std::optional<Quotient> quotientOf(Instruction &I) {
  const APInt *Shift;
  Value *Number;
  if (!I.getType()->isIntegerTy())
    return std::nullopt;
  if (I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::UDiv)
    return Quotient{I.getOperand(0), I.getOperand(1),
                    I.getOpcode() == Instruction::SDiv};
  if (match(&I, m_LShr(m_Value(Number), m_APInt(Shift))) &&
      Shift->ult(std::min(I.getType()->getIntegerBitWidth(), 64u) - 1))
    return Quotient{
        Number,
        ConstantInt::get(I.getType(), uint64_t(1) << Shift->getZExtValue()),
        false};
  return std::nullopt;
}

/// Whether all that is computed with a value needs no more than its lowest
/// bits, and nothing is said of the others.
static bool needsOnly(const Instruction &I, unsigned Bits) {
  const unsigned Width = I.getType()->getIntegerBitWidth();
  SmallSetVector<const Instruction *, 8> All;
  All.insert(&I);
  for (unsigned At = 0; At != All.size(); ++At)
    for (const User *Each : All[At]->users()) {
      const auto *By = cast<Instruction>(Each);
      const APInt *Shift;
      if (By->hasPoisonGeneratingFlags())
        return false;
      if (isa<TruncInst>(By) ? By->getType()->getIntegerBitWidth() <= Bits
                             : match(By, m_Shl(m_Value(), m_APInt(Shift))) &&
                                   Shift->uge(Width - Bits))
        continue;
      if (By->getOpcode() != Instruction::Add &&
          By->getOpcode() != Instruction::Sub &&
          By->getOpcode() != Instruction::Mul)
        return false;
      All.insert(By);
    }
  return true;
}

static bool isLength(const APInt &Factor, const APInt &Length,
                     const Instruction &Remainder) {
  const APInt Difference = Factor - Length;
  return Difference.isZero() || needsOnly(Remainder, Difference.countr_zero());
}

/// Whether a factor is the length, or is so in all bits that count.
static bool isLength(const Value *Factor, const Quotient &Of,
                     const Instruction &Remainder) {
  const APInt *Left, *Right, *Length;
  const Value *Low;
  if (Factor == Of.Length)
    return true;
  if (match(Of.Length, m_APInt(Length)))
    return match(Factor, m_APInt(Left)) && isLength(*Left, *Length, Remainder);
  if (match(Of.Length, m_SExt(m_Trunc(m_Specific(Factor)))))
    return needsOnly(Remainder, cast<Instruction>(Of.Length)
                                    ->getOperand(0)
                                    ->getType()
                                    ->getIntegerBitWidth());
  return match(Of.Length,
               m_AShr(m_Shl(m_Value(Low), m_APInt(Left)), m_APInt(Right))) &&
         Low == Factor && *Left == *Right &&
         needsOnly(Remainder, Left->getBitWidth() - Left->getZExtValue());
}

bool isRemainder(Instruction &I, const Quotient &Of) {
  if (I.getOpcode() == (Of.IsSigned ? Instruction::SRem : Instruction::URem))
    return I.getOperand(0) == Of.Number && I.getOperand(1) == Of.Length;
  Instruction *Whole;
  Value *Factor;
  const APInt *Constant;
  const auto *Length = dyn_cast<ConstantInt>(Of.Length);
  if (match(&I, m_Sub(m_Specific(Of.Number),
                      m_c_Mul(m_Instruction(Whole), m_Value(Factor)))))
    return quotientOf(*Whole) == Of && isLength(Factor, Of, I);
  if (match(&I, m_c_Add(m_Specific(Of.Number),
                        m_Mul(m_Instruction(Whole), m_APInt(Constant)))))
    return quotientOf(*Whole) == Of && Length &&
           isLength(-*Constant, Length->getValue(), I);
  return !Of.IsSigned && Length &&
         match(&I, m_And(m_Specific(Of.Number), m_APInt(Constant))) &&
         *Constant + 1 == Length->getValue();
}

} // namespace ompjit::lanes
