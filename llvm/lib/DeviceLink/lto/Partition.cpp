//===- Partition.cpp - One module in several parts ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans the parts and cuts the module.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "Cuts.h"
#include "PartNames.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/IPO/StripSymbols.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Below some thousand instructions a part costs more than it saves; above a
/// few dozen parts no machine has the cores. Parts are twice the least on
/// average.
static constexpr unsigned MinInstructions = 4000, MaxParts = 32;

/// The same for processors, where the parts' loops are still to be unrolled and
/// vectorised.
static constexpr unsigned MinProcessorInstructions = 2500;

/// Larger constants are not copied into every part.
static constexpr uint64_t MaxCopiedBytes = 1024;

/// The address space of memory that the threads of a team share, on both kinds
/// of GPU.
static constexpr unsigned SharedMemory = 3;

bool isWorthParts(const Module &M, unsigned AskedParts) {
  if (AskedParts)
    return AskedParts > 1;
  size_t Instructions = 0;
  for (const Function &F : M)
    Instructions += F.getInstructionCount();
  return Instructions >= 2 * MinInstructions;
}

static bool isGpu(TargetKind Kind) { return Kind != TargetKind::Host; }

static bool isOfTeam(const GlobalVariable &Variable, TargetKind Kind) {
  return isGpu(Kind) && Variable.getAddressSpace() == SharedMemory;
}

/// Returns whether each part has its own copy of \p Variable.
static bool isCopied(const GlobalVariable &Variable, TargetKind Kind) {
  if (Variable.isDeclaration())
    return false;
  if (isOfTeam(Variable, Kind))
    return true;
  return Variable.hasLocalLinkage() && Variable.isConstant() &&
         Variable.hasGlobalUnnamedAddr() &&
         !Variable.getInitializer()->needsRelocation() &&
         Variable.getDataLayout().getTypeAllocSize(Variable.getValueType()) <=
             MaxCopiedBytes;
}

namespace {

/// The symbols that a function or a variable's initialiser refers to.
struct References {
  SetVector<const GlobalValue *> Called;    ///< Functions, directly.
  SetVector<const GlobalValue *> Mentioned; ///< All others, by address.
  SetVector<const GlobalValue *> BlocksOf; ///< Functions, by a block's address.
  bool CallsPointers = false;
  bool UsesTeamMemory = false;
};

/// Finds which functions and variables need which others.
class CallGraph {
public:
  CallGraph(const Module &M, TargetKind Kind);

  /// Returns the positions of all functions that are reached from \p Root by
  /// calls or by address.
  BitVector reachedFrom(const Function &Root) const;
  /// Returns whether the address of one of \p Functions may be known elsewhere,
  /// or one of them calls a function by address.
  bool usesPointers(const BitVector &Functions) const;
  bool usesTeamMemory(const BitVector &Functions) const;
  /// Returns the functions that must be in the part with the variables.
  BitVector neededByVariables() const;
  size_t cost(const BitVector &Functions) const;
  ArrayRef<const Function *> functions() const { return Functions; }

private:
  void mention(const Value *V, References &R) const;
  References referencesOf(const Function &F) const;

  const Module &M;
  const TargetKind Kind;
  std::vector<const Function *> Functions;
  DenseMap<const GlobalValue *, unsigned> Positions;
  std::vector<References> OfFunctions;
};

} // namespace

CallGraph::CallGraph(const Module &M, TargetKind Kind) : M(M), Kind(Kind) {
  for (const Function &F : M) {
    Positions[&F] = Functions.size();
    Functions.push_back(&F);
  }
  for (const Function *F : Functions)
    OfFunctions.push_back(referencesOf(*F));
}

void CallGraph::mention(const Value *V, References &R) const {
  if (const auto *Block = dyn_cast<BlockAddress>(V)) {
    R.BlocksOf.insert(Block->getFunction());
    return;
  }
  if (const auto *Global = dyn_cast<GlobalValue>(V)) {
    bool IsNew = R.Mentioned.insert(Global);
    const auto *Variable = dyn_cast<GlobalVariable>(Global);
    R.UsesTeamMemory |= Variable && isOfTeam(*Variable, Kind);
    if (IsNew && Variable && isCopied(*Variable, Kind))
      mention(Variable->getInitializer(), R);
    return;
  }
  if (const auto *C = dyn_cast<Constant>(V))
    for (const Use &Operand : C->operands())
      mention(Operand, R);
}

