//===- NvptxAssembly.cpp - Assembly of libdevice and clang ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A piece of assembly is recognised by its instructions, without spaces and
// register declarations. The wide multiplications are chains of carries over 32
// bits in PTX, and one instruction of 128 bits here.
//
//===----------------------------------------------------------------------===//

#include "NvptxAssembly.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

class AssemblyLowering {
public:
  AssemblyLowering(CallBase &Call, IRBuilderBase &B, Operations &Gpu)
      : Call(Call), B(B), Gpu(Gpu), Type(Call.getType()) {}

  Lowered run();

private:
  Value *argument(unsigned I) const { return Call.getArgOperand(I); }
  Value *wide(Value *X) { return B.CreateZExt(X, B.getInt128Ty()); }
  /// Returns the two halves of \p Number, in the width of the results.
  Value *halves(Value *Number);
  /// Joins the halves \p Low and \p High of 64 bits.
  Value *joined(Value *Low, Value *High) {
    return B.CreateOr(wide(Low), B.CreateShl(wide(High), 64));
  }

  Lowered arithmetic(StringRef Text);
  Lowered carries(StringRef Text);

  CallBase &Call;
  IRBuilderBase &B;
  Operations &Gpu;
  llvm::Type *Type;
};

} // namespace

/// Returns the text without spaces, braces and declarations of registers.
static std::string instructionsOf(const CallBase &Call) {
  std::string Text;
  const auto *Assembly = cast<InlineAsm>(Call.getCalledOperand());
  SmallVector<StringRef> Lines;
  StringRef(Assembly->getAsmString()).trim(" {}\n\t").split(Lines, ';');
  for (StringRef Line : Lines) {
    if (Line.ltrim().starts_with(".reg"))
      continue;
    for (char C : Line)
      if (!isSpace(C))
        Text += C;
    Text += ';';
  }
  return Text;
}

Value *AssemblyLowering::halves(Value *Number) {
  auto *Pair = cast<StructType>(Type);
  llvm::Type *Half = Pair->getElementType(0);
  Value *Low = B.CreateTrunc(Number, Half);
  Value *High =
      B.CreateTrunc(B.CreateLShr(Number, Half->getIntegerBitWidth()), Half);
  Value *Both = B.CreateInsertValue(PoisonValue::get(Pair), Low, 0);
  return B.CreateInsertValue(Both, High, 1);
}

Lowered AssemblyLowering::arithmetic(StringRef Text) {
  if (StringRef Rest = Text; Rest.consume_front("nanosleep.u32")) {
    uint32_t Constant = 0;
    Gpu.yield(B, Rest.consumeInteger(10, Constant) && Call.arg_size()
                     ? argument(0)
                     : B.getInt32(Constant));
    return nullptr;
  }
  if (Text.starts_with("rcp.approx."))
    return B.CreateFDiv(ConstantFP::get(Type, 1.0), argument(0));
  if (Text.starts_with("rsqrt.approx."))
    return B.CreateFDiv(ConstantFP::get(Type, 1.0),
                        B.CreateUnaryIntrinsic(Intrinsic::sqrt, argument(0)));
  if (Text.starts_with("sub.rn."))
    return B.CreateFSub(argument(0), argument(1));
  // The place of the highest bit, from the top; all ones if there is none.
  if (Text.starts_with("bfind.shiftamt.u32"))
    return B.CreateSelect(
        B.CreateIsNull(argument(0)), Constant::getAllOnesValue(Type),
        B.CreateBinaryIntrinsic(Intrinsic::ctlz, argument(0), B.getFalse()));
  if (Text.starts_with("setp.equ.f64") && Text.contains("selp.f64"))
    return B.CreateSelect(B.CreateFCmpUEQ(argument(0), argument(1)),
                          argument(2), argument(3));
  return {};
}

Lowered AssemblyLowering::carries(StringRef Text) {
  auto *Pair = dyn_cast<StructType>(Type);
  if (!Pair || Pair->getNumElements() != 2 ||
      !Pair->getElementType(0)->isIntegerTy())
    return {};
  const bool IsOf64 = Pair->getElementType(0)->isIntegerTy(64);
  const unsigned NumArguments = Call.arg_size();
  // Both halves of the product, and a third operand added.
  if (!IsOf64 && NumArguments == 3 && Text.starts_with("mad.lo.cc.u32$0,$2,$3"))
    return halves(B.CreateAdd(B.CreateMul(wide(argument(0)), wide(argument(1))),
                              wide(argument(2))));
  if (IsOf64 && NumArguments == 2 && Text.contains("mul.lo.u32r0,alo,blo;"))
    return halves(B.CreateMul(wide(argument(0)), wide(argument(1))));
  if (IsOf64 && NumArguments == 3 &&
      Text.contains("mad.lo.cc.u32r0,alo,blo,clo;"))
    return halves(B.CreateAdd(B.CreateMul(wide(argument(0)), wide(argument(1))),
                              wide(argument(2))));
  if (!IsOf64 || NumArguments != 4)
    return {};
  Value *X = joined(argument(0), argument(1));
  Value *Y = joined(argument(2), argument(3));
  if (Text.contains("sub.cc.u32r0,a0,b0;"))
    return halves(B.CreateSub(X, Y));
  if (Text.contains("add.cc.u32r0,a0,b0;"))
    return halves(B.CreateAdd(X, Y));
  return {};
}

Lowered AssemblyLowering::run() {
  const std::string Text = instructionsOf(Call);
  if (Lowered Result = arithmetic(Text); Result.IsKnown)
    return Result;
  return carries(Text);
}

Lowered lowerNvptxAssembly(CallBase &Call, IRBuilderBase &B, Operations &Gpu) {
  return AssemblyLowering(Call, B, Gpu).run();
}

} // namespace ompjit::virtualgpu
