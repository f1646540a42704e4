//===- Extract.cpp - The parts of a module for an image -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extract.h. An attribute of a declaration shows that a part does not contain
// that shared state itself.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Extract.h"

#include "Closure.h"
#include "Slots.h"
#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral SharedAttribute = "ompjit-shared";

static bool isExported(const GlobalValue &GV) {
  return !GV.isDeclarationForLinker() && !GV.hasLocalLinkage();
}

/// Whether \p GV is declared here and defined in the part of the shared state.
static bool isSharedElsewhere(const GlobalValue &GV) {
  if (const auto *F = dyn_cast<Function>(&GV))
    return F->hasFnAttribute(SharedAttribute);
  const auto *Variable = dyn_cast<GlobalVariable>(&GV);
  return Variable && Variable->hasAttribute(SharedAttribute);
}

static bool isShared(const GlobalValue &GV) {
  return (isExported(GV) || isSharedElsewhere(GV)) && !isKernelEnvironment(GV);
}

/// Reads the rest that the bitcode reader postpones for the module as a whole.
/// With debug information the reader verifies the module, which must be
/// complete again.
static Error finishReading(Module &M) { return M.materializeAll(); }

/// The values to erase, in an order in which they can be erased.
using Dropped = SmallVector<GlobalValue *>;

/// Removes the content of everything that is not kept. Intrinsics stay, because
/// the bitcode reader may refer to them.
static Dropped dropContents(Module &M, const Closure &Kept) {
  Dropped Values;
  auto Drop = [&](GlobalValue &GV) {
    bool Drops = !Kept.contains(GV) && !GV.getName().starts_with("llvm.");
    if (Drops)
      Values.push_back(&GV);
    return Drops;
  };
  for (GlobalAlias &Alias : M.aliases())
    if (Drop(Alias))
      Alias.setAliasee(PoisonValue::get(Alias.getType()));
  for (GlobalIFunc &IFunc : M.ifuncs())
    if (Drop(IFunc))
      IFunc.setResolver(PoisonValue::get(IFunc.getType()));
  for (Function &F : M)
    if (Drop(F))
      F.deleteBody();
  for (GlobalVariable &GV : M.globals())
    if (Drop(GV))
      GV.setInitializer(nullptr);
  return Values;
}

static Error eraseDropped(const Dropped &Values) {
  for (GlobalValue *GV : Values) {
    GV->removeDeadConstantUsers();
    if (!GV->use_empty())
      return createStringError(GV->getName() + " is left out but in use");
    GV->eraseFromParent();
  }
  return Error::success();
}

/// Erases the lists of constructors, which run in the base image, and of values
/// to keep, which are not needed any more.
static void eraseSpecialVariables(Module &M) {
  for (StringRef Name : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used",
                         "llvm.compiler.used"})
    if (GlobalVariable *GV = M.getGlobalVariable(Name, true))
      GV->eraseFromParent();
}

/// Replaces aliases, which are only other names within one image.
static void resolveAliases(Module &M) {
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
    Alias.replaceAllUsesWith(Alias.getAliasee());
    Alias.eraseFromParent();
  }
}

static void makeInternal(GlobalValue &GV) {
  if (GV.isDeclarationForLinker())
    return;
  if (auto *Object = dyn_cast<GlobalObject>(&GV))
    Object->setComdat(nullptr);
  GV.setVisibility(GlobalValue::DefaultVisibility);
  GV.setLinkage(GlobalValue::InternalLinkage);
  GV.setDSOLocal(true);
}

/// Makes a value visible that the plugin looks up in the image. On a GPU it
/// must not be preemptible either, as AMD's loader finds a kernel's descriptor
/// only then.
static void makeEntry(GlobalObject &Object) {
  Object.setComdat(nullptr);
  Object.setLinkage(GlobalValue::ExternalLinkage);
  const bool IsForGpu = Object.getParent()->getTargetTriple().isGPU();
  Object.setVisibility(IsForGpu ? GlobalValue::ProtectedVisibility
                                : GlobalValue::DefaultVisibility);
  if (IsForGpu)
    Object.setDSOLocal(true);
}

static Expected<Function *> findKernel(Module &M, StringRef Name) {
  Function *Kernel = M.getFunction(Name);
  if (!Kernel || Kernel->isDeclaration())
    return createStringError("the bitcode has no kernel " + Name);
  return Kernel;
}

/// The kernels with their environments.
using Entries = SmallSetVector<GlobalValue *, 4>;

static Entries entriesOf(ArrayRef<Function *> Kernels) {
  Entries All;
  for (Function *Kernel : Kernels) {
    All.insert(Kernel);
    for (StringRef Suffix : KernelEnvironmentSuffixes)
      if (GlobalVariable *Environment = kernelEnvironment(*Kernel, Suffix))
        All.insert(Environment);
  }
  return All;
}

