//===- Constructors.cpp - Kernels for constructors and destructors --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"

#include "ompjit/VirtualGpu.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

struct Entry {
  uint64_t Priority;
  Function *Call;
};

/// Returns the functions in a list such as llvm.global_ctors, lowest priority
/// first.
SmallVector<Entry> entriesOf(const GlobalVariable &List) {
  SmallVector<Entry> All;
  const auto *Elements = dyn_cast<ConstantArray>(List.getInitializer());
  if (!Elements)
    return All;
  for (const Use &Each : Elements->operands()) {
    // An entry that was optimised away is all zero.
    auto *Fields = dyn_cast<ConstantStruct>(Each);
    if (!Fields)
      continue;
    if (auto *Called =
            dyn_cast<Function>(Fields->getOperand(1)->stripPointerCasts()))
      All.push_back(
          {cast<ConstantInt>(Fields->getOperand(0))->getZExtValue(), Called});
  }
  stable_sort(All, [](const Entry &A, const Entry &B) {
    return A.Priority < B.Priority;
  });
  return All;
}

void makeKernel(Module &M, StringRef Name, ArrayRef<Entry> All) {
  LLVMContext &Context = M.getContext();
  Function *Kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, Name, M);
  Kernel->setCallingConv(M.getTargetTriple().isNVPTX()
                             ? CallingConv::PTX_Kernel
                             : CallingConv::AMDGPU_KERNEL);
  IRBuilder<> B(BasicBlock::Create(Context, "", Kernel));
  for (const Entry &Each : All)
    B.CreateCall(Each.Call)->setCallingConv(Each.Call->getCallingConv());
  B.CreateRetVoid();
}

} // namespace

void makeConstructorKernels(Module &M) {
  for (auto [ListName, Kernel, IsReversed] :
       {std::tuple("llvm.global_ctors", vgpu::ConstructorsKernel, false),
        std::tuple("llvm.global_dtors", vgpu::DestructorsKernel, true)}) {
    GlobalVariable *List = M.getGlobalVariable(ListName);
    if (!List || !List->hasInitializer())
      continue;
    SmallVector<Entry> All = entriesOf(*List);
    if (IsReversed)
      std::reverse(All.begin(), All.end());
    List->eraseFromParent();
    if (!All.empty())
      makeKernel(M, Kernel, All);
  }
}

} // namespace ompjit::virtualgpu
