//===- SpecializeDisjoint.cpp - Arguments that do not overlap -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// specializeDisjoint and ArgumentScopesPass of Disjoint.h.
//
// There is a scope for each marked parameter, and one for variables and memory
// of the kernel's own. An access is in the scopes of all objects that its
// pointer may be based on, and does not alias the others. If the pointer may be
// based on something else, the access is in no scope and may alias everything.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Disjoint.h"

#include "DisjointParameters.h"
#include "KernelPointers.h"
#include "PointerRoots.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

Error specializeDisjoint(Function &Kernel, ArrayRef<unsigned> Parameters) {
  if (Parameters.empty())
    return Error::success();
  if (Error E = checkNotCalled(Kernel))
    return E;
  for (unsigned Parameter : Parameters) {
    Expected<Argument &> Pointer = pointerOf(Kernel, Parameter);
    if (!Pointer)
      return Pointer.takeError();
    // Which ones they are is a set of 64 bits.
    if (Parameter >= 64)
      return createStringError("parameter " + Twine(Parameter) +
                               " is beyond the first 64");
    Pointer->addAttr(Attribute::get(Kernel.getContext(), DisjointAttribute));
  }
  return Error::success();
}

uint64_t disjointParameters(const Function &Kernel) {
  uint64_t Disjoint = 0;
  for (unsigned I = 1; I < Kernel.arg_size() && I <= 64; ++I)
    if (Kernel.getAttributes().hasParamAttr(I, DisjointAttribute))
      Disjoint |= uint64_t(1) << (I - 1);
  return Disjoint;
}

Function *kernelWithDisjoint(Module &M) {
  auto Marked = find_if(M, [](const Function &F) {
    return !F.isDeclaration() && disjointParameters(F);
  });
  return Marked != M.end() && Marked->use_empty() ? &*Marked : nullptr;
}

namespace {

class ScopeNoter {
public:
  ScopeNoter(Function &Kernel, uint64_t Disjoint)
      : Context(Kernel.getContext()), Origins(Kernel), Disjoint(Disjoint) {
    MDBuilder Builder(Context);
    Domain = Builder.createAliasScopeDomain("ompjit.arguments");
    Own = Builder.createAliasScope("ompjit.own", Domain);
    for (unsigned I = 0; I != 64; ++I)
      Scopes[I] =
          isDisjoint(I)
              ? Builder.createAliasScope("ompjit.argument." + utostr(I), Domain)
              : nullptr;
  }

  bool note(Instruction &I);

private:
  bool isDisjoint(unsigned Parameter) const {
    return Disjoint >> Parameter & 1;
  }
  std::optional<Roots> rootsOf(const Instruction &I) const;
  bool hasScope(const Instruction &I) const;
  void add(Instruction &I, unsigned Kind, ArrayRef<Metadata *> New);

  LLVMContext &Context;
  const PointerRoots Origins;
  const uint64_t Disjoint;
  MDNode *Domain, *Own;
  MDNode *Scopes[64];
};

} // namespace

/// Returns the roots of all memory that \p I accesses; nothing if it accesses
/// no memory, or memory that its operands do not lead to.
std::optional<Roots> ScopeNoter::rootsOf(const Instruction &I) const {
  if (auto *Copy = dyn_cast<AnyMemTransferInst>(&I))
    return Origins.of(*Copy->getRawDest()) | Origins.of(*Copy->getRawSource());
  if (auto *Fill = dyn_cast<AnyMemSetInst>(&I))
    return Origins.of(*Fill->getRawDest());
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return Origins.of(*Pointer);
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Origins.of(*Update->getPointerOperand());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Origins.of(*Exchange->getPointerOperand());
  return std::nullopt;
}

bool ScopeNoter::hasScope(const Instruction &I) const {
  const MDNode *Scopes = I.getMetadata(LLVMContext::MD_alias_scope);
  return Scopes && any_of(Scopes->operands(), [&](const MDOperand &Scope) {
           auto *Node = dyn_cast<MDNode>(Scope);
           return Node && AliasScopeNode(Node).getDomain() == Domain;
         });
}

void ScopeNoter::add(Instruction &I, unsigned Kind, ArrayRef<Metadata *> New) {
  if (!New.empty())
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind),
                                            MDNode::get(Context, New)));
}

bool ScopeNoter::note(Instruction &I) {
  const std::optional<Roots> Base = rootsOf(I);
  if (!Base || Base->IsUnknown || Base->isNothing() ||
      (Base->Parameters & ~Disjoint) || hasScope(I))
    return false;
  SmallVector<Metadata *> Inside, Outside;
  for (unsigned Parameter = 0; Parameter != 64; ++Parameter)
    if (isDisjoint(Parameter))
      (Base->Parameters >> Parameter & 1 ? Inside : Outside)
          .push_back(Scopes[Parameter]);
  (Base->IsOwn ? Inside : Outside).push_back(Own);
  add(I, LLVMContext::MD_alias_scope, Inside);
  add(I, LLVMContext::MD_noalias, Outside);
  return true;
}

PreservedAnalyses ArgumentScopesPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Kernel = kernelWithDisjoint(M);
  if (!Kernel)
    return PreservedAnalyses::all();
  ScopeNoter Noter(*Kernel, disjointParameters(*Kernel));
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      Changed |= Noter.note(I);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
