//===- OptimizerFaults.cpp - Faults of LLVM's optimiser -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/OptimizerFaults.h"

#include "GuardedRegions.h"
#include "ReachedFunctions.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace ompjit {

static void forgetArgumentMemory(Function &F) {
  const MemoryEffects Promised = F.getMemoryEffects();
  const ModRefInfo OfArguments = Promised.getModRef(IRMemLocation::ArgMem);
  if (!F.isDeclaration() && isModOrRefSet(OfArguments))
    F.setMemoryEffects(Promised |
                       MemoryEffects(IRMemLocation::Other, OfArguments));
}

static void keepRoundingOfRoots(Function &F) {
  if (!F.hasFnAttribute(Attribute::StrictFP))
    return;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isStrictFP())
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with("sqrt"))
        Call->addFnAttr(Attribute::NoBuiltin);
}

/// Forbids copies by LLVM's option, since there is no other way.
static bool forbidCopies() {
  constexpr StringLiteral Name = "openmp-opt-disable-internalization";
  cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  return Option && !Option->addOccurrence(0, Name, "true");
}

void avoidOptimizerFaults(Module &M) {
  [[maybe_unused]] static const bool IsForbidden = forbidCopies();
  for (Function &F : M) {
    forgetArgumentMemory(F);
    keepRoundingOfRoots(F);
  }
  leaveOthersUnguarded(M);
  waitBeforeGuardedRegions(M);
}

void leaveOutOptimizer(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerShouldRunOptionalPassCallback([](StringRef Pass, Any Code) {
    if (Pass == "OpenMPOptCGSCCPass")
      return false;
    const auto *M = any_cast<const Module *>(&Code);
    return Pass != "OpenMPOptPass" || !M || (*M)->getTargetTriple().isGPU();
  });
}

PreservedAnalyses MendGuardedRegionsPass::run(Module &M,
                                              ModuleAnalysisManager &) {
  const bool Copied = leaveOthersUnguarded(M);
  return waitBeforeGuardedRegions(M) || Copied ? PreservedAnalyses::none()
                                               : PreservedAnalyses::all();
}

/// The intrinsic that hides a pointer, and the mark that distinguishes such
/// calls from others of the intrinsic.
static constexpr Intrinsic::ID Veil = Intrinsic::strip_invariant_group;
static constexpr StringLiteral VeilMark = "ompjit.veil";

static void veil(Instruction &Place, Use &Pointer) {
  CallInst *Hidden = IRBuilder<>(&Place).CreateIntrinsic(
      Veil, {Pointer->getType()}, {Pointer});
  Hidden->setMetadata(VeilMark, MDNode::get(Place.getContext(), {}));
  Pointer.set(Hidden);
}

/// Whether an earlier iteration of a loop may have chosen the pointer among
/// several. Hiding other pointers for which this is true does no harm.
static bool isChosenInLoop(const Value *Pointer) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *> Sources = {Pointer};
  unsigned Choices = 0;
  bool IsMetAgain = false;
  while (!Sources.empty()) {
    const Value *Source = Sources.pop_back_val();
    const auto *Choice = dyn_cast<Instruction>(Source);
    if (Choice && !isa<PHINode, SelectInst>(Choice))
      Choice = nullptr;
    if (!Seen.insert(Source).second) {
      IsMetAgain |= Choice != nullptr;
      continue;
    }
    Choices += Choice != nullptr;
    if (const auto *Phi = dyn_cast<PHINode>(Source))
      append_range(Sources, Phi->incoming_values());
    else if (const auto *Select = dyn_cast<SelectInst>(Source))
      Sources.append({Select->getTrueValue(), Select->getFalseValue()});
    else if (const auto *Element = dyn_cast<GEPOperator>(Source))
      Sources.push_back(Element->getPointerOperand());
    else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Source))
      Sources.push_back(Cast->getPointerOperand());
  }
  return Choices > 1 && IsMetAgain;
}

