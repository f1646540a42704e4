//===- ConstantRun.cpp - Runs a function on constants ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantRun.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ompjit {

ConstantRun::ConstantRun(const Module &Like)
    : Layout(Like.getDataLayout()), Scratch("", Like.getContext()) {
  Scratch.setDataLayout(Layout);
}

ConstantRun::~ConstantRun() {
  for (GlobalVariable &Each : Scratch.globals())
    Each.removeDeadConstantUsers();
}

Constant *ConstantRun::place(const ConstantBytes &Bytes) {
  auto *Variable = new GlobalVariable(
      Scratch, Type::getInt8Ty(Scratch.getContext()), /*isConstant=*/false,
      GlobalValue::ExternalLinkage, nullptr);
  Memory.try_emplace(Variable, Bytes);
  return Variable;
}

const ConstantBytes &ConstantRun::bytesAt(Constant *Address) const {
  return Memory.at(Address);
}

std::optional<ConstantRun::Location> ConstantRun::locate(Constant *Address) {
  if (!Address)
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  auto Found = Memory.find(Base);
  if (Found == Memory.end())
    return std::nullopt;
  return Location{&Found->second, Offset.getSExtValue()};
}

Constant *ConstantRun::valueOf(const Value *V, const Values &Known) const {
  if (auto *C = dyn_cast<Constant>(V))
    return const_cast<Constant *>(C);
  return Known.lookup(V);
}

bool ConstantRun::runMemory(const MemIntrinsic &I, const Values &Known) {
  auto *Size = dyn_cast_or_null<ConstantInt>(valueOf(I.getLength(), Known));
  const auto To = locate(valueOf(I.getRawDest(), Known));
  if (!Size || !To || I.isVolatile())
    return false;
  if (auto *Fill = dyn_cast<MemSetInst>(&I)) {
    auto *Byte =
        dyn_cast_or_null<ConstantInt>(valueOf(Fill->getValue(), Known));
    return Byte && To->Bytes->fill(uint8_t(Byte->getZExtValue()),
                                   Size->getZExtValue(), To->Offset);
  }
  const auto From =
      locate(valueOf(cast<MemTransferInst>(I).getRawSource(), Known));
  return From && To->Bytes->copy(*From->Bytes, From->Offset,
                                 Size->getZExtValue(), To->Offset);
}

bool ConstantRun::runCall(const CallBase &Call, Values &Known) {
  if (auto *I = dyn_cast<IntrinsicInst>(&Call); I && I->isAssumeLikeIntrinsic())
    return true;
  if (auto *I = dyn_cast<MemIntrinsic>(&Call))
    return runMemory(*I, Known);
  Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  SmallVector<Constant *> Arguments;
  for (const Use &Each : Call.args()) {
    Arguments.push_back(valueOf(Each, Known));
    if (!Arguments.back())
      return false;
  }
  Constant *Result = nullptr;
  if (!Callee->isDeclaration()) {
    if (!call(*Callee, Arguments, Result))
      return false;
  } else {
    Result = ConstantFoldCall(&Call, Callee, Arguments);
    if (!Result)
      return false;
  }
  Known[&Call] = Result;
  return true;
}

/// Runs an instruction that does not end a block.
bool ConstantRun::run(const Instruction &I, Values &Known) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return runCall(*Call, Known);
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Constant *Value = valueOf(Store->getValueOperand(), Known);
    const auto To = locate(valueOf(Store->getPointerOperand(), Known));
    return Value && To && Store->isSimple() &&
           To->Bytes->store(Value, To->Offset, Layout);
  }
  Constant *Result = nullptr;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    const auto From = locate(valueOf(Load->getPointerOperand(), Known));
    if (From && Load->isSimple())
      Result = From->Bytes->load(Load->getType(), From->Offset, Layout);
  } else if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
    const std::optional<TypeSize> Size = Variable->getAllocationSize(Layout);
    if (Size && Variable->isStaticAlloca() &&
        Variable->getType()->getAddressSpace() == 0)
      Result = place(ConstantBytes(Size->getFixedValue()));
  } else {
    SmallVector<Constant *> Operands;
    for (const Use &Each : I.operands()) {
      Operands.push_back(valueOf(Each, Known));
      if (!Operands.back())
        return false;
    }
    Result = ConstantFoldInstOperands(const_cast<Instruction *>(&I), Operands,
                                      Layout);
  }
  Known[&I] = Result;
  return Result != nullptr;
}

/// Returns the block behind the one that \p I ends; null if that is not known.
const BasicBlock *ConstantRun::next(const Instruction &I,
                                    const Values &Known) const {
  const auto *Branch = dyn_cast<BranchInst>(&I);
  if (!Branch)
    return nullptr;
  if (Branch->isUnconditional())
    return Branch->getSuccessor(0);
  auto *Condition =
      dyn_cast_or_null<ConstantInt>(valueOf(Branch->getCondition(), Known));
  return Condition ? Branch->getSuccessor(Condition->isZero() ? 1 : 0)
                   : nullptr;
}

bool ConstantRun::call(const Function &F, ArrayRef<Constant *> Arguments,
                       Constant *&Result) {
  if (F.isDeclaration() || F.arg_size() != Arguments.size() || CallsLeft-- == 0)
    return false;
  Values Known;
  for (auto [Parameter, Argument] : zip_equal(F.args(), Arguments))
    Known[&Parameter] = Argument;
  const BasicBlock *Before = nullptr, *Block = &F.getEntryBlock();
  for (;;) {
    Values Chosen; // Phis change at once.
    for (const PHINode &Phi : Block->phis())
      Chosen[&Phi] = valueOf(Phi.getIncomingValueForBlock(Before), Known);
    for (auto [Phi, Value] : Chosen)
      Known[Phi] = Value;
    for (const Instruction &I : *Block) {
      if (isa<PHINode>(I))
        continue;
      if (StepsLeft-- == 0)
        return false;
      if (auto *Return = dyn_cast<ReturnInst>(&I)) {
        if (Value *Returned = Return->getReturnValue())
          Result = valueOf(Returned, Known);
        return true;
      }
      if (!I.isTerminator() && !run(I, Known))
        return false;
    }
    Before = Block;
    Block = next(*Block->getTerminator(), Known);
    if (!Block)
      return false;
  }
}

} // namespace ompjit
