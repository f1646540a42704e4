//===- FloatBits.cpp - Parts of a floating-point number in memory ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 declares the registers of PTX without a type, and makes a store write
// the low bytes of a wider register. If arithmetic on floating-point numbers
// computed that register's value, ptxas (CUDA 13.0, sm_75 to sm_90, and the
// driver's) assumes that the store is one of a number, and converts the value
// to an integer of that size. So stores of parts get the bits by way of a move,
// which makes them an integer.
//
// The code generator splits accesses that are not aligned, such as those to a
// member of a packed structure or a copy by bytes. They are split here, too.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

namespace {

bool isNumber(const Type *T) {
  return T->isFloatingPointTy() && T->getPrimitiveSizeInBits() <= 64;
}

/// Returns \p Bits after a move that ptxas does not optimise.
Value *moved(IRBuilder<> &Builder, Value *Bits) {
  Type *T = Bits->getType();
  const unsigned Width = T->getIntegerBitWidth();
  const char Class = Width == 64 ? 'l' : Width == 32 ? 'r' : 'h';
  auto *Move =
      InlineAsm::get(FunctionType::get(T, {T}, false),
                     "mov.b" + std::to_string(Width) + " $0, $1;",
                     (Twine("=") + Twine(Class) + "," + Twine(Class)).str(),
                     /*hasSideEffects=*/false);
  return Builder.CreateCall(Move, {Bits});
}

Value *movedNumber(IRBuilder<> &Builder, Value *Number) {
  Type *Bits = Builder.getIntNTy(Number->getType()->getPrimitiveSizeInBits());
  return moved(Builder, Builder.CreateBitCast(Number, Bits));
}

/// Returns whether the code generator splits the store.
bool isApart(const StoreInst &Store, const Type *Part) {
  return Store.getAlign().value() * 8 < Part->getPrimitiveSizeInBits();
}

/// Returns whether the user may become a store of a part.
bool takesPart(const User *U) {
  const auto *I = cast<Instruction>(U);
  if (const auto *Store = dyn_cast<StoreInst>(I))
    return isApart(*Store, Store->getValueOperand()->getType());
  return isa<TruncInst, PHINode, SelectInst, FreezeInst>(I) ||
         I->getOpcode() == Instruction::And ||
         (isa<BitCastInst>(I) && I->getType()->isVectorTy());
}

bool separateCast(BitCastInst &Cast) {
  if (!isNumber(Cast.getSrcTy()))
    return false;
  if (Cast.getDestTy()->isVectorTy()) {
    IRBuilder<> Builder(&Cast);
    Cast.setOperand(0, movedNumber(Builder, Cast.getOperand(0)));
    return true;
  }
  if (!Cast.getDestTy()->isIntegerTy() || none_of(Cast.users(), takesPart))
    return false;
  IRBuilder<> Builder(Cast.getParent(), std::next(Cast.getIterator()));
  Value *Bits = moved(Builder, &Cast);
  Cast.replaceUsesWithIf(Bits,
                         [](const Use &U) { return takesPart(U.getUser()); });
  return true;
}

bool separateStore(StoreInst &Store) {
  Value *Stored = Store.getValueOperand();
  Type *T = Stored->getType();
  auto *Vector = dyn_cast<FixedVectorType>(T);
  Type *Number = Vector ? Vector->getElementType() : T;
  if (!isNumber(Number) || isa<Constant>(Stored) || !isApart(Store, Number))
    return false;
  IRBuilder<> Builder(&Store);
  if (!Vector) {
    Store.setOperand(0, movedNumber(Builder, Stored));
    return true;
  }
  Value *All = PoisonValue::get(VectorType::getInteger(Vector));
  for (unsigned I = 0; I != Vector->getNumElements(); ++I)
    All = Builder.CreateInsertElement(
        All, movedNumber(Builder, Builder.CreateExtractElement(Stored, I)), I);
  Store.setOperand(0, All);
  return true;
}

} // namespace

bool separateFloatBits(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Cast = dyn_cast<BitCastInst>(&I))
        Changed |= separateCast(*Cast);
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Changed |= separateStore(*Store);
  return Changed;
}

} // namespace ompjit
