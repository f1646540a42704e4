//===- EmitInstructions.cpp - Writes the instructions of a block ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "VectorForms.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit::lanes {

/// Blocks of fewer instructions are not worth a branch around them.
static constexpr unsigned SmallBlock = 8;

/// Facts about an access that hold for those of all lanes together.
static void copyFacts(const Instruction &From, Instruction &To) {
  To.copyMetadata(From,
                  {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                   LLVMContext::MD_noalias, LLVMContext::MD_invariant_load,
                   LLVMContext::MD_nontemporal, LLVMContext::MD_fpmath});
}

/// Whether the block must not be executed without an active lane, or should
/// not, because it takes long.
bool Emitter::needsActiveLane(const BasicBlock *Block) const {
  unsigned Count = 0;
  for (const Instruction &I : *Block) {
    if (I.mayReadOrWriteMemory() && !I.isLifetimeStartOrEnd())
      return true;
    if (isa<BinaryOperator>(I) && I.isIntDivRem())
      return true;
    Count += !isa<PHINode>(I);
  }
  return Count > SmallBlock;
}

void Emitter::emitBody(BasicBlock *Block, Value *Mask) {
  for (Instruction &I : *Block)
    if (!isa<PHINode>(I) && !I.isTerminator())
      emitInstruction(I, Mask);
}

void Emitter::emitInstruction(Instruction &I, Value *Mask) {
  // They say something about one iteration.
  if (isa<AssumeInst, NoAliasScopeDeclInst>(I) || I.isLifetimeStartOrEnd())
    return;
  Builder.SetCurrentDebugLocation(I.getDebugLoc());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return emitStore(*Store, Mask);
  if (auto *Fill = dyn_cast<MemSetInst>(&I))
    return emitFill(*Fill, Mask);
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return emitUpdate(*Update, Mask);
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I);
      Address && Of.localAt(&I))
    return define(&I, emitLocalAddress(*Address));
  if (!Of.of(&I).isScalar()) {
    Value *Made = emitVector(I, Mask);
    Made->setName(I.getName());
    return define(&I, Made);
  }
  Instruction *Made = I.clone();
  bool IsUniform = true;
  for (Use &Operand : Made->operands()) {
    IsUniform &= Of.of(Operand).K == Shape::Uniform;
    Operand = scalar(Operand);
  }
  // That a value does not wrap is known of lanes that are active.
  if (!IsUniform)
    Made->dropPoisonGeneratingFlags();
  Builder.Insert(Made, I.getName());
  define(&I, Made);
}

Value *Emitter::emitVector(Instruction &I, Value *Mask) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return emitLoad(*Load, Mask);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return emitCall(*Call);
  Value *Made;
  if (auto *Binary = dyn_cast<BinaryOperator>(&I)) {
    Value *Right = vector(Binary->getOperand(1));
    if (Mask && Binary->isIntDivRem())
      Right = Builder.CreateSelect(Mask, Right,
                                   ConstantInt::get(Right->getType(), 1));
    Made = Builder.CreateBinOp(Binary->getOpcode(),
                               vector(Binary->getOperand(0)), Right);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(&I)) {
    Made = Builder.CreateUnOp(Unary->getOpcode(), vector(Unary->getOperand(0)));
  } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
    Made = Builder.CreateCmp(Compare->getPredicate(),
                             vector(Compare->getOperand(0)),
                             vector(Compare->getOperand(1)));
  } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
    Made = Builder.CreateCast(Cast->getOpcode(), vector(Cast->getOperand(0)),
                              vectorType(Cast->getType()));
  } else if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Condition = Select->getCondition();
    Condition = Of.of(Condition).K == Shape::Uniform ? scalar(Condition)
                                                     : vector(Condition);
    Made = Builder.CreateSelect(Condition, vector(Select->getTrueValue()),
                                vector(Select->getFalseValue()));
  } else if (auto *Address = dyn_cast<GetElementPtrInst>(&I)) {
    Value *Base = Address->getPointerOperand();
    Base = Of.of(Base).K == Shape::Uniform ? scalar(Base) : vector(Base);
    SmallVector<Value *> Indices;
    for (Value *Index : Address->indices())
      Indices.push_back(Of.of(Index).K == Shape::Uniform ? scalar(Index)
                                                         : vector(Index));
    Made = Builder.CreateGEP(Address->getSourceElementType(), Base, Indices);
  } else {
    Made = Builder.CreateFreeze(vector(cast<FreezeInst>(I).getOperand(0)));
  }
  if (auto *New = dyn_cast<Instruction>(Made)) {
    New->copyIRFlags(&I);
    New->copyMetadata(I, {LLVMContext::MD_fpmath});
  }
  return Made;
}