References CallGraph::referencesOf(const Function &F) const {
  References R;
  for (const Use &Operand : F.operands())
    mention(Operand, R);
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    R.CallsPointers |= Call && Call->isIndirectCall();
    for (const Use &Operand : I.operands())
      if (Call && Call->isCallee(&Operand) && isa<Function>(Operand))
        R.Called.insert(cast<Function>(Operand));
      else
        mention(Operand, R);
  }
  return R;
}

BitVector CallGraph::reachedFrom(const Function &Root) const {
  BitVector Reached(Functions.size());
  SmallVector<const GlobalValue *> Work = {&Root};
  while (!Work.empty()) {
    auto Position = Positions.find(Work.pop_back_val());
    if (Position == Positions.end() || Reached[Position->second] ||
        Functions[Position->second]->isDeclaration())
      continue;
    Reached.set(Position->second);
    const References &R = OfFunctions[Position->second];
    append_range(Work, R.Called);
    append_range(Work, R.Mentioned);
  }
  return Reached;
}

bool CallGraph::usesPointers(const BitVector &Which) const {
  return any_of(Which.set_bits(), [&](unsigned Position) {
    const References &R = OfFunctions[Position];
    return R.CallsPointers || any_of(R.Mentioned, [](const GlobalValue *V) {
             return !isa<GlobalVariable>(V);
           });
  });
}

bool CallGraph::usesTeamMemory(const BitVector &Which) const {
  return any_of(Which.set_bits(), [&](unsigned Position) {
    return OfFunctions[Position].UsesTeamMemory;
  });
}

/// Returns whether \p Variable is one of LLVM's lists of symbols that must not
/// be removed. These do not count as uses of an address.
static bool isUsedList(const GlobalVariable &Variable) {
  return Variable.getName() == "llvm.used" ||
         Variable.getName() == "llvm.compiler.used";
}

BitVector CallGraph::neededByVariables() const {
  References R;
  for (const GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer() && !isUsedList(Variable))
      mention(Variable.getInitializer(), R);
  // Code for processors can reach functions of other parts by address.
  if (!isGpu(Kind))
    R.Mentioned.clear();
  for (const GlobalAlias &Alias : M.aliases())
    mention(Alias.getAliasee(), R);
  for (const GlobalIFunc &IFunc : M.ifuncs())
    mention(IFunc.getResolver(), R);
  BitVector Needed(Functions.size());
  for (const GlobalValue *Global : concat<const GlobalValue *const>(
           R.Mentioned.getArrayRef(), R.BlocksOf.getArrayRef()))
    if (auto Position = Positions.find(Global); Position != Positions.end())
      Needed.set(Position->second);
  return Needed;
}

size_t CallGraph::cost(const BitVector &Which) const {
  size_t Cost = 0;
  for (unsigned Position : Which.set_bits())
    Cost += Functions[Position]->getInstructionCount();
  return Cost;
}

static SmallVector<unsigned> cutsFor(ArrayRef<Piece> Row, unsigned MinCost,
                                     unsigned AskedParts, unsigned TakenParts) {
  unsigned Max = std::max(AskedParts ? AskedParts : MaxParts, TakenParts + 1);
  return cutsOf(Row, AskedParts ? 1 : MinCost, Max - TakenParts);
}

/// Divides the functions in the order of the module, so that neighbours stay
/// together.
static Partition dealOut(const CallGraph &Graph, unsigned AskedParts) {
  const unsigned Count = Graph.functions().size();
  std::vector<Piece> Row;
  for (const Function *F : Graph.functions())
    Row.push_back({rankOfName(F->getName()), F->getInstructionCount()});
  SmallVector<unsigned> Cuts =
      cutsFor(Row, MinProcessorInstructions, AskedParts, 0);
  Partition Result;
  Result.Parts.resize(Cuts.size() + 1, {BitVector(Count), BitVector(Count)});
  BitVector First = Graph.neededByVariables();
  size_t Current = 0;
  for (auto [Position, F] : enumerate(Graph.functions())) {
    if (Current != Cuts.size() && Cuts[Current] == Position)
      ++Current;
    if (F->isDeclaration())
      continue;
    size_t Part = First[Position] ? 0 : Current;
    Result.Parts[Part].Holds.set(Position);
    Result.Parts[Part].Owns.set(Position);
  }
  return Result;
}

