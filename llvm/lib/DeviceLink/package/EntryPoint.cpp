//===- EntryPoint.cpp - A kernel from a function --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function's code moves to a new function without a kernel's calling
// convention, which the kernel calls; that call is inlined like any other.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/EntryPoint.h"

#include "GridIndex.h"
#include "HostKernel.h"
#include "KernelWords.h"
#include "PrivateVariables.h"
#include "RegionState.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// Makes the users of \p Old, a pointer to a kernel's constant parameters, use
/// \p New, which points to the generic address space. Returns false if a user
/// is of an unknown kind.
bool replaceAddress(Value *Old, Value *New) {
  for (User *U : make_early_inc_range(Old->users())) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I)
      return false;
    IRBuilder<> Builder(I);
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      Load->setOperand(LoadInst::getPointerOperandIndex(), New);
    } else if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
      SmallVector<Value *> Indices(Gep->indices());
      if (!replaceAddress(Gep, Builder.CreateGEP(Gep->getSourceElementType(),
                                                 New, Indices, "",
                                                 Gep->getNoWrapFlags())))
        return false;
      Gep->eraseFromParent();
    } else if (auto *Cast = dyn_cast<AddrSpaceCastInst>(I)) {
      Value *Same =
          Builder.CreatePointerBitCastOrAddrSpaceCast(New, Cast->getType());
      Cast->replaceAllUsesWith(Same);
      Cast->eraseFromParent();
    } else if (auto *Copy = dyn_cast<MemCpyInst>(I);
               Copy && Copy->getRawSource() == Old) {
      Builder.CreateMemCpy(Copy->getRawDest(), Copy->getDestAlign(), New,
                           Copy->getSourceAlign(), Copy->getLength(),
                           Copy->isVolatile());
      Copy->eraseFromParent();
    } else {
      return false;
    }
  }
  return true;
}

/// Moves the code of \p F to a new function of C's calling convention, whose
/// parameters that were passed by address are plain pointers.
Expected<Function *> moveCode(Function &F) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Type *> Types;
  for (Argument &A : F.args())
    Types.push_back(typeBehind(A) ? PointerType::get(Context, 0) : A.getType());
  auto *Body =
      Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                       GlobalValue::InternalLinkage, F.getName() + ".code", M);
  Body->copyAttributesFrom(&F);
  Body->setVisibility(GlobalValue::DefaultVisibility);
  Body->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Body->setCallingConv(CallingConv::C);
  Body->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  Body->splice(Body->begin(), &F);
  for (auto [Old, New] : zip_equal(F.args(), Body->args())) {
    New.setName(Old.getName());
    if (!typeBehind(Old)) {
      Old.replaceAllUsesWith(&New);
      continue;
    }
    const MaybeAlign Alignment = Old.getParamAlign();
    Body->setAttributes(
        Body->getAttributes().removeParamAttributes(Context, New.getArgNo()));
    if (Alignment)
      New.addAttr(Attribute::getWithAlignment(Context, *Alignment));
    if (Old.getType() == New.getType())
      Old.replaceAllUsesWith(&New);
    else if (!replaceAddress(&Old, &New))
      return createStringError("the code of '" + F.getName() +
                               "' does more with a structure that it gets by "
                               "value than read it");
  }
  return Body;
}

/// Returns the kernel, without code, that takes the words for \p Parameters.
Function *declareKernel(Function &F, ArrayRef<Passing> Parameters) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Type *> Types = {PointerType::get(Context, 0)};
  for (const Passing &P : Parameters)
    append_range(Types, P.Words);
  if (!M.getTargetTriple().isGPU())
    Types.append(NumExtents, Type::getInt64Ty(Context));
  auto *Kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), Types, false),
      GlobalValue::ExternalLinkage, "", M);
  Kernel->takeName(&F);
  Kernel->setCallingConv(F.getCallingConv());
  AttrBuilder Attributes(Context, F.getAttributes().getFnAttrs());
  for (Attribute::AttrKind Kind : {Attribute::NoInline, Attribute::AlwaysInline,
                                   Attribute::OptimizeNone, Attribute::Memory})
    Attributes.removeAttribute(Kind);
  if (M.getTargetTriple().isAMDGPU())
    Attributes.addAttribute("uniform-work-group-size", "true");
  Kernel->addFnAttrs(Attributes);
  return Kernel;
}

