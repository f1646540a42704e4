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

#include <map>

using namespace llvm;

namespace ompjit {

static constexpr char HandleName[] = "__dso_handle";

static const TargetTraits *hostOf(StringRef Object) {
  using Header = object::ELF64LE::Ehdr;
  if (Object.size() < sizeof(Header) || !Object.starts_with(ELF::ElfMagic))
    return nullptr;
  return findHost(reinterpret_cast<const Header *>(Object.data())->e_machine);
}

const TargetTraits *hostOfObjects(ArrayRef<MemoryBufferRef> Objects) {
  for (MemoryBufferRef Object : Objects)
    if (const TargetTraits *Host = hostOf(Object.getBuffer()))
      return Host;
  return nullptr;
}

bool mentionsName(ArrayRef<MemoryBufferRef> Objects, StringRef Name) {
  return any_of(Objects, [Name](MemoryBufferRef Object) {
    return hostOf(Object.getBuffer()) && Object.getBuffer().contains(Name);
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

static Expected<SmallVector<char, 0>> compile(const HostTraits &Host) {
  auto TM = createTargetMachine(Host.Triple, Host.LowestCpu, "", 1);
  if (!TM)
    return TM.takeError();
  LLVMContext Context;
  Module M("start-files", Context);
  retarget(M, **TM);
  buildModule(M);
  return emitCode(M, **TM);
}

Expected<StringRef> startFiles(const TargetTraits &Host) {
  static Mutex Guard;
  static std::map<const TargetTraits *, SmallVector<char, 0>> Objects
      OMPJIT_GUARDED_BY(Guard);
  MutexLock Lock(Guard);
  SmallVector<char, 0> &Object = Objects[&Host];
  if (Object.empty()) {
    Expected<SmallVector<char, 0>> Compiled = compile(Host.Host);
    if (!Compiled)
      return Compiled.takeError();
    Object = std::move(*Compiled);
  }
  return StringRef(Object.data(), Object.size());
}

} // namespace ompjit
