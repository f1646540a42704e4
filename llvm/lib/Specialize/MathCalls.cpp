//===- MathCalls.cpp - Calls of mathematics -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table has one row for each intrinsic. Vectors are split; a float of less
// than 32 bits is converted to one of 32 for the call.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/MathCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

namespace {

enum class Approximates { Nobody, Amd, Both };

struct MathFunction {
  Intrinsic::ID Which;
  StringLiteral Intrinsic; ///< Without "llvm." and the types.
  StringLiteral Double, Float;
  /// Which GPUs have an approximate instruction for float.
  Approximates Who = Approximates::Nobody;
};

} // namespace

static constexpr MathFunction Functions[] = {
    {Intrinsic::acos, "acos", "acos", "acosf"},
    {Intrinsic::asin, "asin", "asin", "asinf"},
    {Intrinsic::atan, "atan", "atan", "atanf"},
    {Intrinsic::atan2, "atan2", "atan2", "atan2f"},
    {Intrinsic::cos, "cos", "cos", "cosf", Approximates::Both},
    {Intrinsic::cosh, "cosh", "cosh", "coshf"},
    {Intrinsic::exp, "exp", "exp", "expf", Approximates::Amd},
    {Intrinsic::exp10, "exp10", "exp10", "exp10f", Approximates::Amd},
    {Intrinsic::exp2, "exp2", "exp2", "exp2f", Approximates::Both},
    {Intrinsic::log, "log", "log", "logf", Approximates::Amd},
    {Intrinsic::log10, "log10", "log10", "log10f", Approximates::Amd},
    {Intrinsic::log2, "log2", "log2", "log2f", Approximates::Amd},
    {Intrinsic::llrint, "llrint", "llrint", "llrintf"},
    {Intrinsic::llround, "llround", "llround", "llroundf"},
    {Intrinsic::lrint, "lrint", "lrint", "lrintf"},
    {Intrinsic::lround, "lround", "lround", "lroundf"},
    {Intrinsic::modf, "modf", "trunc", "truncf"},
    {Intrinsic::pow, "pow", "pow", "powf", Approximates::Amd},
    {Intrinsic::powi, "powi", "pow", "powf"},
    {Intrinsic::sin, "sin", "sin", "sinf", Approximates::Both},
    {Intrinsic::sincos, "sincos", "sin", "sinf"},
    {Intrinsic::sincos, "sincos", "cos", "cosf"},
    {Intrinsic::sinh, "sinh", "sinh", "sinhf"},
    {Intrinsic::tan, "tan", "tan", "tanf"},
    {Intrinsic::tanh, "tanh", "tanh", "tanhf"},
};

SmallVector<StringRef> mathFunctionsFor(StringRef Bitcode) {
  SmallVector<StringRef> Names;
  // Bitcode has the names of symbols one after the other, not encoded.
  constexpr StringLiteral Start = "llvm.";
  for (size_t Position = Bitcode.find(Start); Position != StringRef::npos;
       Position = Bitcode.find(Start, Position + 1)) {
    StringRef Rest = Bitcode.substr(Position + Start.size());
    for (const MathFunction &F : Functions)
      if (Rest.starts_with(F.Intrinsic) &&
          Rest.substr(F.Intrinsic.size()).starts_with("."))
        Names.append({F.Double, F.Float});
  }
  sort(Names);
  Names.erase(unique(Names), Names.end());
  return Names;
}

namespace {

/// The replacement of one call.
class Replacement {
public:
  explicit Replacement(IntrinsicInst &Old)
      : Old(Old), M(*Old.getModule()), Builder(&Old) {}

  Value *value();

private:
  Value *elementwise(Type *Result, ArrayRef<Value *> Operands);
  Value *call(StringRef Double, StringRef Float, Type *Result,
              ArrayRef<Value *> Operands);
  Value *sineAndCosine();
  Value *parts();

  IntrinsicInst &Old;
  Module &M;
  IRBuilder<> Builder;
};

} // namespace

static const MathFunction &rowOf(Intrinsic::ID Which) {
  return *find_if(Functions,
                  [&](const MathFunction &F) { return F.Which == Which; });
}

/// Whether it is an integer that a float may not represent exactly.
static bool needsDouble(const Value *V) {
  constexpr unsigned BitsOfFloat = 24;
  auto *Known = dyn_cast<ConstantInt>(V);
  return V->getType()->isIntegerTy() &&
         (!Known || Known->getValue().getSignificantBits() > BitsOfFloat);
}