void writeKernel(Function &Kernel, Function &Body,
                 ArrayRef<Passing> Parameters) {
  IRBuilder<> Builder(BasicBlock::Create(Kernel.getContext(), "", &Kernel));
  SmallVector<Value *> Words;
  for (Argument &A : drop_begin(Kernel.args()))
    Words.push_back(&A);
  callWithWords(Builder, Body, Parameters, Words);
  Builder.CreateRetVoid();
}

/// Returns the names of the kernels of \p M, for a message.
std::string kernelsOf(const Module &M) {
  SmallVector<StringRef> Names;
  for (const Function &F : M)
    if (isGpuKernel(F) && !F.isDeclaration() &&
        !F.getName().starts_with("__omp_offloading_"))
      Names.push_back(F.getName());
  return Names.empty() ? "" : "; there is " + join(Names, ", ");
}

/// Threads of a block run one after the other on a processor.
Error checkBarriers(const Module &M, StringRef Name) {
  const Function *Barrier = M.getFunction(BlockBarrierFunction);
  if (M.getTargetTriple().isGPU() || !Barrier || Barrier->use_empty())
    return Error::success();
  auto *Call = dyn_cast<Instruction>(*Barrier->user_begin());
  return createStringError(
      "'" + demangle(Call ? Call->getFunction()->getName() : Name) +
      "' waits for the other threads of its block, which run one after the "
      "other on a processor; launch '" +
      Name + "' on a GPU, or give processors a fragment that does not wait");
}

/// Removes the other entry points of the fragments, and what only they call:
/// what they ask or wait for does not concern this one.
void removeOthers(Module &M, const Function &Entry) {
  SmallSetVector<Function *, 16> Left;
  removeFromUsedLists(M, [&](Constant *C) {
    if (auto *F = dyn_cast<Function>(C->stripPointerCasts()))
      Left.insert(F);
    return true;
  });
  while (!Left.empty()) {
    Function *F = Left.pop_back_val();
    F->removeDeadConstantUsers();
    if (F == &Entry || F->isDeclaration() || !F->use_empty())
      continue;
    for (const Instruction &I : instructions(*F))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction(); Callee && Callee != F)
          Left.insert(Callee);
    F->eraseFromParent();
  }
}

Error checkEntryPoint(const Module &M, const Function *F, StringRef Name) {
  if (!F || F->isDeclaration())
    return createStringError("no fragment defines the entry point '" + Name +
                             "'" + kernelsOf(M));
  if (F->hasLocalLinkage())
    return createStringError("the entry point '" + Name +
                             "' is local to its fragment");
  if (!F->getReturnType()->isVoidTy())
    return createStringError("the entry point '" + Name +
                             "' returns a value; a kernel returns none");
  if (F->isVarArg())
    return createStringError("the entry point '" + Name +
                             "' takes a variable number of arguments");
  return Error::success();
}

} // namespace

Expected<Function *> makeEntryPoint(Module &M, StringRef Name) {
  Function *F = M.getFunction(Name);
  if (Error E = checkEntryPoint(M, F, Name))
    return std::move(E);
  removeOthers(M, *F);
  if (Error E = checkBarriers(M, Name))
    return std::move(E);
  if (M.getTargetTriple().isGPU()) {
    makeVariablesPrivate(M);
    if (Error E = checkRegionState(*F))
      return std::move(E);
  }
  SmallVector<Passing> Parameters;
  for (const Argument &A : F->args())
    Parameters.push_back(passingOf(A, M.getDataLayout()));
  Expected<Function *> Body = moveCode(*F);
  if (!Body)
    return Body;
  if (!M.getTargetTriple().isGPU())
    Body = passGridAnswers(**Body);
  if (!Body)
    return Body;
  Function *Kernel = declareKernel(*F, Parameters);
  if (M.getTargetTriple().isGPU())
    writeKernel(*Kernel, **Body, Parameters);
  else
    writeHostKernel(*Kernel, **Body, Parameters);
  if (!F->use_empty())
    return createStringError("the entry point '" + Kernel->getName() +
                             "' is also called or has its address taken");
  F->eraseFromParent();
  return Kernel;
}

} // namespace ompjit::devicelink