/// Returns the local array that the load reads an element of.
static const AllocaInst *readArray(const LoadInst &Load) {
  const Value *Source = Load.getPointerOperand();
  while (true)
    if (const auto *Element = dyn_cast<GEPOperator>(Source))
      Source = Element->getPointerOperand();
    else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Source))
      Source = Cast->getPointerOperand();
    else
      break;
  const auto *Array = dyn_cast<AllocaInst>(Source);
  return Array && Array->getAllocatedType()->isArrayTy() ? Array : nullptr;
}

/// Returns the local arrays of which so many elements are read that the
/// optimiser would compare accesses for a long time.
static SmallPtrSet<const AllocaInst *, 4> muchReadArrays(const Function &F) {
  constexpr unsigned MostLoads = 128;
  SmallDenseMap<const AllocaInst *, unsigned> Loads;
  for (const Instruction &I : instructions(F))
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      if (const AllocaInst *Array = readArray(*Load))
        ++Loads[Array];
  SmallPtrSet<const AllocaInst *, 4> Found;
  for (const auto &[Array, Number] : Loads)
    if (Number > MostLoads)
      Found.insert(Array);
  return Found;
}

/// Returns the functions that the main thread of a generic kernel may run by
/// itself: all except those of parallel regions, which are passed only by their
/// addresses.
static SmallPtrSet<const Function *, 8> runByMainThreads(const Module &M) {
  SmallPtrSet<const Function *, 8> Found;
  for (const Function &Kernel : M) {
    if (!isGpuKernel(Kernel) || Kernel.isDeclaration())
      continue;
    const uint32_t Mode = launchBounds(Kernel).Mode;
    if (Mode && !(Mode & SpmdMode))
      for (const Function *F : reachedFunctions(Kernel))
        if (F == &Kernel || !F->hasAddressTaken())
          Found.insert(F);
  }
  return Found;
}

/// Whether the call queries the number of turns of a loop over a block's
/// threads.
static bool boundsTurns(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee &&
         Callee->getName() == "__kmpc_get_hardware_num_threads_in_block" &&
         any_of(Call.users(), IsaPred<ICmpInst>);
}

PreservedAnalyses VeilPass::run(Module &M, ModuleAnalysisManager &) {
  const auto OfMainThreads = runByMainThreads(M);
  bool Changed = false;
  for (Function &F : M) {
    const auto MuchRead = muchReadArrays(F);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Call && (Call->isIndirectCall() ||
                   (boundsTurns(*Call) && OfMainThreads.contains(&F)))) {
        veil(I, Call->getCalledOperandUse());
        // Other passes add it again.
        Call->setMetadata(LLVMContext::MD_callees, nullptr);
      } else if (Load && (isChosenInLoop(Load->getPointerOperand()) ||
                          MuchRead.contains(readArray(*Load))))
        veil(I, Load->getOperandUse(LoadInst::getPointerOperandIndex()));
      else
        continue;
      Changed = true;
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses UnveilPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.getIntrinsicID() != Veil)
      continue;
    for (User *Each : make_early_inc_range(F.users())) {
      auto *Hidden = cast<IntrinsicInst>(Each);
      if (!Hidden->hasMetadata(VeilMark))
        continue;
      Hidden->replaceAllUsesWith(Hidden->getArgOperand(0));
      Hidden->eraseFromParent();
      Changed = true;
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void addBeforeOptimizer(ModulePassManager &Passes) {
  Passes.addPass(OwnParametersPass());
  Passes.addPass(TurnBranchesPass());
  Passes.addPass(VeilPass());
  Passes.addPass(CopiesAsStoresPass());
  Passes.addPass(MarkAtomicsPass());
  Passes.addPass(KeepWritesOpenPass());
  Passes.addPass(HideRecursiveVariablesPass());
}

void addBehindOptimizer(ModulePassManager &Passes) {
  Passes.addPass(ShowRecursiveVariablesPass());
  Passes.addPass(SettleWritesPass());
  Passes.addPass(UnmarkAtomicsPass());
  Passes.addPass(StoresAsCopiesPass());
  Passes.addPass(UnveilPass());
  Passes.addPass(MendGuardedRegionsPass());
}

void surroundOptimizer(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        addBeforeOptimizer(Passes);
      });
  // Right after the OpenMP optimiser.
  Builder.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        addBehindOptimizer(Passes);
      });
}

} // namespace ompjit
