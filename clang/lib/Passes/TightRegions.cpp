//===- TightRegions.cpp - Copies that regions of SPMD kernels share -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the body of `target` or `teams` is one parallel construct, all threads
// of the block run the code around the region, and each has a copy of what
// `private`, `firstprivate` or `reduction` of that construct names. The
// region's threads share one: what one of them writes, the others have to see,
// and `teams` reduces what all of them left. So the first thread places its
// copy where all reach it for as long as the region runs.
//
// A region that only reads the copies needs none of this, nor does one of whose
// writes no thread can know that another one made them, nor one that writes to
// them at its end in one thread: the reduction of the region itself, of which
// the first thread has the result, and a last value; see LastPrivate.cpp.
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "Region.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <map>
#include <memory>

using namespace llvm;
using namespace ompjit::passes;

namespace {

/// How a region's threads may write to what they share, but for one of them at
/// its end.
class Writes {
public:
  enum Kind { None, Plain, Atomic };

  explicit Writes(const DataLayout &Layout) : Layout(Layout) {}

  Kind to(Argument *Parameter) {
    Kind Found = None;
    Aliases.insert(Parameter);
    for (unsigned I = 0; I != Aliases.size(); ++I)
      for (Use &U : Aliases[I]->uses()) {
        if (cast<Instruction>(U.getUser())->isAtomic())
          return Atomic;
        if (mayWrite(U))
          Found = Plain;
      }
    return Found;
  }

private:
  bool mayWrite(Use &U) {
    auto *By = cast<Instruction>(U.getUser());
    if (isa<LoadInst, ICmpInst, ReturnInst>(By) || By->isLifetimeStartOrEnd())
      return false;
    if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(By)) {
      Aliases.insert(By);
      return false;
    }
    if (auto *Store = dyn_cast<StoreInst>(By))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex()
                 ? !isByOne(*Store)
                 : !followReference(*Store);
    if (auto *Copy = dyn_cast<MemIntrinsic>(By))
      return &U == &Copy->getRawDestUse() && !isByOne(*Copy);
    if (auto *Call = dyn_cast<CallBase>(By))
      return !isByOne(*Call) && !followCall(*Call, U);
    return true;
  }

  /// The address is kept in a variable that holds nothing else.
  bool followReference(StoreInst &Store) {
    auto *Reference =
        dyn_cast<AllocaInst>(Store.getPointerOperand()->stripPointerCasts());
    if (!Reference || !Reference->getAllocatedType()->isPointerTy())
      return false;
    bool IsUnderstood = true;
    forEachUse(Reference, Layout, [&](Use &U, int64_t) {
      auto *By = cast<Instruction>(U.getUser());
      if (isa<LoadInst>(By))
        Aliases.insert(By);
      else if (isa<StoreInst>(By))
        IsUnderstood &= U.getOperandNo() == StoreInst::getPointerOperandIndex();
      else
        IsUnderstood &= By->isLifetimeStartOrEnd();
    });
    return IsUnderstood;
  }

  bool followCall(CallBase &Call, Use &U) {
    if (!Call.isArgOperand(&U))
      return false;
    const unsigned Number = Call.getArgOperandNo(&U);
    if (Call.getType()->isPointerTy())
      Aliases.insert(&Call); // It may give the address back.
    else if (!Call.getType()->isVoidTy() && !Call.getType()->isIntegerTy() &&
             !Call.getType()->isFloatingPointTy())
      return false;
    Function *Callee = Call.getCalledFunction();
    if (!Callee || Callee->isVarArg())
      return false;
    if (Call.onlyReadsMemory(Number))
      return true;
    if (Callee->isDeclaration() || Number >= Callee->arg_size())
      return false;
    Aliases.insert(Callee->getArg(Number));
    return true;
  }

  static bool isResultOfReduction(Value *V) {
    return isCallOf(V, "__kmpc_nvptx_parallel_reduce_nowait_v2");
  }

  /// Where a loop's start and steps say who has the last iteration.
  bool isLastFlag(Value *V) const {
    auto *Load = dyn_cast<LoadInst>(V);
    auto *Flag = Load ? dyn_cast<AllocaInst>(baseOf(Load->getPointerOperand()))
                      : nullptr;
    bool Found = false;
    if (Flag)
      forEachUse(Flag, Layout, [&](Use &U, int64_t) {
        auto *Call = dyn_cast<CallInst>(U.getUser());
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        Found |= Callee &&
                 (Callee->getName().starts_with("__kmpc_for_static_init_") ||
                  Callee->getName().starts_with("__kmpc_dispatch_next_"));
      });
    return Found;
  }

  bool asksForOne(Value *Condition) const {
    using namespace PatternMatch;
    Value *Asked;
    if (match(Condition,
              m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(Asked), m_One())))
      return isResultOfReduction(Asked);
    return match(Condition,
                 m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(Asked), m_Zero())) &&
           isLastFlag(Asked);
  }

  /// Whether one thread alone comes to \p I, at the end of the region's work.
  bool isByOne(Instruction &I) {
    std::unique_ptr<DominatorTree> &Tree = Trees[I.getFunction()];
    if (!Tree)
      Tree = std::make_unique<DominatorTree>(*I.getFunction());
    const DomTreeNode *Node = Tree->getNode(I.getParent());
    for (; Node && Node->getIDom(); Node = Node->getIDom()) {
      BasicBlock *Block = Node->getIDom()->getBlock();
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      if (!Branch || !Branch->isConditional())
        continue;
      if (asksForOne(Branch->getCondition()) &&
          Tree->dominates(BasicBlockEdge(Block, Branch->getSuccessor(0)),
                          I.getParent()))
        return true;
    }
    return false;
  }

  const DataLayout &Layout;
  SetVector<Value *> Aliases;
  std::map<Function *, std::unique_ptr<DominatorTree>> Trees;
};

} // namespace