/// Where copies are interleaved, the elements of one are as many elements apart
/// as there are lanes.
Value *Emitter::emitLocalAddress(GetElementPtrInst &I) {
  const DataLayout &Layout = I.getDataLayout();
  const bool IsScalar = Of.of(&I).isScalar();
  const uint64_t Apart = Of.localAt(&I)->Element ? Lanes : 1;
  Type *const Long = Builder.getInt64Ty();
  const auto Valued = [&](Value *V) {
    return IsScalar ? scalar(V) : vector(V);
  };
  Type *const OffsetType = IsScalar ? Long : vectorType(Long);
  Value *Offset = ConstantInt::get(OffsetType, 0);
  const auto AddTo = [&](Value *Index, uint64_t Size) {
    Offset = Builder.CreateAdd(
        Offset, Builder.CreateMul(Index, ConstantInt::get(OffsetType, Size)));
  };
  for (auto Each = gep_type_begin(I), End = gep_type_end(I); Each != End;
       ++Each) {
    if (StructType *T = Each.getStructTypeOrNull()) {
      const auto *Index = cast<ConstantInt>(Each.getOperand());
      AddTo(ConstantInt::get(OffsetType,
                             Layout.getStructLayout(T)
                                 ->getElementOffset(Index->getZExtValue())
                                 .getFixedValue()),
            Apart);
      continue;
    }
    AddTo(Builder.CreateSExtOrTrunc(Valued(Each.getOperand()), OffsetType),
          Each.getSequentialElementStride(Layout).getFixedValue() * Apart);
  }
  return Builder.CreateGEP(Builder.getInt8Ty(), Valued(I.getPointerOperand()),
                           Offset, I.getName());
}

/// What a single access is known to be aligned to is that of the first lane
/// where copies are interleaved.
Align Emitter::alignOfLane(const Instruction &Access) const {
  const LocalArray *Array = Of.localAt(getLoadStorePointerOperand(&Access));
  const Align One = getLoadStoreAlignment(&Access);
  return Array && Array->Element ? std::min(One, Align(Array->Element)) : One;
}

/// Copies of a local array that are interleaved are filled together.
void Emitter::emitFill(MemSetInst &I, Value *Mask) {
  const LocalArray &Array = *Of.localAt(I.getDest());
  Value *Place = scalar(I.getDest());
  Value *Length =
      Builder.CreateZExtOrTrunc(scalar(I.getLength()), Builder.getInt64Ty());
  if (!Mask) {
    Builder.CreateMemSet(Place, I.getValue(),
                         Builder.CreateMul(Length, Builder.getInt64(Lanes)),
                         Align(Array.Element));
    return;
  }
  const APInt One = cast<ConstantInt>(I.getValue())->getValue();
  Value *All = ConstantInt::get(
      vectorType(Builder.getIntNTy(unsigned(Array.Element) * 8)),
      APInt::getSplat(unsigned(Array.Element) * 8, One));
  storeRepeatedly(All, Place, Length, Mask);
}

void Emitter::storeRepeatedly(Value *All, Value *Place, Value *Length,
                              Value *Mask) {
  const auto *T = cast<VectorType>(All->getType());
  const uint64_t Element = T->getScalarSizeInBits() / 8;
  BasicBlock *Before = Builder.GetInsertBlock();
  BasicBlock *Turn = newBlock("fill"), *After = newBlock("filled");
  Builder.CreateCondBr(Builder.CreateICmpNE(Length, Builder.getInt64(0)), Turn,
                       After);
  // What the block has computed so far is valid behind it as well.
  Builder.SetInsertPoint(Turn);
  PHINode *At = Builder.CreatePHI(Builder.getInt64Ty(), 2);
  Value *Next = Builder.CreateAdd(At, Builder.getInt64(Element));
  At->addIncoming(Builder.getInt64(0), Before);
  At->addIncoming(Next, Turn);
  Value *To = Builder.CreateGEP(Builder.getInt8Ty(), Place,
                                Builder.CreateMul(At, Builder.getInt64(Lanes)));
  Builder.CreateMaskedStore(All, To, Align(Element), Mask);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Length), After, Turn);
  Builder.SetInsertPoint(After);
}

Value *Emitter::reversed(Value *V) { return Builder.CreateVectorReverse(V); }

