//===- PropagateArguments.cpp - Constants over calls and brokers ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// propagateArguments of Scalars.h. LLVM's IPSCCP does this for direct calls; it
// does not see that __kmpc_fork_call(loc, n, f, a, b) calls f(.., .., a, b),
// which the !callback metadata of the broker says.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Scalars.h"

#include "ReplaceByConstant.h"
#include "ompjit/Specialize/ArgumentFlow.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

namespace {

/// Returns the operands that the call sites pass for \p Arg; null for one that
/// is not known. A function that passes its own argument to itself adds
/// nothing.
SmallVector<Value *, 4> operands(const CallSites &Sites, Argument &Arg) {
  SmallVector<Value *, 4> Operands;
  for (const AbstractCallSite &Site : Sites) {
    Value *Operand = Site.getCallArgOperand(Arg);
    if (Operand == &Arg)
      continue;
    if (Operand && Operand->getType() != Arg.getType())
      Operand = nullptr;
    Operands.push_back(Operand);
  }
  return Operands;
}

/// Returns the constant that every call site passes, or null. An undefined
/// value counts as any other. The address of a thread_local variable differs
/// between the two sides of a broker.
Constant *commonConstant(ArrayRef<Value *> Operands) {
  Constant *Common = nullptr;
  for (Value *Operand : Operands) {
    auto *C = dyn_cast_or_null<Constant>(Operand);
    if (!C || C->isThreadDependent())
      return nullptr;
    if (isa<UndefValue>(C))
      continue;
    if (Common && Common != C)
      return nullptr;
    Common = C;
  }
  return Common;
}

/// The known properties of a pointer.
struct PointerFacts {
  Align Alignment;
  bool NonNull;
  uint64_t DereferenceableBytes;

  static PointerFacts of(const Value &V, const DataLayout &Layout) {
    bool CanBeNull = true, CanBeFreed = true;
    uint64_t Bytes =
        V.getPointerDereferenceableBytes(Layout, CanBeNull, CanBeFreed);
    return {V.getPointerAlignment(Layout),
            isKnownNonZero(&V, SimplifyQuery(Layout)),
            CanBeNull || CanBeFreed ? 0 : Bytes};
  }

  void meet(const PointerFacts &Other) {
    Alignment = std::min(Alignment, Other.Alignment);
    NonNull &= Other.NonNull;
    DereferenceableBytes =
        std::min(DereferenceableBytes, Other.DereferenceableBytes);
  }
};

bool strengthen(Argument &Arg, const PointerFacts &Facts) {
  LLVMContext &Context = Arg.getContext();
  bool Changed = false;
  if (Facts.Alignment > Arg.getParamAlign().valueOrOne()) {
    Arg.removeAttr(Attribute::Alignment);
    Arg.addAttr(Attribute::getWithAlignment(Context, Facts.Alignment));
    Changed = true;
  }
  if (Facts.NonNull && !Arg.hasNonNullAttr()) {
    Arg.addAttr(Attribute::NonNull);
    Changed = true;
  }
  if (Facts.DereferenceableBytes > Arg.getDereferenceableBytes()) {
    Arg.removeAttr(Attribute::Dereferenceable);
    Arg.addAttr(Attribute::getWithDereferenceableBytes(
        Context, Facts.DereferenceableBytes));
    Changed = true;
  }
  return Changed;
}

bool strengthenPointer(Argument &Arg, ArrayRef<Value *> Operands) {
  if (is_contained(Operands, nullptr))
    return false;
  const DataLayout &Layout = Arg.getParent()->getParent()->getDataLayout();
  PointerFacts Facts = PointerFacts::of(*Operands.front(), Layout);
  for (const Value *Operand : Operands.drop_front())
    Facts.meet(PointerFacts::of(*Operand, Layout));
  return strengthen(Arg, Facts);
}

bool propagateInto(Function &F) {
  if (F.isDeclaration() || !F.hasLocalLinkage() || F.arg_empty())
    return false;
  std::optional<CallSites> Sites = callSitesOf(F);
  if (!Sites || Sites->empty())
    return false;
  bool Changed = false;
  for (Argument &Arg : F.args()) {
    if (Arg.use_empty() || Arg.hasPassPointeeByValueCopyAttr())
      continue;
    SmallVector<Value *, 4> Operands = operands(*Sites, Arg);
    if (Operands.empty())
      continue;
    if (Constant *C = commonConstant(Operands)) {
      replaceByConstant(Arg, *C);
      Changed = true;
    } else if (Arg.getType()->isPointerTy()) {
      Changed |= strengthenPointer(Arg, Operands);
    }
  }
  return Changed;
}

} // namespace

bool propagateArguments(Module &M) {
  bool Changed = false, ChangedNow;
  // This takes as many rounds as brokers are nested, and one more.
  do {
    ChangedNow = false;
    for (Function &F : M)
      ChangedNow |= propagateInto(F);
    Changed |= ChangedNow;
  } while (ChangedNow);
  return Changed;
}

} // namespace ompjit