namespace {

/// What all threads have a copy of, and one of them is to share.
struct TeamCopy {
  /// Among what the region gets.
  unsigned Number;
  /// The calling thread's own.
  Value *Address;
  uint64_t Bytes;
};

} // namespace

/// Whether threads of \p Body may come one after the other, or wait for each
/// other.
static bool mayOrderThreads(Function &Body, SmallPtrSetImpl<Function *> &Seen) {
  if (!Seen.insert(&Body).second)
    return false;
  static constexpr StringLiteral Names[] = {
      "__kmpc_barrier",  "__kmpc_cancel_barrier",
      "__kmpc_critical", "__kmpc_single",
      "__kmpc_master",   "__kmpc_masked",
      "__kmpc_flush",    "omp_set_",
      "omp_test_"};
  for (Instruction &I : instructions(Body)) {
    if (I.isAtomic())
      return true;
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->isDeclaration()
            ? any_of(Names,
                     [&](StringRef Name) {
                       return Callee->getName().starts_with(Name);
                     })
            : Callee && mayOrderThreads(*Callee, Seen))
      return true;
  }
  return false;
}

/// Whether the code around \p Region uses what \p Variable holds, as a
/// reduction does.
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

/// Programs write to a variable that they forgot to make private, in each
/// iteration before they read it; with a copy for each thread that is right.
static bool isShared(Writes::Kind Written, Instruction &Variable,
                     RegionStart Region, const DataLayout &Layout) {
  SmallPtrSet<Function *, 8> Seen;
  return Written == Writes::Atomic ||
         (Written == Writes::Plain &&
          (mayOrderThreads(*Region.body(), Seen) ||
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

static SmallVector<TeamCopy> writtenCopies(RegionStart Region) {
  const DataLayout &Layout = Region.Call->getDataLayout();
  Function *Body = Region.body();
  SmallVector<TeamCopy> Copies;
  for (unsigned I = 0; Body && Region.array() && I < Region.size(); ++I)
    for (StoreInst *Store :
         storesTo(Region.array(), Layout, I * Layout.getPointerSize())) {
      Value *Address = Store->getValueOperand();
      const auto Variables = variablesOf(Address, Layout);
      if (Variables.size() != 1)
        continue;
      const std::optional<uint64_t> Bytes = sizeOf(*Variables[0], Layout);
      if (Bytes && isShared(Writes(Layout).to(
                                Body->getArg(I + RegionStart::FirstParameter)),
                            *Variables[0], Region, Layout))
        Copies.push_back({I, Address, *Bytes});
    }
  return Copies;
}

/// Where threads find what the first one places.
static GlobalVariable *createPlaces(Module &M, size_t Number) {
  constexpr unsigned Shared = 3;
  auto *Type = ArrayType::get(PointerType::getUnqual(M.getContext()), Number);
  return new GlobalVariable(M, Type, /*isConstant=*/false,
                            GlobalValue::InternalLinkage,
                            PoisonValue::get(Type), "shared.copies", nullptr,
                            GlobalValue::NotThreadLocal, Shared);
}

/// Not the barrier that LLVM guards code with, which means more than to wait.
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
  FunctionCallee Allocate = M.getOrInsertFunction("__kmpc_alloc_shared",
                                                  B.getPtrTy(), B.getInt64Ty());
  FunctionCallee Free = M.getOrInsertFunction(
      "__kmpc_free_shared", B.getVoidTy(), B.getPtrTy(), B.getInt64Ty());
  for (FunctionCallee Callee : {ThreadId, Allocate, Free})
    cast<Function>(Callee.getCallee())->setDoesNotThrow();

  Value *IsFirst = B.CreateIsNull(B.CreateCall(ThreadId));
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(IsFirst, Start, /*Unreachable=*/false));
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  for (auto [I, Copy] : enumerate(Copies)) {
    Value *Place = B.CreateCall(Allocate, B.getInt64(Copy.Bytes));
    B.CreateMemCpy(Place, MaybeAlign(), Copy.Address, MaybeAlign(), Copy.Bytes);
    B.CreateStore(Place, placeOf(I));
  }
  B.SetInsertPoint(Start);
  wait(B, M);
  Value *Array = Start->getArgOperand(RegionStart::Shared);
  for (auto [I, Copy] : enumerate(Copies))
    B.CreateStore(
        B.CreateLoad(B.getPtrTy(), placeOf(I)),
        B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Array, Copy.Number));

  Instruction *Behind = Start->getNextNode();
  B.SetInsertPoint(Behind);
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  wait(B, M);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(IsFirst, Behind, /*Unreachable=*/false));
  B.SetCurrentDebugLocation(Start->getDebugLoc());
  for (size_t I = Copies.size(); I-- != 0;) {
    const TeamCopy &Copy = Copies[I];
    Value *Place = B.CreateLoad(B.getPtrTy(), placeOf(I));
    B.CreateMemCpy(Copy.Address, MaybeAlign(), Place, MaybeAlign(), Copy.Bytes);
    B.CreateCall(Free, {Place, B.getInt64(Copy.Bytes)});
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
