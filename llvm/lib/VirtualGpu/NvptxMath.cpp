//===- NvptxMath.cpp - NVIDIA's intrinsics that compute -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names consist of an operation, its rounding, its treatment of subnormal
// numbers, and a type.
//
//===----------------------------------------------------------------------===//

#include "NvptxMath.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

class MathLowering {
public:
  MathLowering(IntrinsicInst &Call, StringRef Name, IRBuilderBase &B)
      : Call(Call), B(B), Type(Call.getType()) {
    Name.split(Words, '.');
  }

  Lowered run();

private:
  bool has(StringRef Word) const { return is_contained(Words, Word); }
  Value *argument(unsigned I) const { return Call.getArgOperand(I); }
  Value *unary(Intrinsic::ID Id) {
    return B.CreateUnaryIntrinsic(Id, argument(0));
  }
  Value *binary(Intrinsic::ID Id) {
    return B.CreateBinaryIntrinsic(Id, argument(0), argument(1));
  }
  Value *one() { return ConstantFP::get(Type, 1.0); }
  Value *saturate(Value *X);
  Value *saturateIfAsked(Value *X) { return has("sat") ? saturate(X) : X; }

  Lowered arithmetic();
  Lowered functions();
  Lowered conversion();
  Lowered integers();
  Value *fmaDirected(bool IsTowardZero);
  Value *addTowardZero();
  Value *mulHigh(bool IsSigned);
  Value *difference(bool IsSigned);
  Value *mul24(bool IsSigned);
  Value *permuteBytes();

  IntrinsicInst &Call;
  IRBuilderBase &B;
  llvm::Type *Type;
  SmallVector<StringRef, 4> Words;
};

} // namespace

/// Clamps to the range from 0 to 1; NaN becomes 0.
Value *MathLowering::saturate(Value *X) {
  Value *Low = B.CreateMaxNum(X, ConstantFP::get(Type, 0.0));
  return B.CreateMinNum(Low, one());
}

/// Returns the float next to the exact result, below it or towards zero. A
/// product of floats is exact as a double, and the rounding error of a sum of
/// doubles can be computed.
Value *MathLowering::fmaDirected(bool IsTowardZero) {
  auto Widen = [&](Value *X) { return B.CreateFPExt(X, B.getDoubleTy()); };
  Value *Product = B.CreateFMul(Widen(argument(0)), Widen(argument(1)));
  Value *Addend = Widen(argument(2));
  Value *Sum = B.CreateFAdd(Product, Addend);
  Value *OfAddend = B.CreateFSub(Sum, Product);
  Value *Lost = B.CreateFAdd(B.CreateFSub(Product, B.CreateFSub(Sum, OfAddend)),
                             B.CreateFSub(Addend, OfAddend));
  Value *Nearest = B.CreateFPTrunc(Sum, Type), *Found = Widen(Nearest);
  Value *Zero = ConstantFP::get(B.getDoubleTy(), 0.0);
  Value *IsSum = B.CreateFCmpOEQ(Found, Sum);
  Value *IsAbove = B.CreateOr(B.CreateFCmpOGT(Found, Sum),
                              B.CreateAnd(IsSum, B.CreateFCmpOLT(Lost, Zero)));
  Value *Bits = B.CreateBitCast(Nearest, B.getInt32Ty());
  Value *Smaller = B.CreateSub(Bits, B.getInt32(1));
  Value *IsNegative = B.CreateICmpSLT(Bits, B.getInt32(0));
  auto Choose = [&](Value *Steps, Value *Next) {
    return B.CreateSelect(Steps, B.CreateBitCast(Next, Type), Nearest);
  };
  if (IsTowardZero) {
    Value *IsBelow =
        B.CreateOr(B.CreateFCmpOLT(Found, Sum),
                   B.CreateAnd(IsSum, B.CreateFCmpOGT(Lost, Zero)));
    Value *IsZero = B.CreateFCmpOEQ(Found, Zero);
    return Choose(B.CreateAnd(B.CreateNot(IsZero),
                              B.CreateSelect(IsNegative, IsBelow, IsAbove)),
                  Smaller);
  }
  Value *Below =
      B.CreateSelect(IsNegative, B.CreateAdd(Bits, B.getInt32(1)), Smaller);
  Below = B.CreateSelect(B.CreateIsNull(Bits), B.getInt32(0x80000001), Below);
  return Choose(IsAbove, Below);
}

