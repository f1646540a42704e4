//===- TeamReductions.cpp - One reduction for all of a team's loops -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of such a kernel, which every thread of the block runs:
//
//   v = identity                         // the team's copy; each thread's own
//   for (chunks of the team)
//     __kmpc_parallel_60(region, &v)     // p = identity; p += ...
//                                        // if (__kmpc_nvptx_parallel_reduce
//                                        //     _nowait_v2(&p) == 1) v += p
//   if (__kmpc_nvptx_teams_reduce_nowait_v2(&v) == 1)
//     result += v
//
// Without the region's reduction each thread adds to its own v. The teams'
// reduction then has to begin with all threads' v instead of the first one's.
// This is right if
//
// - both reductions combine in the same way: so do their functions;
// - v is used for nothing else;
// - threads that had no iteration, and the initial values of those that had,
//   do not matter: combined with itself, the initial value stays as it is.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/TeamReductions.h"

#include "ConstantBytes.h"
#include "ConstantRun.h"
#include "GuardedRegions.h"

#include "ompjit/Specialize/Calls.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;

namespace ompjit {

namespace {

constexpr StringLiteral OfRegion = "__kmpc_nvptx_parallel_reduce_nowait_v2",
                        OfTeams = "__kmpc_nvptx_teams_reduce_nowait_v2",
                        OfAllThreads = "__ompjit_teams_reduce",
                        StartOfRegion = "__kmpc_parallel_60";

// Positions of arguments of the compiler's calls.
enum Region { BodyOfRegion = 5, WrapperOfRegion, SharedOfRegion };
constexpr unsigned FirstShared = 2; ///< The body's parameters before them.
enum RegionReduce { ShuffleOfRegion = 3 };
enum TeamsReduce { ListOfTeams = 4, ShuffleOfTeams, OutOfBuffer = 10 };

/// A reduction's call in its function, and the code that combines its result
/// with the variables.
class Reduction {
public:
  explicit Reduction(CallInst &Call) : Call(Call), Tree(*Call.getFunction()) {
    for (User *Each : Call.users())
      if (!findBranch(*Each))
        IsKnown = false;
  }

  /// Whether one branch is all that depends on the call.
  bool isKnown() const { return IsKnown && Target; }
  bool combines(const Instruction &I) const {
    return Tree.dominates(BasicBlockEdge(Source, Target), I.getParent());
  }
  const DominatorTree &tree() const { return Tree; }
  Function *function(unsigned Operand) const {
    return dyn_cast<Function>(Call.getArgOperand(Operand)->stripPointerCasts());
  }

  CallInst &Call;

private:
  bool findBranch(User &Result) {
    auto *Compare = dyn_cast<ICmpInst>(&Result);
    if (!Compare || !Compare->isEquality() || !Compare->hasOneUse())
      return false;
    auto *One = dyn_cast<ConstantInt>(Compare->getOperand(1));
    auto *Branch = dyn_cast<BranchInst>(*Compare->user_begin());
    if (!One || !One->isOne() || !Branch || Target)
      return false;
    Source = Branch->getParent();
    Target = Branch->getSuccessor(
        Compare->getPredicate() == ICmpInst::ICMP_EQ ? 0 : 1);
    return true;
  }

  DominatorTree Tree;
  BasicBlock *Source = nullptr, *Target = nullptr;
  bool IsKnown = true;
};

/// A parallel region's body, and the parameters in which it gets variables.
struct RegionBody {
  std::unique_ptr<Reduction> Own;
  SmallSet<unsigned, 4> Slots = {};
};

/// The reduction of a kernel's teams.
class KernelReduction {
public:
  explicit KernelReduction(CallInst &Call)
      : Teams(Call), Layout(Call.getDataLayout()) {}

  /// \returns whether something changed.
  bool run();

private:
  bool findVariables();
  bool checkUses(AllocaInst &Variable);
  bool checkStoredAddress(StoreInst &Store, AllocaInst &Variable);
  bool checkArray(AllocaInst &Array, uint64_t Offset, AllocaInst &Variable);
  bool addRegion(CallInst &Start, unsigned Slot);
  bool checkRegion(Function &Body, const RegionBody &Region) const;
  bool checkOrder() const;
  bool initialValuesStay() const;
  void change();

