//===- Plugin.cpp - The transformations as passes of opt ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-specialize.so, for `opt -load-pass-plugin`. Parameters stand in
// angle brackets, separated by semicolons:
//
//   ompjit-extract<kernel;NAME>       one kernel and what it reaches; the
//                                     symbols of the slots become the named
//                                     metadata !ompjit.slots
//   ompjit-extract<base;NAME;...>     the shared state without these kernels
//   ompjit-extract<part;NAME;...>     some kernels, as a part of a package
//   ompjit-extract<whole>             everything
//   ompjit-scalars<NAME;0=42;3=0x3f;class=1=20>
//                                     facts about the launches of a kernel, in
//                                     a pass for each word of
//                                     OMP_JIT_SPECIALIZE; they are written as
//                                     for the options of ompjit-compile,
//                                     without their name for the first kind of
//                                     the pass
//   ompjit-fields<NAME;0+8:32=5;2+16:64=0x3f>
//   ompjit-alignment<NAME;0=64;2=16>
//   ompjit-extents<NAME;0=64;2=4096>
//   ompjit-disjoint<NAME;0;2>
//   ompjit-device<NAME;devices=2;device=0;debug=0;dynamic=4096>
//   ompjit-launch<NAME;teams=4;threads=128;warp=32>
//                                     the part that is the same in all modes
//   ompjit-launch-size                the rest of it
//   ompjit-argument-scopes            alias scopes for disjoint pointers
//   ompjit-variable-scopes            the same for variables
//   ompjit-invariant-loads            marks loads of unwritten memory
//   ompjit-propagate                  constants over calls and brokers
//   ompjit-avoid-faults               before LLVM's OpenMP optimiser
//   ompjit-known-tasks                tasks by the names of their functions
//   ompjit-one-team                   regions of one team without a league
//   ompjit-team-reductions            one reduction for all of a team's loops
//   ompjit-veil, ompjit-unveil        around it; so are
//   ompjit-own-parameters, ompjit-copies-as-stores, ompjit-stores-as-copies
//   ompjit-mark-atomics, ompjit-unmark-atomics, ompjit-turn-branches
//   ompjit-keep-writes-open, ompjit-settle-writes
//   ompjit-hide-recursive-variables, ompjit-show-recursive-variables
//   ompjit-mark-lanes, ompjit-lanes<N> iterations in lanes, N of them, or as
//                                     many as are worth it if that is 0
//   ompjit-nontemporal-stores<BYTES>  stores past the cache where a loop writes
//                                     so much
//   ompjit-indirect-prefetch<N>       reads of places that arrays say, N
//                                     iterations ahead, or as it suits if that
//                                     is 0
//   ompjit-math-errno                 mathematical functions without errno
//   ompjit-guard-copies               before it, for kernels that are SPMD
//
// An error becomes a diagnostic of the context, on which opt ends. The compile
// service calls the libraries directly and does not use this.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Lanes/Lanes.h"
#include "ompjit/Lanes/MarkLanes.h"
#include "ompjit/Specialize/ChunkBounds.h"
#include "ompjit/Specialize/Disjoint.h"
#include "ompjit/Specialize/Extract.h"
#include "ompjit/Specialize/IndirectPrefetch.h"
#include "ompjit/Specialize/KernelFacts.h"
#include "ompjit/Specialize/KnownTasks.h"
#include "ompjit/Specialize/LargeFunctions.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Specialize/MathErrno.h"
#include "ompjit/Specialize/NontemporalStores.h"
#include "ompjit/Specialize/OneTeam.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/ReductionRecords.h"
#include "ompjit/Specialize/RedundantBarriers.h"
#include "ompjit/Specialize/Scalars.h"
#include "ompjit/Specialize/SeveralSums.h"
#include "ompjit/Specialize/SingleTurns.h"
#include "ompjit/Specialize/StaticLoops.h"
#include "ompjit/Specialize/TeamMemory.h"
#include "ompjit/Specialize/TeamReductions.h"
#include "ompjit/Specialize/VectorFaults.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;
using namespace ompjit;

