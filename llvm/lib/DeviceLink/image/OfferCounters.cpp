//===- OfferCounters.cpp - Offers the program's profile runtime -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes ompjit::ProgramCounters into the registration module.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Registration.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

/// The fields of ProgramCounters behind the first one.
static constexpr StringLiteral RuntimeFunctions[] = {
    "__llvm_profile_begin_data", "__llvm_profile_end_data",
    "llvm_gcda_start_file",      "llvm_gcda_emit_function",
    "llvm_gcda_emit_arcs",       "llvm_gcda_summary_info",
    "llvm_gcda_end_file"};

static Function *makeFunction(Module &M, StringRef Name, StringRef Callee,
                              GlobalVariable *Argument) {
  LLVMContext &Context = M.getContext();
  auto *Type = FunctionType::get(Type::getVoidTy(Context), false);
  Function *F = Function::Create(Type, GlobalValue::InternalLinkage, Name, M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  FunctionCallee Call =
      M.getOrInsertFunction(Callee, Builder.getVoidTy(), Builder.getPtrTy());
  Builder.CreateCall(Call, {Argument});
  Builder.CreateRetVoid();
  return F;
}

void offerCounters(Module &M) {
  LLVMContext &Context = M.getContext();
  auto *Pointer = PointerType::getUnqual(Context);
  auto *AnyFunction = FunctionType::get(Type::getVoidTy(Context), false);
  SmallVector<Constant *> Fields = {ConstantPointerNull::get(Pointer)};
  for (StringRef Name : RuntimeFunctions) {
    Function *F = Function::Create(AnyFunction,
                                   GlobalValue::ExternalWeakLinkage, Name, M);
    F->setVisibility(GlobalValue::HiddenVisibility);
    Fields.push_back(F);
  }
  Constant *Content = ConstantStruct::getAnon(Fields);
  auto *Table = new GlobalVariable(M, Content->getType(), /*isConstant=*/false,
                                   GlobalValue::InternalLinkage, Content,
                                   "ompjit.counters");
  // The first constructor and the last destructor of all: images may be opened
  // and closed in others.
  constexpr int First = 0;
  appendToGlobalCtors(
      M,
      makeFunction(M, "ompjit.counters.offer", "__tgt_offer_counters", Table),
      First);
  appendToGlobalDtors(M,
                      makeFunction(M, "ompjit.counters.withdraw",
                                   "__tgt_withdraw_counters", Table),
                      First);
}

} // namespace ompjit::devicelink