static Error keepAll(Closure &Kept, const Entries &All) {
  for (GlobalValue *Each : All)
    if (Error E = Kept.add(*Each))
      return E;
  return Error::success();
}

Expected<std::vector<std::string>> extractKernel(Module &M, StringRef Name) {
  auto Found = findKernel(M, Name);
  if (!Found)
    return Found.takeError();
  // Before any value is erased that has metadata.
  if (Error E = M.materializeMetadata())
    return E;
  eraseSpecialVariables(M);

  const Entries Kernel = entriesOf(*Found);
  auto SharedWithKernel = [&](const GlobalValue &GV) {
    return isShared(GV) && !Kernel.contains(const_cast<GlobalValue *>(&GV));
  };
  Closure Kept(SharedWithKernel);
  if (Error E = keepAll(Kept, Kernel))
    return E;
  Dropped Rest = dropContents(M, Kept);
  Expected<std::vector<std::string>> Slots = replaceBySlots(M, Kept.shared());
  if (!Slots)
    return Slots.takeError();
  if (Error E = eraseDropped(Rest))
    return E;
  for (GlobalValue *GV : Kept.kept())
    if (Kernel.contains(GV))
      makeEntry(*cast<GlobalObject>(GV));
    else
      makeInternal(*GV);
  resolveAliases(M);
  if (Error E = finishReading(M))
    return E;
  return Slots;
}

Error extractBase(Module &M, ArrayRef<StringRef> Kernels) {
  if (Error E = M.materializeMetadata())
    return E;
  StringSet<> IsKernel;
  for (StringRef Kernel : Kernels)
    IsKernel.insert(Kernel);
  auto IsShared = [](const GlobalValue &) { return false; };
  Closure Kept(IsShared);
  // The environments of a kernel are kept or erased together with it.
  SmallPtrSet<GlobalValue *, 4> OfKernels;
  for (Function &F : M)
    if (IsKernel.contains(F.getName()))
      for (GlobalValue *Each : entriesOf(&F))
        OfKernels.insert(Each);
  // The lists of constructors are exported as well, as far as linkage goes.
  for (GlobalValue &GV : M.global_values())
    if (isExported(GV) && !OfKernels.contains(&GV))
      if (Error E = Kept.add(GV))
        return E;
  Dropped Rest = dropContents(M, Kept);
  if (Error E = eraseDropped(Rest))
    return E;
  return finishReading(M);
}

/// Replaces a shared definition by a declaration with the attribute.
static void declareShared(GlobalValue &GV) {
  GV.setLinkage(GlobalValue::ExternalLinkage);
  if (auto *F = dyn_cast<Function>(&GV)) {
    F->deleteBody();
    F->addFnAttr(SharedAttribute);
    return;
  }
  auto &Variable = cast<GlobalVariable>(GV);
  Variable.setInitializer(nullptr);
  Variable.clearMetadata();
  Variable.addAttribute(SharedAttribute);
}

Error extractPart(Module &M, ArrayRef<StringRef> Names) {
  SmallVector<Function *> Functions;
  for (StringRef Name : Names) {
    auto Kernel = findKernel(M, Name);
    if (!Kernel)
      return Kernel.takeError();
    Functions.push_back(*Kernel);
  }
  if (Error E = M.materializeMetadata())
    return E;
  eraseSpecialVariables(M);
  const Entries Kernels = entriesOf(Functions);
  auto SharedWithKernels = [&](const GlobalValue &GV) {
    return isShared(GV) && !Kernels.contains(const_cast<GlobalValue *>(&GV));
  };
  Closure Kept(SharedWithKernels);
  if (Error E = keepAll(Kept, Kernels))
    return E;
  // Copied because it is called, although the part with the shared state has
  // it, too.
  for (GlobalValue *GV : Kept.kept())
    if (SharedWithKernels(*GV) && !GV->isDeclarationForLinker())
      GV->setLinkage(GlobalValue::LinkOnceODRLinkage);
  SmallPtrSet<GlobalValue *, 16> Declared;
  for (GlobalValue *GV : Kept.shared())
    if (!Kept.contains(*GV)) {
      declareShared(*GV);
      Declared.insert(GV);
    }
  Dropped Rest = dropContents(M, Kept);
  erase_if(Rest, [&](GlobalValue *GV) { return Declared.contains(GV); });
  if (Error E = eraseDropped(Rest))
    return E;
  return finishReading(M);
}

Error extractWhole(Module &M) { return M.materializeAll(); }

} // namespace ompjit
