//===- ParallelCodeGen.cpp - Generates code in several threads ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module is written once, and each thread reads its part of it.
//
//===----------------------------------------------------------------------===//

#include "ParallelCodeGen.h"

#include "Partition.h"
#include "PtxNames.h"
#include "WithoutOpenMPOpt.h"
#include "image/ImageLink.h"
#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkCache.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Specialize/VectorFaults.h"
#include "support/ThreadErrors.h"
#include "support/ThreadTrace.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/LTO/LTOBackend.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

class PartCompiler {
public:
  PartCompiler(const Module &M, const DeviceGroup &Group,
               const LinkConfig &Options, const lto::Config &Config);

  size_t numParts() const { return Parts.Parts.size(); }
  /// Returns the parts with the largest first, so that no thread has to
  /// generate it at the end.
  SmallVector<size_t> inOrderOfWork() const;
  Expected<SmallString<0>> compile(size_t Part) const;

private:
  std::string keyFor(const Module &M) const;
  void optimize(Module &M, TargetMachine &Machine, size_t Part) const;

  const DeviceGroup &Group;
  const LinkConfig &Options;
  const lto::Config &Config;
  mutable CodeOptionsGate Asked{llvm::getGlobalPassGate()};
  mutable WithoutOpenMPOpt Passes{Asked};
  Partition Parts;
  SmallString<0> Bitcode;
};

} // namespace

PartCompiler::PartCompiler(const Module &M, const DeviceGroup &Group,
                           const LinkConfig &Options, const lto::Config &Config)
    : Group(Group), Options(Options), Config(Config) {
  TimeTraceScope Scope("Partition");
  std::unique_ptr<Module> Clone = CloneModule(M);
  Parts = partition(*Clone, targetKind(Group.Triple), Options.Partitions);
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(*Clone, Stream);
}

SmallVector<size_t> PartCompiler::inOrderOfWork() const {
  std::vector<std::pair<size_t, size_t>> ByCost;
  for (auto [I, Part] : enumerate(Parts.Parts))
    ByCost.push_back({Part.Cost, I});
  llvm::sort(ByCost, std::greater<>());
  return to_vector(make_second_range(ByCost));
}

/// Returns the key for the code of \p M, or an empty string if there is no
/// cache.
std::string PartCompiler::keyFor(const Module &M) const {
  if (!Options.Cache)
    return "";
  SmallString<0> Part;
  raw_svector_ostream Stream(Part);
  WriteBitcodeToFile(M, Stream);
  return LinkCache::keyFor({"part", Part, LLVM_VERSION_STRING,
                            targetCpu(Group, Options), targetFeatures(Group),
                            std::to_string(Options.OptLevel),
                            Config.OptPipeline, Options.CacheSalt});
}

void PartCompiler::optimize(Module &M, TargetMachine &Machine,
                            size_t Part) const {
  if (Config.OptPipeline.empty())
    return;
  Asked.add(M);
  VectorFaultsGate Gate(M, Passes);
  M.getContext().setOptPassGate(Gate);
  lto::opt(Config, &Machine, unsigned(Part), M, /*IsThinLTO=*/false,
           /*ExportSummary=*/nullptr, /*ImportSummary=*/nullptr,
           /*CmdArgs=*/{});
  // Code generation asks, too.
  M.getContext().setOptPassGate(Passes);
}

Expected<SmallString<0>> PartCompiler::compile(size_t Part) const {
  lto::LTOLLVMContext Context(Config);
  auto M = getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device"), Context);
  if (!M)
    return M.takeError();
  const TargetKind Kind = targetKind(Group.Triple);
  if (Error E = keepPart(**M, Parts, Part, Kind))
    return E;
  auto Machine = createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                     targetFeatures(Group), Options.OptLevel);
  if (!Machine)
    return Machine.takeError();
  std::string Key = keyFor(**M);
  if (Options.Cache)
    if (auto Object = Options.Cache->find(Key))
      return std::move(*Object);
  optimize(**M, **Machine, Part);
  SmallString<0> Object;
  raw_svector_ostream Stream(Object);
  legacy::PassManager Passes;
  Passes.add(new TargetLibraryInfoWrapperPass((*Machine)->getTargetTriple()));
  if (Kind == TargetKind::Nvptx)
    Passes.add(createPtxNamesPass());
  addBeforeCodeGen(Passes, (*Machine)->getTargetTriple());
  if ((*Machine)->addPassesToEmitFile(
          Passes, Stream, nullptr,
          generatedFileType((*Machine)->getTargetTriple())))
    return createStringError("no code generator for " + Group.Triple);
  Passes.run(**M);
  if (Options.Cache)
    Options.Cache->store(Key, Object);
  return Object;
}

Expected<std::vector<SmallString<0>>>
generateInParts(const Module &M, const DeviceGroup &Group,
                const LinkConfig &Options, const lto::Config &Config) {
  PartCompiler Compiler(M, Group, Options, Config);
  std::vector<SmallString<0>> Objects(Compiler.numParts());
  ThreadErrors Failures;
  const bool IsTraced = timeTraceProfilerEnabled();
  auto Compile = [&](size_t Part) {
    provideSignalStack();
    ThreadTrace Trace(Options, IsTraced);
    TimeTraceScope Scope("Generate part", std::to_string(Part));
    auto Object = Compiler.compile(Part);
    if (Object)
      Objects[Part] = std::move(*Object);
    else
      Failures.add(Object.takeError());
  };
  {
    DefaultThreadPool Pool(Options.Threads);
    for (size_t Part : Compiler.inOrderOfWork())
      Pool.async(Compile, Part);
    Pool.wait();
  }
  if (Error E = Failures.take())
    return std::move(E);
  return Objects;
}

} // namespace ompjit::devicelink
