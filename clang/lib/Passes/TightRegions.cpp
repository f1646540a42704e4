//===- TightRegions.cpp - Copies that regions of SPMD kernels share -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the body of `target` or `teams` is one parallel construct, all threads
// of the block run the code around the region, and each has a copy of the
// variables in `private`, `firstprivate` or `reduction` of that construct. The
// region's threads have to share one copy: each has to see what the others
// write, and `teams` reduces the result of all of them. So the first thread
// places its copy where all can reach it while the region runs.
//
// This is not needed for a region that only reads the copies, for one whose
// writes no other thread can observe, or for one in which a single thread
// writes to them at the end. The latter are the reduction of the region itself,
// whose result the first thread has, and a last value; see LastPrivate.cpp.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"
#include "RegionWrites.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// A variable of which every thread has a copy, where one copy is to be shared.
struct TeamCopy {
  /// The calling thread's own copy.
  Instruction *Variable;
  uint64_t Bytes;
  /// The positions of pointers to the copy among the region's arguments. If the
  /// copy is a section of an array, they point to where the array would begin.
  SmallVector<unsigned, 1> Numbers = {};
  /// Variables that hold such a pointer and are passed to the region instead.
  SmallVector<Value *, 1> Pointers = {};
};

} // namespace

/// Returns whether the code around \p Region uses the value of \p Variable, as
/// a reduction does.
static bool isUsedOutside(Instruction &Variable, RegionStart Region,
                          const DataLayout &Layout) {
  bool Found = false;
  forEachUse(&Variable, Layout, [&](Use &U, int64_t) {
    auto *By = cast<Instruction>(U.getUser());
    if (auto *Store = dyn_cast<StoreInst>(By))
      Found |= U.getOperandNo() != StoreInst::getPointerOperandIndex() &&
               baseOf(Store->getPointerOperand()) != Region.array();
    else
      Found |= !isa<GetElementPtrInst>(By) && !By->isLifetimeStartOrEnd() &&
               !isCallOf(By, "__kmpc_free_shared");
  });
  return Found;
}

/// Returns whether threads have to share one copy. Some programs write to a
/// variable that they forgot to make private, in each iteration before they
/// read it: they are correct only with a copy for each thread.
static bool isShared(RegionWrites Written, Instruction &Variable,
                     RegionStart Region, const DataLayout &Layout) {
  return Written == RegionWrites::Atomic ||
         (Written == RegionWrites::Plain &&
          (mayOrderThreads(*Region.body()) ||
           isUsedOutside(Variable, Region, Layout)));
}

static std::optional<uint64_t> sizeOf(Instruction &Variable,
                                      const DataLayout &Layout) {
  if (auto *OnStack = dyn_cast<AllocaInst>(&Variable)) {
    const std::optional<TypeSize> Bytes = OnStack->getAllocationSize(Layout);
    return Bytes ? std::optional(Bytes->getFixedValue()) : std::nullopt;
  }
  auto *Bytes =
      dyn_cast<ConstantInt>(cast<CallInst>(Variable).getArgOperand(0));
  return Bytes ? std::optional(Bytes->getZExtValue()) : std::nullopt;
}

/// Returns the variable that the only pointer ever stored in \p Variable leads
/// to.
static Instruction *variableBehind(Instruction &Variable,
                                   const DataLayout &Layout) {
  const auto Stores = storesTo(&Variable, Layout, 0);
  if (sizeOf(Variable, Layout) != Layout.getPointerSize() || Stores.size() != 1)
    return nullptr;
  Value *Pointer = Stores[0]->getValueOperand();
  if (!Pointer->getType()->isPointerTy())
    return nullptr;
  const auto Behind = variablesOf(Pointer, Layout);
  return Behind.size() == 1 && Behind[0]->getParent()->isEntryBlock()
             ? Behind[0]
             : nullptr;
}

static TeamCopy *copyOf(Instruction &Variable,
                        SmallVectorImpl<TeamCopy> &Copies,
                        const DataLayout &Layout) {
  auto *Known = find_if(
      Copies, [&](const TeamCopy &Each) { return Each.Variable == &Variable; });
  if (Known != Copies.end())
    return Known;
  const std::optional<uint64_t> Bytes = sizeOf(Variable, Layout);
  if (!Bytes)
    return nullptr;
  Copies.push_back({&Variable, *Bytes});
  return &Copies.back();
}

static SmallVector<TeamCopy> writtenCopies(RegionStart Region) {
  const DataLayout &Layout = Region.Call->getDataLayout();
  Function *Body = Region.body();
  SmallVector<TeamCopy> Copies;
  for (unsigned I = 0; Body && Region.array() && I < Region.size(); ++I)
    for (StoreInst *Store :
         storesTo(Region.array(), Layout, I * Layout.getPointerSize())) {
      const auto Variables = variablesOf(Store->getValueOperand(), Layout);
      if (Variables.size() != 1)
        continue;
      Instruction &Variable = *Variables[0];
      Argument &Parameter = *Body->getArg(I + RegionStart::FirstParameter);
      if (isShared(writesTo(Parameter), Variable, Region, Layout)) {
        if (TeamCopy *Copy = copyOf(Variable, Copies, Layout))
          Copy->Numbers.push_back(I);
        continue;
      }
      Instruction *Behind = variableBehind(Variable, Layout);
      if (Behind && isShared(writesThrough(Parameter), *Behind, Region, Layout))
        if (TeamCopy *Copy = copyOf(*Behind, Copies, Layout))
          Copy->Pointers.push_back(&Variable);
    }
  return Copies;
}