namespace {

/// A kernel, or another function that is visible outside, and the functions
/// that it needs.
struct Root {
  unsigned Position;
  BitVector Reached;
};

} // namespace

static std::vector<Root> rootsOf(const CallGraph &Graph) {
  std::vector<Root> Roots;
  for (auto [Position, F] : enumerate(Graph.functions()))
    if (!F->isDeclaration() && !F->hasLocalLinkage())
      Roots.push_back({unsigned(Position), Graph.reachedFrom(*F)});
  return Roots;
}

static Partition groupKernels(const CallGraph &Graph, unsigned AskedParts) {
  const unsigned Count = Graph.functions().size();
  Partition::Part First{BitVector(Count), BitVector(Count)};
  const BitVector Needed = Graph.neededByVariables();
  for (unsigned Position : Needed.set_bits())
    First.Holds |= Graph.reachedFrom(*Graph.functions()[Position]);
  std::vector<Root> Roots = rootsOf(Graph);
  // Functions that kernels of other objects call share the team's memory among
  // each other.
  const bool SharesTeamMemory = any_of(Roots, [&](const Root &R) {
    return !isGpuKernel(*Graph.functions()[R.Position]) &&
           Graph.usesTeamMemory(R.Reached);
  });
  erase_if(Roots, [&](const Root &R) {
    if (!First.Holds[R.Position] && !Graph.usesPointers(R.Reached) &&
        !(SharesTeamMemory && Graph.usesTeamMemory(R.Reached)))
      return false;
    First.Holds |= R.Reached;
    First.Owns.set(R.Position);
    return true;
  });
  std::vector<Piece> Row;
  for (const Root &R : Roots)
    Row.push_back({rankOfName(Graph.functions()[R.Position]->getName()),
                   Graph.cost(R.Reached)});
  // Keep the order of the module, so that functions which a file's kernels
  // share are copied into few parts.
  Partition Result;
  bool HasFirst = First.Holds.any() && AskedParts != 1;
  SmallVector<unsigned> Cuts =
      cutsFor(Row, MinInstructions, AskedParts, HasFirst);
  Result.Parts.push_back(std::move(First));
  if (HasFirst && !Roots.empty())
    Result.Parts.push_back({BitVector(Count), BitVector(Count)});
  for (auto [I, R] : enumerate(Roots)) {
    if (is_contained(Cuts, I))
      Result.Parts.push_back({BitVector(Count), BitVector(Count)});
    Result.Parts.back().Holds |= R.Reached;
    Result.Parts.back().Owns.set(R.Position);
  }
  return Result;
}

/// Gives symbols that several parts may refer to a name that all of them see.
static void expose(Module &M, TargetKind Kind) {
  std::vector<GlobalValue *> Shared;
  for (GlobalValue &Global : M.global_values()) {
    auto *Variable = dyn_cast<GlobalVariable>(&Global);
    if (!Global.isDeclaration() && Global.hasLocalLinkage() &&
        !(Variable && isCopied(*Variable, Kind)) &&
        !(isa<Function>(Global) && isGpu(Kind)))
      Shared.push_back(&Global);
  }
  std::vector<std::string> Names = sharedNames(Shared);
  for (auto [Global, Name] : zip_equal(Shared, Names)) {
    Global->setName(Name);
    Global->setLinkage(GlobalValue::ExternalLinkage);
    Global->setVisibility(GlobalValue::HiddenVisibility);
  }
  // A COMDAT group must not be cut. It is decided by now which copy stays.
  for (GlobalObject &Object : M.global_objects())
    Object.setComdat(nullptr);
}