  Reduction Teams;
  const DataLayout &Layout;
  AllocaInst *List = nullptr;
  SmallVector<AllocaInst *> Variables;
  SmallVector<ConstantBytes> Initial; ///< Of each variable.
  SmallVector<Instruction *> Writes;  ///< That make them so.
  MapVector<CallInst *, SmallSet<unsigned, 4>> Starts;
  MapVector<Function *, RegionBody> Regions;
};

} // namespace

/// Calls \p Visit with each use of an address that is computed from \p Base,
/// and how far that is behind it, if known. \returns false if one call did.
static bool
visitUses(Value &Base, const DataLayout &Layout,
          function_ref<bool(Use &, std::optional<int64_t> Offset)> Visit) {
  SmallVector<std::pair<Value *, std::optional<int64_t>>> Work = {{&Base, 0}};
  while (!Work.empty()) {
    auto [Address, Offset] = Work.pop_back_val();
    for (Use &U : Address->uses()) {
      User *By = U.getUser();
      if (isa<AddrSpaceCastInst, BitCastInst>(By)) {
        Work.push_back({By, Offset});
      } else if (auto *Element = dyn_cast<GetElementPtrInst>(By)) {
        APInt Further(Layout.getIndexTypeSizeInBits(Element->getType()), 0);
        const bool IsFixed =
            Offset && Element->accumulateConstantOffset(Layout, Further);
        Work.push_back(
            {By, IsFixed ? std::optional(*Offset + Further.getSExtValue())
                         : std::nullopt});
      } else if (!cast<Instruction>(By)->isLifetimeStartOrEnd() &&
                 !Visit(U, Offset)) {
        return false;
      }
    }
  }
  return true;
}

/// Whether \p U is the address that a store writes to.
static bool isPlaceOfStore(const Use &U) {
  return isa<StoreInst>(U.getUser()) &&
         U.getOperandNo() == StoreInst::getPointerOperandIndex();
}

/// Whether \p I only tells the optimiser something.
static bool doesNothing(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->isAssumeLikeIntrinsic();
}

/// Returns a copy of a function that has only what it does.
static Function *bareCopy(Function &F) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  for (Instruction &I : make_early_inc_range(instructions(*Copy))) {
    I.dropUnknownNonDebugMetadata();
    if (doesNothing(I))
      I.eraseFromParent();
  }
  return Copy;
}

static bool doSame(Function *One, Function *Other) {
  if (!One || !Other || One->isDeclaration() || Other->isDeclaration())
    return false;
  Function *Copies[] = {bareCopy(*One), bareCopy(*Other)};
  GlobalNumberState Numbers;
  const bool IsSame =
      FunctionComparator(Copies[0], Copies[1], &Numbers).compare() == 0;
  for (Function *Each : Copies)
    Each->eraseFromParent();
  return IsSame;
}

/// Finds the variables by their list, each element of which is set once.
bool KernelReduction::findVariables() {
  List = dyn_cast<AllocaInst>(
      Teams.Call.getArgOperand(ListOfTeams)->stripPointerCasts());
  const std::optional<TypeSize> Bytes =
      List ? List->getAllocationSize(Layout) : std::nullopt;
  if (!Bytes)
    return false;
  const uint64_t Size = Layout.getPointerSize();
  Variables.resize(Bytes->getFixedValue() / Size);
  const bool IsKnown =
      visitUses(*List, Layout, [&](Use &U, std::optional<int64_t> Offset) {
        if (U.getUser() == &Teams.Call)
          return true;
        if (!isPlaceOfStore(U) || !Offset || *Offset % Size != 0 ||
            uint64_t(*Offset) / Size >= Variables.size())
          return false;
        auto *Store = cast<StoreInst>(U.getUser());
        AllocaInst *&Variable = Variables[*Offset / Size];
        if (Variable || !Teams.tree().dominates(Store, &Teams.Call))
          return false;
        Variable =
            dyn_cast<AllocaInst>(Store->getValueOperand()->stripPointerCasts());
        return Variable && Variable->isStaticAlloca();
      });
  return IsKnown && !is_contained(Variables, nullptr);
}