/// Reduces the magnitude by one step if the sum was rounded up. A sum that is
/// too large for the type becomes its largest number.
Value *MathLowering::addTowardZero() {
  Value *A = argument(0), *C = argument(1);
  Value *Sum = B.CreateFAdd(A, C);
  Value *OfSecond = B.CreateFSub(Sum, A);
  Value *Lost = B.CreateFAdd(B.CreateFSub(A, B.CreateFSub(Sum, OfSecond)),
                             B.CreateFSub(C, OfSecond));
  Value *Zero = ConstantFP::get(Type, 0.0);
  Value *IsLarger = B.CreateOr(
      B.CreateAnd(B.CreateFCmpOGT(Sum, Zero), B.CreateFCmpOLT(Lost, Zero)),
      B.CreateAnd(B.CreateFCmpOLT(Sum, Zero), B.CreateFCmpOGT(Lost, Zero)));
  auto IsInfinite = [&](Value *X) {
    return B.CreateFCmpOEQ(B.CreateUnaryIntrinsic(Intrinsic::fabs, X),
                           ConstantFP::getInfinity(Type));
  };
  Value *HasOverflown = B.CreateAnd(
      IsInfinite(Sum), B.CreateNot(B.CreateOr(IsInfinite(A), IsInfinite(C))));
  llvm::Type *Number = B.getIntNTy(Type->getScalarSizeInBits());
  Value *Bits = B.CreateBitCast(Sum, Number);
  Value *Smaller =
      B.CreateBitCast(B.CreateSub(Bits, ConstantInt::get(Number, 1)), Type);
  return B.CreateSelect(B.CreateOr(IsLarger, HasOverflown), Smaller, Sum);
}

/// The processor rounds to nearest. Of the other modes, only those that the
/// mathematical library uses are supported.
Lowered MathLowering::arithmetic() {
  const StringRef Operation = Words[0];
  if (Operation == "fma" && (has("rm") || has("rz")) && Type->isFloatTy() &&
      !has("sat"))
    return fmaDirected(has("rz"));
  if (Operation == "add" && has("rz") && !has("sat"))
    return addTowardZero();
  const bool IsNearest = has("rn") || has("approx") || Operation == "div";
  if (Words.size() < 2 || has("rm") || has("rp") || has("rz") || !IsNearest)
    return {};
  if (Operation == "add")
    return saturateIfAsked(B.CreateFAdd(argument(0), argument(1)));
  if (Operation == "mul")
    return B.CreateFMul(argument(0), argument(1));
  if (Operation == "div")
    return B.CreateFDiv(argument(0), argument(1));
  if (Operation == "rcp")
    return B.CreateFDiv(one(), argument(0));
  if (Operation == "fma") {
    Value *Sum = B.CreateIntrinsic(Intrinsic::fma, {Type},
                                   {argument(0), argument(1), argument(2)});
    if (has("relu"))
      Sum = B.CreateMaxNum(Sum, ConstantFP::get(Type, 0.0));
    return saturateIfAsked(Sum);
  }
  return {};
}

Lowered MathLowering::functions() {
  const StringRef Operation = Words[0];
  if (has("xorsign") || has("rm") || has("rp") || has("rz"))
    return {};
  if (Operation == "rsqrt")
    return B.CreateFDiv(one(), unary(Intrinsic::sqrt));
  if (Operation == "saturate")
    return saturate(argument(0));
  if (Operation == "neg")
    return B.CreateFNeg(argument(0));
  if (Operation == "fmin")
    return binary(has("nan") ? Intrinsic::minimum : Intrinsic::minnum);
  if (Operation == "fmax")
    return binary(has("nan") ? Intrinsic::maximum : Intrinsic::maxnum);
  const Intrinsic::ID Id = StringSwitch<Intrinsic::ID>(Operation)
                               .Case("sqrt", Intrinsic::sqrt)
                               .Case("ex2", Intrinsic::exp2)
                               .Case("lg2", Intrinsic::log2)
                               .Case("sin", Intrinsic::sin)
                               .Case("cos", Intrinsic::cos)
                               .Case("floor", Intrinsic::floor)
                               .Case("ceil", Intrinsic::ceil)
                               .Case("trunc", Intrinsic::trunc)
                               .Case("round", Intrinsic::roundeven)
                               .Case("fabs", Intrinsic::fabs)
                               .Default(Intrinsic::not_intrinsic);
  if (Id != Intrinsic::not_intrinsic)
    return unary(Id);
  return {};
}

static std::optional<bool> isSignedNumber(StringRef Name) {
  return StringSwitch<std::optional<bool>>(Name)
      .Cases({"i", "ll"}, true)
      .Cases({"ui", "ull"}, false)
      .Default(std::nullopt);
}

static bool isFloat(StringRef Name) { return Name == "f" || Name == "d"; }