Partition partition(Module &M, TargetKind Kind, unsigned AskedParts) {
  expose(M, Kind);
  CallGraph Graph(M, Kind);
  Partition Result = isGpu(Kind) ? groupKernels(Graph, AskedParts)
                                 : dealOut(Graph, AskedParts);
  for (Partition::Part &Part : Result.Parts)
    Part.Cost = Graph.cost(Part.Holds);
  // The first part stays even without functions because it has the variables.
  llvm::erase_if(Result.Parts, [&](const Partition::Part &Part) {
    return &Part != &Result.Parts.front() && Part.Holds.none();
  });
  return Result;
}

static void declareOnly(GlobalVariable &Variable) {
  Variable.setInitializer(nullptr);
  Variable.setLinkage(GlobalValue::ExternalLinkage);
  Variable.clearMetadata();
}

/// Replaces an alias whose object is in another part by a declaration.
static void declareOnly(GlobalValue &Alias, Module &M) {
  GlobalValue *Declaration;
  if (auto *Type = dyn_cast<FunctionType>(Alias.getValueType()))
    Declaration = Function::Create(Type, GlobalValue::ExternalLinkage,
                                   Alias.getAddressSpace(), "", &M);
  else
    Declaration =
        new GlobalVariable(M, Alias.getValueType(), /*isConstant=*/false,
                           GlobalValue::ExternalLinkage, nullptr, "", nullptr,
                           Alias.getThreadLocalMode(), Alias.getAddressSpace());
  Declaration->takeName(&Alias);
  Declaration->setVisibility(Alias.getVisibility());
  Declaration->setDSOLocal(Alias.isDSOLocal());
  Alias.replaceAllUsesWith(Declaration);
  Alias.eraseFromParent();
}

/// Removes the data that a part other than the first does not need.
static void dropData(Module &M, TargetKind Kind) {
  M.setModuleInlineAsm("");
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    if (Variable.hasAppendingLinkage())
      Variable.eraseFromParent();
    else if (!Variable.isDeclaration() && !isCopied(Variable, Kind))
      declareOnly(Variable);
  }
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases()))
    declareOnly(Alias, M);
  for (GlobalIFunc &IFunc : make_early_inc_range(M.ifuncs()))
    declareOnly(IFunc, M);
}

static Error keepFunctions(Module &M, const Partition::Part &Part,
                           TargetKind Kind) {
  for (auto [Position, F] : enumerate(M)) {
    if (F.isDeclaration() && !F.isMaterializable())
      continue;
    if (!Part.Holds[Position]) {
      F.deleteBody();
      continue;
    }
    if (Error E = F.materialize())
      return E;
    // This is a copy of a function that belongs to another part.
    if (isGpu(Kind) && !F.hasLocalLinkage() && !Part.Owns[Position]) {
      F.setVisibility(GlobalValue::DefaultVisibility);
      F.setLinkage(GlobalValue::InternalLinkage);
    }
  }
  return Error::success();
}

/// Removes symbols that are not used any more. Those that only such symbols use
/// may stay.
static void dropUnused(Module &M) {
  SmallVector<GlobalValue *> Unused;
  for (GlobalValue &Global : M.global_values()) {
    Global.removeDeadConstantUsers();
    if (Global.use_empty() &&
        (Global.isDeclaration() || Global.hasLocalLinkage()))
      Unused.push_back(&Global);
  }
  for (GlobalValue *Global : Unused)
    Global->eraseFromParent();
}

Error keepPart(Module &M, const Partition &Parts, unsigned Index,
               TargetKind Kind) {
  if (Error E = keepFunctions(M, Parts.Parts[Index], Kind))
    return E;
  if (Error E = M.materializeAll())
    return E;
  if (Index != 0)
    dropData(M, Kind);
  else
    removeFromUsedLists(M, [](Constant *C) {
      auto *Global = dyn_cast<GlobalValue>(C->stripPointerCasts());
      return Global && Global->isDeclaration();
    });
  dropUnused(M);
  ModuleAnalysisManager Analyses;
  StripDeadDebugInfoPass().run(M, Analyses);
  forgetTheRest(M);
  return Error::success();
}

} // namespace ompjit::devicelink