/// Calls the function for scalars, not vectors.
Value *Replacement::call(StringRef Double, StringRef Float, Type *Result,
                         ArrayRef<Value *> Operands) {
  Type *Given = Operands.front()->getType();
  Type *Real = Given->isDoubleTy() || any_of(Operands, needsDouble)
                   ? Builder.getDoubleTy()
                   : Builder.getFloatTy();
  SmallVector<Value *, 2> Arguments;
  SmallVector<Type *, 2> Types(Operands.size(), Real);
  for (Value *Operand : Operands)
    Arguments.push_back(Operand->getType()->isIntegerTy()
                            ? Builder.CreateSIToFP(Operand, Real)
                            : Builder.CreateFPCast(Operand, Real));
  Type *Returned = Result->isIntegerTy() ? Builder.getInt64Ty() : Real;
  FunctionCallee Callee =
      M.getOrInsertFunction(Real->isDoubleTy() ? Double : Float,
                            FunctionType::get(Returned, Types, false));
  CallInst *Call = Builder.CreateCall(Callee, Arguments);
  Call->setDoesNotThrow();
  Call->setDoesNotAccessMemory();
  Call->addFnAttr(Attribute::WillReturn);
  if (isa<FPMathOperator>(Call) && isa<FPMathOperator>(Old))
    Call->copyFastMathFlags(&Old);
  return Result->isIntegerTy() ? Builder.CreateTrunc(Call, Result)
                               : Builder.CreateFPCast(Call, Result);
}

Value *Replacement::elementwise(Type *Result, ArrayRef<Value *> Operands) {
  const MathFunction &F = rowOf(Old.getIntrinsicID());
  auto *Vector = dyn_cast<FixedVectorType>(Result);
  if (!Vector)
    return call(F.Double, F.Float, Result, Operands);
  Value *All = PoisonValue::get(Vector);
  for (unsigned I = 0; I != Vector->getNumElements(); ++I) {
    SmallVector<Value *, 2> Elements;
    for (Value *Operand : Operands)
      Elements.push_back(Operand->getType()->isVectorTy()
                             ? Builder.CreateExtractElement(Operand, I)
                             : Operand);
    All = Builder.CreateInsertElement(
        All, call(F.Double, F.Float, Vector->getElementType(), Elements), I);
  }
  return All;
}

Value *Replacement::sineAndCosine() {
  Value *X = Old.getArgOperand(0);
  Value *Both = PoisonValue::get(Old.getType());
  Both =
      Builder.CreateInsertValue(Both, call("sin", "sinf", X->getType(), X), 0);
  return Builder.CreateInsertValue(Both, call("cos", "cosf", X->getType(), X),
                                   1);
}

/// Returns the fraction, which is 0 for an infinite number, and the integer
/// part.
Value *Replacement::parts() {
  Value *X = Old.getArgOperand(0);
  Value *Whole = Builder.CreateUnaryIntrinsic(Intrinsic::trunc, X);
  Value *IsWhole = Builder.CreateFCmpOEQ(X, Whole);
  Value *Fraction = Builder.CreateSelect(
      IsWhole, ConstantFP::getZero(X->getType()), Builder.CreateFSub(X, Whole));
  Fraction = Builder.CreateCopySign(Fraction, X);
  Value *Both =
      Builder.CreateInsertValue(PoisonValue::get(Old.getType()), Fraction, 0);
  return Builder.CreateInsertValue(Both, Whole, 1);
}

/// Returns the value that replaces the call; null if the call stays.
Value *Replacement::value() {
  Type *Given = Old.getArgOperand(0)->getType();
  if (Old.getIntrinsicID() == Intrinsic::modf)
    return parts();
  if (Old.getIntrinsicID() == Intrinsic::sincos)
    return Given->isVectorTy() ? nullptr : sineAndCosine();
  const Approximates Who = rowOf(Old.getIntrinsicID()).Who;
  const bool HasInstruction =
      Who == Approximates::Both ||
      (Who == Approximates::Amd && M.getTargetTriple().isAMDGCN());
  if (HasInstruction && Given->getScalarType()->isFloatTy() &&
      Old.hasApproxFunc())
    return nullptr;
  return elementwise(Old.getType(), SmallVector<Value *>(Old.args()));
}

bool callMathFunctions(Module &M) {
  if (!M.getTargetTriple().isGPU())
    return false;
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    const Intrinsic::ID Which = F.getIntrinsicID();
    if (none_of(Functions,
                [&](const MathFunction &Each) { return Each.Which == Which; }))
      continue;
    for (User *Each : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<IntrinsicInst>(Each);
      Value *New = Call ? Replacement(*Call).value() : nullptr;
      if (!New)
        continue;
      New->takeName(Call);
      Call->replaceAllUsesWith(New);
      Call->eraseFromParent();
      Changed = true;
    }
  }
  return Changed;
}

PreservedAnalyses MathCallsPass::run(Module &M, ModuleAnalysisManager &) {
  return callMathFunctions(M) ? PreservedAnalyses::none()
                              : PreservedAnalyses::all();
}

} // namespace ompjit