/// Creates the shared variable in which threads find the addresses that the
/// first one stores.
static GlobalVariable *createPlaces(Module &M, size_t Number) {
  constexpr unsigned Shared = 3;
  auto *Type = ArrayType::get(PointerType::getUnqual(M.getContext()), Number);
  return new GlobalVariable(M, Type, /*isConstant=*/false,
                            GlobalValue::InternalLinkage,
                            PoisonValue::get(Type), "shared.copies", nullptr,
                            GlobalValue::NotThreadLocal, Shared);
}

/// Adds a barrier. It is not the one that LLVM guards code with, which implies
/// more than waiting.
static void wait(IRBuilder<> &B, Module &M) {
  FunctionCallee Wait =
      M.getOrInsertFunction("__kmpc_barrier_simple_generic", B.getVoidTy(),
                            B.getPtrTy(), B.getInt32Ty());
  auto *F = cast<Function>(Wait.getCallee());
  F->setDoesNotThrow();
  F->setConvergent();
  B.CreateCall(Wait, {ConstantPointerNull::get(B.getPtrTy()), B.getInt32(0)});
}

static void shareCopies(RegionStart Region, ArrayRef<TeamCopy> Copies) {
  CallInst *Start = Region.Call;
  Module &M = *Start->getModule();
  IRBuilder<> B(Start);
  GlobalVariable *Places = createPlaces(M, Copies.size());
  auto placeOf = [&](size_t I) {
    return B.CreateConstInBoundsGEP2_64(Places->getValueType(), Places, 0, I);
  };
  FunctionCallee ThreadId = M.getOrInsertFunction(
      "__kmpc_get_hardware_thread_id_in_block", B.getInt32Ty());
  cast<Function>(ThreadId.getCallee())->setDoesNotThrow();

  Value *IsFirst = B.CreateIsNull(B.CreateCall(ThreadId));
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(IsFirst, Start, /*Unreachable=*/false));
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  for (auto [I, Copy] : enumerate(Copies)) {
    Value *Place = createSharedAllocation(B, Copy.Bytes);
    B.CreateMemCpy(Place, MaybeAlign(), Copy.Variable, MaybeAlign(),
                   Copy.Bytes);
    B.CreateStore(Place, placeOf(I));
  }
  B.SetInsertPoint(Start);
  wait(B, M);
  Value *Array = Start->getArgOperand(RegionStart::Shared);
  SmallVector<std::pair<Value *, Value *>> Before;
  for (auto [I, Copy] : enumerate(Copies)) {
    Value *Place = B.CreateLoad(B.getPtrTy(), placeOf(I));
    // \returns the previous pointer.
    auto redirect = [&](Value *Holder) {
      Value *Own = B.CreateLoad(B.getPtrTy(), Holder);
      Value *Begin = B.CreateAddrSpaceCast(Copy.Variable, Own->getType());
      Value *Offset = B.CreateSub(B.CreatePtrToInt(Own, B.getInt64Ty()),
                                  B.CreatePtrToInt(Begin, B.getInt64Ty()));
      B.CreateStore(B.CreateGEP(B.getInt8Ty(), Place, Offset), Holder);
      return Own;
    };
    for (unsigned Number : Copy.Numbers)
      redirect(B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Array, Number));
    for (Value *Variable : Copy.Pointers)
      Before.push_back({redirect(Variable), Variable});
  }

  Instruction *Behind = Start->getNextNode();
  B.SetInsertPoint(Behind);
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  wait(B, M);
  for (auto [Own, Variable] : Before)
    B.CreateStore(Own, Variable);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(IsFirst, Behind, /*Unreachable=*/false));
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  for (size_t I = Copies.size(); I-- != 0;) {
    const TeamCopy &Copy = Copies[I];
    Value *Place = B.CreateLoad(B.getPtrTy(), placeOf(I));
    B.CreateMemCpy(Copy.Variable, MaybeAlign(), Place, MaybeAlign(),
                   Copy.Bytes);
    createSharedFree(B, Place, Copy.Bytes);
  }
}

PreservedAnalyses TightRegionsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallPtrSet<Function *, 4> OfTeam = runByKernels(M);
  bool IsChanged = false;
  for (RegionStart Region : regionsOf(M)) {
    if (Region.isForWorkers() || !OfTeam.contains(Region.Call->getFunction()))
      continue;
    const SmallVector<TeamCopy> Copies = writtenCopies(Region);
    if (Copies.empty())
      continue;
    shareCopies(Region, Copies);
    IsChanged = true;
  }
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