namespace {

using Parameters = SmallVector<std::string, 4>;

PreservedAnalyses report(Module &M, Error E) {
  if (E)
    M.getContext().emitError(toString(std::move(E)));
  return PreservedAnalyses::none();
}

class ExtractPass : public PassInfoMixin<ExtractPass> {
public:
  explicit ExtractPass(Parameters Words) : Words(std::move(Words)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return report(M, extract(M));
  }
  static bool isRequired() { return true; }

private:
  Error extract(Module &M) {
    SmallVector<StringRef> Names(Words.begin() + 1, Words.end());
    if (Words[0] == "base")
      return extractBase(M, Names);
    if (Words[0] == "part")
      return extractPart(M, Names);
    if (Words[0] == "whole")
      return extractWhole(M);
    Expected<std::vector<std::string>> Slots = extractKernel(M, Names[0]);
    if (!Slots)
      return Slots.takeError();
    NamedMDNode *Table = M.getOrInsertNamedMetadata("ompjit.slots");
    for (const std::string &Symbol : *Slots)
      Table->addOperand(
          MDNode::get(M.getContext(), MDString::get(M.getContext(), Symbol)));
    return Error::success();
  }

  Parameters Words;
};

class FactsPass : public PassInfoMixin<FactsPass> {
public:
  FactsPass(Specialization Group, std::string Kernel, SmallVector<Fact> Known,
            unsigned WarpSize)
      : Group(Group), Kernel(std::move(Kernel)), Known(std::move(Known)),
        WarpSize(WarpSize) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeKernelFor(Group, *F, Known, WarpSize)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  Specialization Group;
  std::string Kernel;
  SmallVector<Fact> Known;
  unsigned WarpSize;
};

class PropagatePass : public PassInfoMixin<PropagatePass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return propagateArguments(M) ? PreservedAnalyses::none()
                                 : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class GuardCopiesPass : public PassInfoMixin<GuardCopiesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return guardCopies(M) ? PreservedAnalyses::none()
                          : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class AvoidFaultsPass : public PassInfoMixin<AvoidFaultsPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    avoidOptimizerFaults(M);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// The words between the brackets after \p Pass.
std::optional<Parameters> parametersOf(StringRef Text, StringRef Pass) {
  if (!Text.consume_front(Pass) || !Text.consume_front("<") ||
      !Text.consume_back(">"))
    return std::nullopt;
  Parameters Words;
  for (StringRef Word : split(Text, ';'))
    Words.push_back(Word.str());
  return Words;
}

bool addExtract(const Parameters &Words, ModulePassManager &Passes) {
  bool Valid = Words[0] == "base" || Words[0] == "part" ||
               (Words[0] == "whole" && Words.size() == 1) ||
               (Words[0] == "kernel" && Words.size() == 2);
  if (Valid)
    Passes.addPass(ExtractPass(Words));
  return Valid;
}

/// Reads a word of the pass for \p For: what an option of ompjit-compile says,
/// whose name may be left out if it is that of the first kind.
std::optional<Fact> factOf(Specialization Group, StringRef Word) {
  const auto [Name, Value] = Word.split('=');
  const FactTraits *First = nullptr;
  for (const FactTraits &Row : FactTable) {
    if (Row.Group != Group || !Row.isInRequests())
      continue;
    if (StringRef(Row.Word) == Name)
      return readFact(Row.Kind, Value);
    if (!First)
      First = &Row;
  }
  return First ? readFact(First->Kind, Word) : std::nullopt;
}

bool addFacts(Specialization Group, const Parameters &Words,
              ModulePassManager &Passes) {
  SmallVector<Fact> Known;
  unsigned WarpSize = 32;
  for (StringRef Word : drop_begin(Words)) {
    if (Word.consume_front("warp=")) {
      if (Word.getAsInteger(10, WarpSize))
        return false;
      continue;
    }
    std::optional<Fact> Each = factOf(Group, Word);
    if (!Each)
      return false;
    // A comma ends a pass for opt, so that a set comes in parts.
    if (!Known.empty() && Known.back().Name == Each->Name &&
        traitsOf(Each->Name.Kind).Subject == FactSubject::Pointers)
      Known.back().Value |= Each->Value;
    else
      Known.push_back(*Each);
  }
  Passes.addPass(FactsPass(Group, Words[0], std::move(Known), WarpSize));
  return true;
}

bool addLanes(const Parameters &Words, ModulePassManager &Passes) {
  LaneOptions Options;
  if (Words.size() != 1 || StringRef(Words[0]).getAsInteger(10, Options.Lanes))
    return false;
  Passes.addPass(createModuleToFunctionPassAdaptor(LanesPass(Options)));
  return true;
}

bool addNontemporalStores(const Parameters &Words, ModulePassManager &Passes) {
  uint64_t Bytes;
  if (Words.size() != 1 || StringRef(Words[0]).getAsInteger(10, Bytes) ||
      Bytes == 0)
    return false;
  Passes.addPass(
      createModuleToFunctionPassAdaptor(NontemporalStoresPass(Bytes)));
  return true;
}

bool addIndirectPrefetch(const Parameters &Words, ModulePassManager &Passes) {
  unsigned Distance;
  if (Words.size() != 1 || StringRef(Words[0]).getAsInteger(10, Distance))
    return false;
  Passes.addPass(
      createModuleToFunctionPassAdaptor(IndirectPrefetchPass(Distance)));
  return true;
}

bool parsePass(StringRef Text, ModulePassManager &Passes,
               ArrayRef<PassBuilder::PipelineElement>) {
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-extract"))
    return addExtract(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-lanes"))
    return addLanes(*Words, Passes);
  if (std::optional<Parameters> Words =
          parametersOf(Text, "ompjit-nontemporal-stores"))
    return addNontemporalStores(*Words, Passes);
  if (std::optional<Parameters> Words =
          parametersOf(Text, "ompjit-indirect-prefetch"))
    return addIndirectPrefetch(*Words, Passes);
  for (const SpecializationTraits &Row : SpecializationTable)
    if (std::optional<Parameters> Words =
            parametersOf(Text, ("ompjit-" + StringRef(Row.Word)).str()))
      return addFacts(Row.Bit, *Words, Passes);
  if (Text == "ompjit-launch-size")
    Passes.addPass(LaunchSizePass());
  else if (Text == "ompjit-propagate")
    Passes.addPass(PropagatePass());
  else if (Text == "ompjit-argument-scopes")
    Passes.addPass(ArgumentScopesPass());
  else if (Text == "ompjit-variable-scopes")
    Passes.addPass(createModuleToFunctionPassAdaptor(VariableScopesPass()));
  else if (Text == "ompjit-invariant-loads")
    Passes.addPass(InvariantLoadsPass());
  else if (Text == "ompjit-avoid-faults")
    Passes.addPass(AvoidFaultsPass());
  else if (Text == "ompjit-guard-copies")
    Passes.addPass(GuardCopiesPass());
  else if (Text == "ompjit-known-tasks")
    Passes.addPass(KnownTasksPass());
  else if (Text == "ompjit-one-team")
    Passes.addPass(OneTeamPass());
  else if (Text == "ompjit-static-loops")
    Passes.addPass(StaticLoopsPass());
  else if (Text == "ompjit-team-reductions")
    Passes.addPass(TeamReductionsPass());
  else if (Text == "ompjit-reduction-records")
    Passes.addPass(ReductionRecordsPass());
  else if (Text == "ompjit-veil")
    Passes.addPass(VeilPass());
  else if (Text == "ompjit-unveil")
    Passes.addPass(UnveilPass());
  else if (Text == "ompjit-turn-branches")
    Passes.addPass(TurnBranchesPass());
  else if (Text == "ompjit-own-parameters")
    Passes.addPass(OwnParametersPass());
  else if (Text == "ompjit-copies-as-stores")
    Passes.addPass(CopiesAsStoresPass());
  else if (Text == "ompjit-mark-atomics")
    Passes.addPass(MarkAtomicsPass());
  else if (Text == "ompjit-unmark-atomics")
    Passes.addPass(UnmarkAtomicsPass());
  else if (Text == "ompjit-keep-writes-open")
    Passes.addPass(KeepWritesOpenPass());
  else if (Text == "ompjit-settle-writes")
    Passes.addPass(SettleWritesPass());
  else if (Text == "ompjit-hide-recursive-variables")
    Passes.addPass(HideRecursiveVariablesPass());
  else if (Text == "ompjit-show-recursive-variables")
    Passes.addPass(ShowRecursiveVariablesPass());
  else if (Text == "ompjit-stores-as-copies")
    Passes.addPass(StoresAsCopiesPass());
  else if (Text == "ompjit-several-sums")
    Passes.addPass(createModuleToFunctionPassAdaptor(SeveralSumsPass()));
  else if (Text == "ompjit-math-errno")
    Passes.addPass(MathErrnoPass());
  else if (Text == "ompjit-mark-lanes")
    Passes.addPass(MarkLanesPass());
  else if (Text == "ompjit-chunk-bounds")
    Passes.addPass(createModuleToFunctionPassAdaptor(ChunkBoundsPass()));
  else if (Text == "ompjit-single-turns")
    Passes.addPass(createModuleToFunctionPassAdaptor(SingleTurnsPass()));
  else if (Text == "ompjit-redundant-barriers")
    Passes.addPass(createModuleToFunctionPassAdaptor(RedundantBarriersPass()));
  else if (Text == "ompjit-team-memory")
    Passes.addPass(TeamMemoryPass());
  else
    return false;
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-specialize", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(parsePass);
            if (auto *Callbacks = Builder.getPassInstrumentationCallbacks()) {
              avoidVectorFaults(*Callbacks);
              boundLargeFunctions(*Callbacks);
            }
          }};
}
