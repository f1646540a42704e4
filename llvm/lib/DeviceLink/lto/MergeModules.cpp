//===- MergeModules.cpp - Merges small thin modules -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges modules by LLVM's linker. The result is bitcode with a summary and a
// hash of its own, like that of the compilation of one file.
//
//===----------------------------------------------------------------------===//

#include "ThinModules.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "support/ThreadTrace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ModuleSummaryAnalysis.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSummaryIndex.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

using Members = SmallVector<BitcodeInput *>;

/// An error here means that modules cannot be merged, which is not an error of
/// the link.
struct SilentHandler : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};

} // namespace

static SmallVector<const MDNode *> flagsOf(const Module &M) {
  const NamedMDNode *Flags = M.getModuleFlagsMetadata();
  return Flags ? to_vector_of<const MDNode *>(Flags->operands())
               : SmallVector<const MDNode *>();
}

/// Returns whether \p A and \p B are for the same target and have the same
/// options. Modules with assembly are excluded because it may have labels that
/// are local to a file.
static bool goTogether(const Module &A, const Module &B) {
  return A.getTargetTriple() == B.getTargetTriple() &&
         A.getDataLayout() == B.getDataLayout() && flagsOf(A) == flagsOf(B) &&
         A.getModuleInlineAsm().empty() && B.getModuleInlineAsm().empty();
}

namespace {

/// Members of a group that can be merged.
struct Kin {
  Members Inputs;
  std::unique_ptr<Module> M; ///< The merged module.
  std::unique_ptr<Linker> Link;
};

struct Merged {
  Members Inputs;
  std::unique_ptr<MemoryBuffer> Bitcode;
};

} // namespace

/// Merges the modules of \p Group that can be merged. \returns nothing if that
/// fails.
static std::vector<Kin> linkKin(LLVMContext &Context, const Members &Group,
                                ArrayRef<const DeviceCode *> Codes) {
  std::vector<Kin> All;
  for (BitcodeInput *Each : Group) {
    const DeviceCode &Code = *Codes[Each->Files.front()];
    const WorkNote Note(Code.Source, Code.Image->getBufferSize());
    auto M = Each->Input->getSingleBitcodeModule().parseModule(Context);
    if (!M) {
      consumeError(M.takeError()); // LTO meets the same error, and reports it.
      return {};
    }
    auto Known =
        find_if(All, [&](const Kin &K) { return goTogether(*K.M, **M); });
    if (Known == All.end()) {
      auto Link = std::make_unique<Linker>(**M);
      All.push_back({{Each}, std::move(*M), std::move(Link)});
    } else {
      if (Known->Link->linkInModule(std::move(*M)))
        return {};
      Known->Inputs.push_back(Each);
    }
  }
  return All;
}

static std::unique_ptr<MemoryBuffer> bitcodeOf(const Module &M,
                                               StringRef Name) {
  ProfileSummaryInfo Profile(M);
  ModuleSummaryIndex Index = buildModuleSummaryIndex(M, nullptr, &Profile);
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream, /*ShouldPreserveUseListOrder=*/false, &Index,
                     /*GenerateHash=*/true);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bitcode), Name, /*RequiresNullTerminator=*/false);
}

static std::vector<Merged> mergeGroup(const Members &Group,
                                      ArrayRef<const DeviceCode *> Codes) {
  provideSignalStack();
  TimeTraceScope Scope("Merge modules", *Group.front()->Name);
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  Context.setDiscardValueNames(true);
  Context.enableDebugTypeODRUniquing();
  std::vector<Merged> Results;
  for (Kin &K : linkKin(Context, Group, Codes))
    if (K.Inputs.size() > 1)
      Results.push_back({K.Inputs, bitcodeOf(*K.M, *K.Inputs.front()->Name)});
  return Results;
}

/// Puts the merged bitcode in place of the first input, and empties the others.
static Error replace(Merged All) {
  auto Input = lto::InputFile::create(All.Bitcode->getMemBufferRef());
  if (!Input)
    return Input.takeError();
  BitcodeInput &First = *All.Inputs.front();
  First.Input = std::move(*Input);
  First.Bitcode = std::move(All.Bitcode);
  for (BitcodeInput *Other : drop_begin(All.Inputs)) {
    append_range(First.Files, Other->Files);
    Other->Input.reset();
  }
  return Error::success();
}

Error mergeSmallModules(std::vector<BitcodeInput> &Inputs,
                        ArrayRef<ThinModule> Thin, const DeviceGroup &Group,
                        const LinkConfig &Options) {
  std::vector<Members> Groups = groupsToMerge(Thin, Group);
  std::vector<std::vector<Merged>> Results(Groups.size());
  const bool IsTraced = timeTraceProfilerEnabled();
  DefaultThreadPool Pool(Options.Threads);
  for (size_t I = 0; I != Groups.size(); ++I)
    Pool.async([&, I] {
      ThreadTrace Trace(Options, IsTraced);
      Results[I] = mergeGroup(Groups[I], Group.Codes);
    });
  Pool.wait();
  for (std::vector<Merged> &OfGroup : Results)
    for (Merged &Each : OfGroup)
      if (Error E = replace(std::move(Each)))
        return E;
  llvm::erase_if(Inputs, [](const BitcodeInput &Each) { return !Each.Input; });
  return Error::success();
}

} // namespace ompjit::devicelink