Value *Emitter::emitLoad(LoadInst &I, Value *Mask) {
  Value *Place = I.getPointerOperand();
  const Shape At = Of.of(Place);
  Type *const Type = vectorType(I.getType());
  const auto Size =
      int64_t(I.getDataLayout().getTypeAllocSize(I.getType()).getFixedValue());
  Instruction *Made;
  if (!At.isScalar() || (At.Stride != Size && At.Stride != -Size)) {
    Made =
        Builder.CreateMaskedGather(Type, vector(Place), alignOfLane(I), Mask);
    copyFacts(I, *Made);
    return Made;
  }
  Value *First = scalar(Place);
  const bool IsBackward = At.Stride < 0;
  if (IsBackward)
    First = Builder.CreateGEP(Builder.getInt8Ty(), First,
                              Builder.getInt64(At.Stride * (Lanes - 1)));
  if (Mask)
    Made = Builder.CreateMaskedLoad(Type, First, I.getAlign(),
                                    IsBackward ? reversed(Mask) : Mask);
  else
    Made = Builder.CreateAlignedLoad(Type, First, I.getAlign());
  copyFacts(I, *Made);
  return IsBackward ? reversed(Made) : Made;
}

void Emitter::emitStore(StoreInst &I, Value *Mask) {
  Value *Stored = I.getValueOperand(), *Place = I.getPointerOperand();
  const Shape At = Of.of(Place);
  const auto Size = int64_t(
      I.getDataLayout().getTypeAllocSize(Stored->getType()).getFixedValue());
  Instruction *Made;
  if (At.K == Shape::Uniform && Of.of(Stored).K == Shape::Uniform) {
    Made =
        Builder.CreateAlignedStore(scalar(Stored), scalar(Place), I.getAlign());
  } else if (!At.isScalar() || (At.Stride != Size && At.Stride != -Size)) {
    Made = Builder.CreateMaskedScatter(vector(Stored), vector(Place),
                                       alignOfLane(I), Mask);
  } else {
    Value *First = scalar(Place), *All = vector(Stored);
    if (At.Stride < 0) {
      First =
          Builder.CreateGEP(Builder.getInt8Ty(), First,
                            Builder.getInt64(At.Stride * (int64_t(Lanes) - 1)));
      All = reversed(All);
      Mask = Mask ? reversed(Mask) : nullptr;
    }
    if (Mask)
      Made = Builder.CreateMaskedStore(All, First, I.getAlign(), Mask);
    else
      Made = Builder.CreateAlignedStore(All, First, I.getAlign());
  }
  copyFacts(I, *Made);
}

/// Calls a library's form of the function for all lanes, a part after the
/// other.
Value *Emitter::emitLibraryCalls(CallInst &I, Function &Form) {
  const unsigned Each =
      cast<FixedVectorType>(Form.getReturnType())->getNumElements();
  SmallVector<Value *> Parts;
  for (unsigned First = 0; First < Lanes; First += Each) {
    SmallVector<int, 16> Taken;
    for (unsigned Lane = 0; Lane != Each; ++Lane)
      Taken.push_back(int((First + Lane) % Lanes));
    SmallVector<Value *, 2> Arguments;
    for (Value *Argument : I.args())
      Arguments.push_back(Builder.CreateShuffleVector(vector(Argument), Taken));
    CallInst *Made = Builder.CreateCall(&Form, Arguments);
    Made->copyIRFlags(&I);
    Made->setCallingConv(Form.getCallingConv());
    Made->setDoesNotAccessMemory();
    Made->setDoesNotThrow();
    Parts.push_back(Made);
  }
  Value *All = concatenateVectors(Builder, Parts);
  return Each <= Lanes ? All
                       : Builder.CreateShuffleVector(
                             All, createSequentialMask(0, Lanes, 0));
}

/// Calls are those of intrinsics that have a form for vectors, and of functions
/// that a library has one of.
Value *Emitter::emitCall(CallInst &I) {
  if (Function *Form = vectorFormOf(I, Lanes))
    return emitLibraryCalls(I, *Form);
  const Intrinsic::ID ID = getVectorIntrinsicIDForCall(&I, &Libraries);
  SmallVector<Value *> Arguments;
  SmallVector<Type *> Types;
  if (isVectorIntrinsicWithOverloadTypeAtArg(ID, -1, nullptr))
    Types.push_back(vectorType(I.getType()));
  for (auto [Index, Argument] : enumerate(I.args())) {
    Value *Made = isVectorIntrinsicWithScalarOpAtArg(ID, Index, nullptr)
                      ? scalar(Argument)
                      : vector(Argument);
    Arguments.push_back(Made);
    if (isVectorIntrinsicWithOverloadTypeAtArg(ID, Index, nullptr))
      Types.push_back(Made->getType());
  }
  Function *Callee =
      Intrinsic::getOrInsertDeclaration(F.getParent(), ID, Types);
  CallInst *Made = Builder.CreateCall(Callee, Arguments);
  Made->copyIRFlags(&I);
  Made->copyMetadata(I, {LLVMContext::MD_fpmath});
  return Made;
}

} // namespace ompjit::lanes
