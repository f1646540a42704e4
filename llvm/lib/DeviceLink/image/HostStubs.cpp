//===- HostStubs.cpp - Late-bound functions on the host -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Registration.h"

#include "ompjit/Package.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace ompjit::devicelink {

static void addStub(Module &M, StringRef Name) {
  LLVMContext &Context = M.getContext();
  auto *Type = FunctionType::get(Type::getVoidTy(Context), false);
  auto *Stub = Function::Create(Type, GlobalValue::WeakAnyLinkage, Name, M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Stub));
  FunctionCallee Fail = M.getOrInsertFunction(
      "__ompjit_unbound", Builder.getVoidTy(), Builder.getPtrTy());
  Builder.CreateCall(Fail, Builder.CreateGlobalString(Name));
  Builder.CreateUnreachable();
}

llvm::Error defineLateBound(Module &M, ArrayRef<DeviceImage> Images) {
  StringSet<> Defined;
  for (const DeviceImage &Image : Images) {
    if (!Image.IsPackage || Image.Bytes.empty())
      continue;
    Result<PackageView> View = PackageView::parse(Image.Bytes);
    if (!View)
      return createStringError(View.error().message());
    for (uint32_t I = 0; I != View->numLateBound(); ++I)
      if (const StringRef Name = View->lateBound(I).Symbol;
          Defined.insert(Name).second)
        addStub(M, Name);
  }
  return llvm::Error::success();
}

} // namespace ompjit::devicelink