Lowered MathLowering::conversion() {
  if (Words[0] == "lohi" && has("i2d")) {
    Value *Low = B.CreateZExt(argument(0), B.getInt64Ty());
    Value *High = B.CreateShl(B.CreateZExt(argument(1), B.getInt64Ty()), 32);
    return B.CreateBitCast(B.CreateOr(High, Low), Type);
  }
  if (Words[0] == "d2i" && (has("hi") || has("lo"))) {
    Value *Bits = B.CreateBitCast(argument(0), B.getInt64Ty());
    return B.CreateTrunc(has("hi") ? B.CreateLShr(Bits, 32) : Bits, Type);
  }
  if (Words[0] == "move")
    return argument(0);
  const auto [From, To] = Words[0].split('2');
  if (To.empty())
    return {};
  if (isFloat(From) && isFloat(To) && has("rn"))
    return B.CreateFPCast(argument(0), Type);
  if (From == "f" && To == "h" && has("rn"))
    return B.CreateBitCast(B.CreateFPTrunc(argument(0), B.getHalfTy()), Type);
  if (std::optional<bool> IsSigned = isSignedNumber(From);
      IsSigned && isFloat(To) && has("rn"))
    return *IsSigned ? B.CreateSIToFP(argument(0), Type)
                     : B.CreateUIToFP(argument(0), Type);
  std::optional<bool> IsSigned = isSignedNumber(To);
  if (!isFloat(From) || !IsSigned)
    return {};
  const Intrinsic::ID Round = has("rm")   ? Intrinsic::floor
                              : has("rp") ? Intrinsic::ceil
                              : has("rn") ? Intrinsic::roundeven
                                          : Intrinsic::trunc;
  Value *Whole = unary(Round);
  // For values beyond the range PTX returns the nearest number, as these do.
  return B.CreateIntrinsic(*IsSigned ? Intrinsic::fptosi_sat
                                     : Intrinsic::fptoui_sat,
                           {Type, Whole->getType()}, {Whole});
}

Value *MathLowering::mulHigh(bool IsSigned) {
  const unsigned Bits = Type->getIntegerBitWidth();
  llvm::Type *Wide = B.getIntNTy(2 * Bits);
  auto Widen = [&](Value *X) {
    return IsSigned ? B.CreateSExt(X, Wide) : B.CreateZExt(X, Wide);
  };
  Value *Product = B.CreateMul(Widen(argument(0)), Widen(argument(1)));
  return B.CreateTrunc(B.CreateLShr(Product, Bits), Type);
}

/// |a - b| + c
Value *MathLowering::difference(bool IsSigned) {
  const Intrinsic::ID Max = IsSigned ? Intrinsic::smax : Intrinsic::umax;
  const Intrinsic::ID Min = IsSigned ? Intrinsic::smin : Intrinsic::umin;
  return B.CreateAdd(B.CreateSub(binary(Max), binary(Min)), argument(2));
}

Value *MathLowering::mul24(bool IsSigned) {
  auto Cut = [&](Value *X) {
    Value *High = B.CreateShl(X, 8);
    return IsSigned ? B.CreateAShr(High, 8) : B.CreateLShr(High, 8);
  };
  return B.CreateMul(Cut(argument(0)), Cut(argument(1)));
}

/// Each digit of the selector names a byte of b:a, or with bit 3 its sign.
Value *MathLowering::permuteBytes() {
  Value *Low = B.CreateZExt(argument(0), B.getInt64Ty());
  Value *High = B.CreateShl(B.CreateZExt(argument(1), B.getInt64Ty()), 32);
  Value *Bytes = B.CreateOr(Low, High), *Result = B.getInt32(0);
  for (unsigned I = 0; I != 4; ++I) {
    Value *Digit = B.CreateLShr(argument(2), 4 * I);
    Value *Shift = B.CreateZExt(
        B.CreateMul(B.CreateAnd(Digit, B.getInt32(7)), B.getInt32(8)),
        B.getInt64Ty());
    Value *Byte = B.CreateTrunc(B.CreateLShr(Bytes, Shift), B.getInt8Ty());
    Value *IsSign = B.CreateIsNotNull(B.CreateAnd(Digit, B.getInt32(8)));
    Byte = B.CreateSelect(IsSign, B.CreateAShr(Byte, 7), Byte);
    Result = B.CreateOr(Result,
                        B.CreateShl(B.CreateZExt(Byte, B.getInt32Ty()), 8 * I));
  }
  return Result;
}

Lowered MathLowering::integers() {
  const StringRef Operation = Words[0];
  if (Words.size() < 2)
    return Operation == "prmt" ? Lowered(permuteBytes()) : Lowered();
  const bool IsSigned = !Words[1].starts_with("u");
  if (Operation == "mulhi")
    return mulHigh(IsSigned);
  if (Operation == "sad")
    return difference(IsSigned);
  if (Operation == "mul24")
    return mul24(IsSigned);
  return {};
}

Lowered MathLowering::run() {
  for (auto Step : {&MathLowering::arithmetic, &MathLowering::functions,
                    &MathLowering::conversion, &MathLowering::integers})
    if (Lowered Result = (this->*Step)(); Result.IsKnown)
      return Result;
  return {};
}

Lowered lowerNvptxMath(IntrinsicInst &Call, StringRef Name, IRBuilderBase &B) {
  return MathLowering(Call, Name, B).run();
}

} // namespace ompjit::virtualgpu
