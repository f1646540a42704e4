//===- AcquireFinder.cpp - Code that sees other threads' writes -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AcquireFinder.h, and mayAcquire() of Acquires.h.
//
//===----------------------------------------------------------------------===//

#include "AcquireFinder.h"

#include "ReachedFunctions.h"
#include "ompjit/Specialize/Acquires.h"
#include "ompjit/Specialize/OneTeam.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

/// Whether the scope excludes writes of other kernels and the host.
bool AcquireFinder::isAmongThreadsOfTeam(SyncScope::ID Scope) const {
  const StringRef Name = ScopeNames[Scope];
  return Scope == SyncScope::SingleThread || Name.starts_with("workgroup") ||
         Name.starts_with("wavefront") || Name.starts_with("block");
}

static AtomicOrdering orderingOf(const Instruction &Atomic) {
  if (auto *Fence = dyn_cast<FenceInst>(&Atomic))
    return Fence->getOrdering();
  if (auto *Load = dyn_cast<LoadInst>(&Atomic))
    return Load->getOrdering();
  if (auto *Update = dyn_cast<AtomicRMWInst>(&Atomic))
    return Update->getOrdering();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Atomic))
    return Exchange->getMergedOrdering();
  return AtomicOrdering::Release; // A store acquires nothing.
}

bool AcquireFinder::isAcquire(const Instruction &I) const {
  auto Scope = getAtomicSyncScopeID(&I);
  return Scope && isAcquireOrStronger(orderingOf(I)) &&
         !isAmongThreadsOfTeam(*Scope);
}

bool mayWriteAnything(const CallBase &Call) {
  return isModSet(Call.getMemoryEffects().getModRef(IRMemLocation::Other));
}

bool isBarrierOfTeam(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  const StringRef Name = Callee->getName();
  return Name.starts_with("llvm.nvvm.barrier") ||
         Name.starts_with("llvm.nvvm.bar.warp") ||
         Name == "llvm.nvvm.membar.cta" ||
         Name.starts_with("llvm.amdgcn.s.barrier") ||
         Name == "llvm.amdgcn.wave.barrier";
}

bool isRuntimeCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return false;
  const StringRef Name = Callee->getName();
  return (Name.starts_with("__kmpc_") || Name.starts_with("omp_get_") ||
          Name == OneTeamName) &&
         Name != "__kmpc_flush";
}

/// Whether \p Call orders memory and does nothing else.
static bool isFence(const CallBase &Call) {
  if (Call.isInlineAsm())
    return Call.arg_empty() && Call.getType()->isVoidTy();
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->getName().starts_with("llvm.nvvm.membar.") ||
                    Callee->getName().starts_with("llvm.nvvm.fence."));
}

/// Whether \p Object is the runtime's memory that belongs to one launch.
static bool isLaunchEnvironment(const Value &Object, const Function &Kernel) {
  if (auto *Parameter = dyn_cast<Argument>(&Object))
    return Parameter->getParent() == &Kernel && Parameter->getArgNo() == 0;
  auto *Load = dyn_cast<LoadInst>(&Object);
  return Load && getUnderlyingObject(Load->getPointerOperand())->getName() ==
                     "__omp_rtl_launch_environment";
}

/// Whether other kernels and the host cannot write at \p Pointer while
/// \p Kernel runs.
static bool isOwn(const Value &Pointer, const Function &Kernel) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  const bool IsGpu = Kernel.getParent()->getTargetTriple().isGPU();
  return all_of(Objects, [&](const Value *Object) {
    const unsigned Space = Object->getType()->getPointerAddressSpace();
    return isa<AllocaInst>(Object) || (IsGpu && (Space == 3 || Space == 5)) ||
           Object->getName() == "__omp_rtl_device_environment" ||
           isLaunchEnvironment(*Object, Kernel);
  });
}

/// Returns the address that \p I reads in one access and that another thread
/// may be writing, or null.
static const Value *readAtOnce(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple() ? nullptr : Load->getPointerOperand();
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return nullptr;
}

namespace {

/// The operations that a kernel needs to wait for another one.
struct Waiting {
  bool HasAcquire = false;
  /// It reads, in one access, memory that others may write.
  bool ReadsSignal = false;
  bool IsUnknown = false;

  void add(const Instruction &, const AcquireFinder &, const Function &Kernel);
  void addCall(const CallBase &);
};

} // namespace

void Waiting::addCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  const bool IsLookedAt = Callee && !Callee->isDeclaration();
  if (IsLookedAt || !mayWriteAnything(Call) ||
      Call.hasFnAttr(Attribute::NoSync) || isBarrierOfTeam(Call) ||
      isRuntimeCall(Call))
    return;
  if (isFence(Call))
    HasAcquire = true;
  else
    IsUnknown = true;
}

void Waiting::add(const Instruction &I, const AcquireFinder &Acquires,
                  const Function &Kernel) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call);
  HasAcquire |= Acquires.isAcquire(I);
  if (const Value *Read = readAtOnce(I))
    ReadsSignal |= !isOwn(*Read, Kernel);
}

/// A fence alone acquires nothing: the kernel must have read, in one access, a
/// value that the other one wrote. The memory in which teams add up their
/// results does not count, since it belongs to the launch.
bool mayAcquire(const Function &Kernel) {
  const AcquireFinder Acquires(Kernel.getContext());
  Waiting Found;
  for (const Function *F : reachedFunctions(Kernel))
    for (const Instruction &I : instructions(*F))
      Found.add(I, Acquires, Kernel);
  return Found.IsUnknown || (Found.HasAcquire && Found.ReadsSignal);
}

} // namespace ompjit
