//===- FunctionList.cpp - Device functions by host address ===// ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionList.h"

#include "ompjit/DeviceEnvironment.h"

#include "llvm/Frontend/Offloading/Utility.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace ompjit;

static GlobalVariable *makeList(Module &M) {
  if (GlobalVariable *There = M.getNamedGlobal(IndirectFunctionsName))
    return There;
  Type *Pointer = PointerType::getUnqual(M.getContext());
  auto *List = new GlobalVariable(
      M, Pointer, /*isConstant=*/false, GlobalValue::WeakAnyLinkage,
      Constant::getNullValue(Pointer), IndirectFunctionsName);
  List->setVisibility(GlobalValue::ProtectedVisibility);
  // A variable with an entry stays visible through device links.
  offloading::emitOffloadingEntry(M, object::OffloadKind::OFK_OpenMP, List,
                                  IndirectFunctionsName, sizeof(void *),
                                  /*Flags=*/0, /*Data=*/0);
  return List;
}

/// Creates the function that finds the device's function for an address in a
/// list that is not null. The list is sorted by the host's addresses.
static Function *makeSearch(Module &M) {
  LLVMContext &Context = M.getContext();
  IRBuilder<> B(Context);
  Type *Pointer = B.getPtrTy(), *Number = B.getInt64Ty();
  Function *Search = Function::Create(
      FunctionType::get(Pointer, {Pointer, Pointer}, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, ".ompjit.indirect_function", M);
  Search->setDoesNotThrow();
  Value *Address = Search->getArg(0), *List = Search->getArg(1);
  auto *Entry = BasicBlock::Create(Context, "", Search);
  auto *Loop = BasicBlock::Create(Context, "loop", Search);
  auto *Compare = BasicBlock::Create(Context, "compare", Search);
  auto *Halve = BasicBlock::Create(Context, "halve", Search);
  auto *Found = BasicBlock::Create(Context, "found", Search);
  auto *Missing = BasicBlock::Create(Context, "missing", Search);
  Type *Row = StructType::get(Pointer, Pointer);

  B.SetInsertPoint(Entry);
  Value *Count = B.CreateLoad(Number, B.CreateStructGEP(Row, List, 1));
  Value *Behind = B.CreateAdd(Count, B.getInt64(1));
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Begin = B.CreatePHI(Number, 2), *End = B.CreatePHI(Number, 2);
  Begin->addIncoming(B.getInt64(1), Entry);
  End->addIncoming(Behind, Entry);
  B.CreateCondBr(B.CreateICmpEQ(Begin, End), Missing, Compare);

  B.SetInsertPoint(Compare);
  Value *Middle = B.CreateLShr(B.CreateAdd(Begin, End), 1);
  Value *Place = B.CreateGEP(Row, List, Middle);
  Value *Host = B.CreateLoad(Pointer, Place);
  B.CreateCondBr(B.CreateICmpEQ(Host, Address), Found, Halve);

  B.SetInsertPoint(Halve);
  Value *IsBefore = B.CreateICmpULT(Host, Address);
  Begin->addIncoming(
      B.CreateSelect(IsBefore, B.CreateAdd(Middle, B.getInt64(1)), Begin),
      Halve);
  End->addIncoming(B.CreateSelect(IsBefore, End, Middle), Halve);
  B.CreateBr(Loop);

  B.SetInsertPoint(Found);
  B.CreateRet(B.CreateLoad(Pointer, B.CreateStructGEP(Row, Place, 1)));
  B.SetInsertPoint(Missing);
  B.CreateRet(Address);
  return Search;
}

FunctionList::FunctionList(Module &M)
    : List(makeList(M)), Search(makeSearch(M)) {}

Value *FunctionList::find(Value *Address, Instruction &User) {
  IRBuilder<> B(&User);
  // The host may set the list while kernels run, when a library is loaded.
  LoadInst *There =
      B.CreateAlignedLoad(B.getPtrTy(), List, Align(sizeof(void *)));
  There->setAtomic(AtomicOrdering::Acquire);
  BasicBlock *Before = User.getParent();
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(There), User.getIterator(), /*Unreachable=*/false);
  B.SetInsertPoint(Then);
  B.SetCurrentDebugLocation(User.getDebugLoc());
  CallInst *Found = B.CreateCall(Search, {Address, There});
  B.SetInsertPoint(&User);
  PHINode *Either = B.CreatePHI(B.getPtrTy(), 2);
  Either->addIncoming(Address, Before);
  Either->addIncoming(Found, Found->getParent());
  return Either;
}