/// Whether \p Variable is set, passed to regions, and read behind the teams'
/// reduction only.
bool KernelReduction::checkUses(AllocaInst &Variable) {
  const std::optional<TypeSize> Bytes = Variable.getAllocationSize(Layout);
  if (!Bytes)
    return false;
  ConstantBytes &Values = Initial.emplace_back(Bytes->getFixedValue());
  return visitUses(
      Variable, Layout, [&](Use &U, std::optional<int64_t> Offset) {
        auto *By = cast<Instruction>(U.getUser());
        if (Teams.combines(*By))
          return true;
        if (auto *Store = dyn_cast<StoreInst>(By); Store && !isPlaceOfStore(U))
          return Offset == 0 && checkStoredAddress(*Store, Variable);
        Writes.push_back(By);
        return Offset && Values.set(*By, U, *Offset, Layout);
      });
}

bool KernelReduction::checkStoredAddress(StoreInst &Store,
                                         AllocaInst &Variable) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Store.getPointerOperandType()), 0);
  auto *Array = dyn_cast<AllocaInst>(
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  return Array &&
         (Array == List || checkArray(*Array, Offset.getZExtValue(), Variable));
}

/// Whether \p Array is that of regions' arguments and has nothing but
/// \p Variable at \p Offset.
bool KernelReduction::checkArray(AllocaInst &Array, uint64_t Offset,
                                 AllocaInst &Variable) {
  return visitUses(Array, Layout, [&](Use &U, std::optional<int64_t> At) {
    if (isPlaceOfStore(U))
      return At && (uint64_t(*At) != Offset ||
                    cast<StoreInst>(U.getUser())
                            ->getValueOperand()
                            ->stripPointerCasts() == &Variable);
    auto *Start = dyn_cast<CallInst>(U.getUser());
    return At == 0 && Start && isCallOf(Start, StartOfRegion) &&
           U.getOperandNo() == SharedOfRegion &&
           addRegion(*Start, unsigned(Offset / Layout.getPointerSize()));
  });
}

bool KernelReduction::addRegion(CallInst &Start, unsigned Slot) {
  auto *Body = dyn_cast<Function>(
      Start.getArgOperand(BodyOfRegion)->stripPointerCasts());
  if (!Body || Body->isDeclaration() || !Body->hasLocalLinkage() ||
      FirstShared + Slot >= Body->arg_size() ||
      !isa<ConstantPointerNull>(Start.getArgOperand(WrapperOfRegion)))
    return false;
  Starts[&Start].insert(Slot);
  RegionBody &Region = Regions[Body];
  Region.Slots.insert(Slot);
  if (!Region.Own)
    for (Instruction &I : instructions(*Body))
      if (isCallOf(&I, OfRegion)) {
        if (Region.Own)
          return false;
        Region.Own = std::make_unique<Reduction>(cast<CallInst>(I));
      }
  return Region.Own && Region.Own->isKnown();
}

