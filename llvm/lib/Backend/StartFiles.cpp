//===- StartFiles.cpp - A replacement of the compiler's start files -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StartFiles.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/Support/Mutex.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit {

static constexpr char HandleName[] = "__dso_handle";

static bool isForHost(StringRef Object) {
  using Header = object::ELF64LE::Ehdr;
  return Object.size() >= sizeof(Header) &&
         reinterpret_cast<const Header *>(Object.data())->e_machine ==
             ELF::EM_X86_64;
}

bool mentionsName(ArrayRef<MemoryBufferRef> Objects, StringRef Name) {
  return any_of(Objects, [Name](MemoryBufferRef Object) {
    return isForHost(Object.getBuffer()) && Object.getBuffer().contains(Name);
  });
}

// A match that is not a name costs only a few bytes of image. Images of GPUs
// have their own __dso_handle.
bool needsStartFiles(ArrayRef<MemoryBufferRef> Objects) {
  return mentionsName(Objects, HandleName);
}

// hidden ptr __dso_handle = &__dso_handle;
// destructor: __cxa_finalize(&__dso_handle);
static void buildModule(Module &M) {
  LLVMContext &Context = M.getContext();
  PointerType *Ptr = PointerType::getUnqual(Context);
  auto *Handle =
      new GlobalVariable(M, Ptr, /*isConstant=*/false,
                         GlobalValue::ExternalLinkage, nullptr, HandleName);
  Handle->setInitializer(Handle);
  Handle->setVisibility(GlobalValue::HiddenVisibility);

  FunctionType *Void = FunctionType::get(Type::getVoidTy(Context), false);
  Function *Finish =
      Function::Create(Void, GlobalValue::InternalLinkage, "finish", M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Finish));
  FunctionCallee Finalize =
      M.getOrInsertFunction("__cxa_finalize", Builder.getVoidTy(), Ptr);
  Builder.CreateCall(Finalize, {Handle});
  Builder.CreateRetVoid();
  appendToGlobalDtors(M, Finish, /*Priority=*/65535);
}

static Expected<SmallVector<char, 0>> compile() {
  auto TM = createTargetMachine("x86_64-pc-linux-gnu", "x86-64", "", 1);
  if (!TM)
    return TM.takeError();
  LLVMContext Context;
  Module M("start-files", Context);
  retarget(M, **TM);
  buildModule(M);
  return emitCode(M, **TM);
}

Expected<StringRef> startFiles() {
  static Mutex Guard;
  static SmallVector<char, 0> Object OMPJIT_GUARDED_BY(Guard);
  MutexLock Lock(Guard);
  if (Object.empty()) {
    Expected<SmallVector<char, 0>> Compiled = compile();
    if (!Compiled)
      return Compiled.takeError();
    Object = std::move(*Compiled);
  }
  return StringRef(Object.data(), Object.size());
}

} // namespace ompjit