/// Whether the region combines variables in the way in which teams do, uses
/// them for nothing else, and does this with code that all threads can run,
/// each with its own copies.
bool KernelReduction::checkRegion(Function &Body,
                                  const RegionBody &Region) const {
  for (User *Each : Body.users())
    if (auto Start = Starts.find(dyn_cast<CallInst>(Each));
        Start == Starts.end() || Start->second != Region.Slots)
      return false;
  const Reduction &Own = *Region.Own;
  if (!doSame(Own.function(ShuffleOfRegion), Teams.function(ShuffleOfTeams)))
    return false;
  SmallPtrSet<const Value *, 4> Parameters;
  for (unsigned Slot : Region.Slots) {
    Argument *Parameter = Body.getArg(FirstShared + Slot);
    Parameters.insert(Parameter);
    if (!visitUses(*Parameter, Layout, [&](Use &U, std::optional<int64_t>) {
          return Own.combines(*cast<Instruction>(U.getUser()));
        }))
      return false;
  }
  return all_of(instructions(Body), [&](const Instruction &I) {
    if (!Own.combines(I) || !I.mayHaveSideEffects() || doesNothing(I))
      return true;
    const Value *Place = nullptr;
    if (const auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
      Place = getUnderlyingObject(Store->getPointerOperand());
    else if (const auto *Copy = dyn_cast<MemIntrinsic>(&I);
             Copy && !Copy->isVolatile())
      Place = getUnderlyingObject(Copy->getRawDest());
    return Place && (isa<AllocaInst>(Place) || Parameters.contains(Place));
  });
}

/// Whether variables are set before all regions, and reduced behind them.
bool KernelReduction::checkOrder() const {
  const DominatorTree &Tree = Teams.tree();
  return all_of(Starts, [&](const auto &Start) {
    return !isPotentiallyReachable(&Teams.Call, Start.first, nullptr, &Tree) &&
           all_of(Writes, [&](Instruction *Write) {
             return Tree.dominates(Write, Start.first) &&
                    !isPotentiallyReachable(Start.first, Write, nullptr, &Tree);
           });
  });
}

/// Whether combining the initial values with themselves changes nothing. This
/// runs the compiler's function that combines variables with a record.
bool KernelReduction::initialValuesStay() const {
  const Function *Combine = Teams.function(OutOfBuffer);
  if (!Combine || Combine->arg_size() != 3)
    return false;
  ConstantRun Run(*Combine->getParent());
  SmallVector<Constant *> Places;
  const uint64_t AddressSize = Layout.getPointerSize();
  ConstantBytes List(AddressSize * Variables.size());
  uint64_t RecordSize = 0;
  SmallVector<uint64_t> Offsets;
  for (auto [I, Variable] : enumerate(Variables)) {
    Places.push_back(Run.place(Initial[I]));
    List.store(Places[I], int64_t(I * AddressSize), Layout);
    // The record is a structure of the variables.
    Offsets.push_back(alignTo(
        RecordSize, Layout.getABITypeAlign(Variable->getAllocatedType())));
    RecordSize =
        Offsets[I] + Variable->getAllocationSize(Layout)->getFixedValue();
  }
  ConstantBytes Record(RecordSize);
  for (auto [I, Values] : enumerate(Initial))
    Record.copy(Values, 0,
                Variables[I]->getAllocationSize(Layout)->getFixedValue(),
                int64_t(Offsets[I]));
  Constant *Result = nullptr;
  return Run.call(*Combine,
                  {Run.place(Record),
                   ConstantInt::get(Combine->getArg(1)->getType(), 0),
                   Run.place(List)},
                  Result) &&
         all_of(zip_equal(Places, Initial), [&](const auto &Each) {
           return Run.bytesAt(std::get<0>(Each)) == std::get<1>(Each);
         });
}

void KernelReduction::change() {
  for (auto &[Body, Region] : Regions) {
    CallInst &Call = Region.Own->Call;
    Call.replaceAllUsesWith(ConstantInt::get(Call.getType(), 1));
    Call.eraseFromParent();
  }
  Function *Callee = Teams.Call.getCalledFunction();
  FunctionCallee All = Callee->getParent()->getOrInsertFunction(
      OfAllThreads, Callee->getFunctionType(), Callee->getAttributes());
  Teams.Call.setCalledFunction(All);
}

bool KernelReduction::run() {
  if (!isOfTightKernel(*Teams.Call.getFunction()) || !Teams.isKnown() ||
      !findVariables())
    return false;
  for (AllocaInst *Variable : Variables)
    if (!checkUses(*Variable))
      return false;
  if (Regions.empty() || !checkOrder() || !initialValuesStay())
    return false;
  for (auto &[Body, Region] : Regions)
    if (!checkRegion(*Body, Region))
      return false;
  change();
  return true;
}

bool reduceOncePerTeam(Module &M) {
  bool IsChanged = false;
  for (CallInst *Call : callsOf(M, OfTeams))
    IsChanged |= KernelReduction(*Call).run();
  return IsChanged;
}

} // namespace ompjit
