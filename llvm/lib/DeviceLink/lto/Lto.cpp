//===- Lto.cpp - Device LTO -----------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The resolution tells LTO what a linker knows: which definition is used, and
// which symbols must stay visible. These are kernels and variables with an
// offload entry, because the runtime looks them up, and symbols that ELF
// objects of the same link mention. All others may be made internal.
//
//===----------------------------------------------------------------------===//

#include "Lto.h"

#include "LatePasses.h"
#include "Optimize.h"
#include "ParallelCodeGen.h"
#include "Partition.h"
#include "PtxNames.h"
#include "ThinModules.h"
#include "inputs/BitcodeSymbols.h"
#include "support/LinkDiagnostics.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/LinkCache.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/BlockSize.h"
#include "ompjit/Specialize/CapturedValues.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Specialize/MathCalls.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/ParallelLoops.h"
#include "ompjit/Specialize/RegionClauses.h"
#include "ompjit/Specialize/StaticLoops.h"
#include "ompjit/Specialize/VectorFaults.h"
#include "ompjit/Specialize/VectorFunctions.h"
#include "ompjit/Support/Mutex.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/Caching.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <list>
#include <optional>

using namespace llvm;

namespace ompjit::devicelink {

static SymbolRank rankOf(const lto::InputFile::Symbol &Symbol) {
  if (Symbol.isUndefined())
    return SymbolRank::Undefined;
  if (Symbol.isCommon())
    return SymbolRank::Common;
  // The first copy of a COMDAT group stays, whatever its linkage.
  if (Symbol.isWeak() || Symbol.getComdatIndex() != -1)
    return SymbolRank::Weak;
  return SymbolRank::Strong;
}

/// Returns whether the host looks the symbol up in the image. On a GPU clang
/// hides all other symbols. In a processor's code the entries have symbols of
/// their own.
static bool isForHost(const lto::InputFile::Symbol &Symbol, StringRef &Name,
                      TargetKind Kind) {
  if (Kind != TargetKind::Host)
    return !Symbol.isUndefined() &&
           Symbol.getVisibility() != GlobalValue::HiddenVisibility;
  return Name.consume_front(".offloading.entry.") ||
         Name.ends_with("_decl_tgt_ref_ptr");
}

/// Returns the bitcode of a thin module as one for full LTO, or nothing if it
/// already is one.
///
/// On a GPU a kernel needs the functions that it calls in its own module, above
/// all those of the device runtime. On AMD's GPUs the kernel states how many
/// registers and how much stack all of them need. On NVIDIA's, code of another
/// module takes 254 registers where the kernel may have fewer, and then does
/// not link. LLVM would import all of it into each thin module and drop the
/// rest, which fails for what cannot be imported: mutable variables, and
/// functions that are weak or whose address is taken. Full LTO generates code
/// in several threads as well.
static Expected<std::unique_ptr<MemoryBuffer>>
withoutSummary(lto::InputFile &Input, StringRef Name) {
  BitcodeModule &Module = Input.getSingleBitcodeModule();
  auto Info = Module.getLTOInfo();
  if (!Info)
    return Info.takeError();
  if (!Info->IsThinLTO)
    return nullptr;
  LLVMContext Context;
  auto M = Module.parseModule(Context);
  if (!M)
    return M.takeError();
  // clang sets it for full LTO, and modules that differ in it cannot be linked.
  (*M)->setModuleFlag(Module::Error, "EnableSplitLTOUnit", 1);
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(**M, Stream);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bitcode), Name, /*RequiresNullTerminator=*/false);
}

Expected<BitcodeInput> addBitcode(const DeviceCode &Code, unsigned File,
                                  Resolution &Symbols) {
  // Thin LTO tells modules apart by name and derives names of promoted symbols
  // from it: a position is unique and does not depend on folders.
  auto Name = std::make_unique<std::string>("device." + std::to_string(File));
  auto Image = MemoryBufferRef(Code.Image->getBuffer(), *Name);
  if (Error E = checkBitcodeSymbols(Image))
    return fileError(Code.Source, std::move(E));
  auto Input = lto::InputFile::create(Image);
  if (!Input)
    return fileError(Code.Source, Input.takeError());
  const TargetKind Kind = targetKind(Code.Triple);
  std::unique_ptr<MemoryBuffer> Full;
  if (Kind != TargetKind::Host) {
    if (Error E = withoutSummary(**Input, *Name).moveInto(Full))
      return fileError(Code.Source, std::move(E));
    if (Full)
      Input = lto::InputFile::create(Full->getMemBufferRef());
    if (!Input)
      return fileError(Code.Source, Input.takeError());
  }
  for (const lto::InputFile::Symbol &Symbol : (*Input)->symbols()) {
    StringRef SymbolName = Symbol.getName();
    Resolution::Mention M{File, Code.Source, rankOf(Symbol)};
    if (Symbol.isCommon())
      M.CommonSize = Symbol.getCommonSize();
    if (Error E = Symbols.add(SymbolName, M))
      return E;
    if (isForHost(Symbol, SymbolName, Kind))
      Symbols.keep(SymbolName);
  }
  return BitcodeInput{
      {File}, std::move(Name), std::move(Full), std::move(*Input)};
}

static CodeGenOptLevel codeGenLevel(unsigned OptLevel) {
  return CodeGenOpt::getLevel(int(OptLevel)).value_or(CodeGenOptLevel::Default);
}

static Expected<lto::Config> ltoConfig(const DeviceGroup &Group,
                                       const LinkConfig &Options,
                                       LinkDiagnostics &Diags) {
  lto::Config Config;
  Config.CPU = targetCpu(Group, Options);
  // LLVM's default is .ctors, which the C library no longer runs.
  Config.Options.UseInitArray = true;
  std::string Features = targetFeatures(Group);
  for (StringRef Feature : split(Features, ','))
    if (!Feature.empty())
      Config.MAttrs.push_back(Feature.str());
  Config.CGFileType = generatedFileType(Triple(Group.Triple));
  Config.OptLevel = Options.OptLevel;
  Config.DisableVerify = true; // LtoRun does, once.
  Config.CGOptLevel = codeGenLevel(Options.OptLevel);
  Config.PTO.LoopVectorization = Options.OptLevel > 1;
  Config.PTO.SLPVectorization = Options.OptLevel > 1;
  Config.OverrideTriple = Group.Triple;
  Config.VisibilityScheme = lto::Config::ELF;
  if (Error E = Diags.checkRecords())
    return E;
  Config.RemarksFilename = Options.Remarks.Path;
  Config.RemarksFormat = Options.Remarks.Format;
  Config.RemarksPasses = Options.Remarks.Passes;
  Config.TimeTraceEnabled = timeTraceProfilerEnabled();
  Config.TimeTraceGranularity = Options.TimeTraceGranularity;
  Config.DiagHandler = Diags.handler();
  Config.PreCodeGenPassesHook =
      [Target = Triple(Group.Triple)](legacy::PassManager &Passes) {
        if (Target.isNVPTX())
          Passes.add(createPtxNamesPass());
        addBeforeCodeGen(Passes, Target);
      };
  if (!Options.SaveTempsPrefix.empty())
    if (Error E = Config.addSaveTemps(Options.SaveTempsPrefix))
      return E;
  return Config;
}

static std::vector<lto::SymbolResolution>
resolutionsOf(const BitcodeInput &Bitcode, const Resolution &Symbols) {
  std::vector<lto::SymbolResolution> Resolutions;
  for (const lto::InputFile::Symbol &Symbol : Bitcode.Input->symbols()) {
    StringRef Name = Symbol.getName();
    lto::SymbolResolution R;
    R.Prevailing =
        !Symbol.isUndefined() && any_of(Bitcode.Files, [&](unsigned File) {
          return Symbols.prevails(Name, File);
        });
    // Images are linked with -Bsymbolic, so that no definition can be replaced.
    R.FinalDefinitionInLinkageUnit = Symbols.isDefined(Name);
    R.VisibleToRegularObj = Symbols.isVisible(Name) || Symbol.isUsed();
    R.ExportDynamic = Symbols.isVisible(Name) &&
                      Symbol.getVisibility() != GlobalValue::HiddenVisibility;
    Resolutions.push_back(R);
  }
  return Resolutions;
}

namespace {

/// The note of the file that a thread of thin LTO works on, from LTO's first
/// hook to the end of its object.
struct TaskNote {
  std::string Sources;
  std::optional<WorkNote> Note;
};

} // namespace

static thread_local TaskNote OfThread;

namespace {

/// The stream that LTO's code generators write to.
class ObjectStream : public CachedFileStream {
public:
  /// \p Cache may be null.
  ObjectStream(SmallString<0> &Object, LinkCache *Cache, std::string Key)
      : CachedFileStream(std::make_unique<raw_svector_ostream>(Object)),
        Object(Object), Cache(Cache), Key(std::move(Key)) {}

  Error commit() override {
    if (Cache)
      Cache->store(Key, Object);
    OfThread.Note.reset();
    return CachedFileStream::commit();
  }

private:
  SmallString<0> &Object;
  LinkCache *Cache;
  const std::string Key;
};

/// For modules that are optimised already.
class NoPasses : public OptPassGate {
public:
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef, StringRef) const override { return false; }
};

/// One run of LTO and its results.
class LtoRun {
public:
  LtoRun(const DeviceGroup &Group, const LinkConfig &Options)
      : Group(Group), Options(Options), Diags(Options) {}

  Error start(ArrayRef<ThinModule> Thin);
  Error add(BitcodeInput &Bitcode, const Resolution &Symbols);
  /// The parts of the full module, then the thin modules.
  Expected<std::vector<SmallString<0>>> finish();

private:
  void verifyFirst(lto::Config &Config);
  void choosePasses(lto::Config &Config, ArrayRef<ThinModule> Thin);
  OptPassGate &passesFor(unsigned Task, const Module &M);
  OptPassGate &withoutVectorFaults(Module &M, const OptPassGate &Usual);
  bool generateFull(const Module &M);
  std::unique_ptr<TargetMachine> machineOfTask() const;
  void mapFunctions(Module &M);
  void giveLanes(const Module &M);
  FileCache cache();

  const DeviceGroup &Group;
  const LinkConfig &Options;
  LinkDiagnostics Diags;
  CodeOptionsGate Asked{llvm::getGlobalPassGate()};
  WithoutOpenMPOpt Passes{Asked};
  EarlyPasses Early{Passes};
  NoPasses Done;
  lto::Config PartConfig; ///< The passes that remain for the full module's
                          ///< parts.
  std::unique_ptr<TargetMachine> Machine;
  std::optional<lto::LTO> Link;
  std::vector<SmallString<0>> Parts;
  std::string PartFailure;
  StringMap<std::string> SourcesOf; ///< Sources of thin modules by LTO's names.
  Mutex Guard;
  std::list<VectorFaultsGate> Gates OMPJIT_GUARDED_BY(Guard); ///< Of modules.
  /// The verifier's message.
  std::string Broken OMPJIT_GUARDED_BY(Guard);
  std::vector<SmallString<0>> Objects; ///< By LTO's task.
};

} // namespace

/// LTO's only task that is not for a thin module.
static constexpr unsigned FullTask = 0;

/// Returns the pipeline for thin modules. The passes of thin LTO simplify all
/// code again, and those of full LTO do only what is left after a compilation,
/// which took a tenth less time for 500 files and a quarter less for 65 large
/// ones. But only thin LTO's find the answers to type tests in the index.
static std::string pipelineFor(ArrayRef<ThinModule> Thin, unsigned OptLevel) {
  if (Thin.empty() || OptLevel == 0 ||
      any_of(Thin, [](const ThinModule &M) { return M.TestsTypes; }))
    return "";
  return "lto<O" + std::to_string(OptLevel) + ">";
}

/// The code after the readers assumes that a module is valid. Here a module has
/// been read already, which takes longer than verifying it.
void LtoRun::verifyFirst(lto::Config &Config) {
  Config.PreOptModuleHook = [this, Next = std::move(Config.PreOptModuleHook)](
                                unsigned Task, const Module &M) {
    provideSignalStack();
    if (auto Found = SourcesOf.find(M.getModuleIdentifier());
        Found != SourcesOf.end()) {
      OfThread.Sources = Found->second;
      OfThread.Note.emplace(OfThread.Sources, 0);
    }
    if (Error E = verify(M, M.getModuleIdentifier())) {
      MutexLock Lock(Guard);
      Broken = toString(std::move(E));
      return false;
    }
    return !Next || Next(Task, M);
  };
}

void LtoRun::choosePasses(lto::Config &Config, ArrayRef<ThinModule> Thin) {
  if (targetKind(Group.Triple) == TargetKind::Host) {
    Config.OptPipeline = pipelineFor(Thin, Options.OptLevel);
    Config.PreOptModuleHook = [this, Save = std::move(Config.PreOptModuleHook)](
                                  unsigned Task, const Module &M) {
      Asked.add(M);
      mapFunctions(const_cast<Module &>(M));
      M.getContext().setOptPassGate(
          withoutVectorFaults(const_cast<Module &>(M), passesFor(Task, M)));
      return !Save || Save(Task, M);
    };
    Config.PostImportModuleHook =
        [this, Save = std::move(Config.PostImportModuleHook)](unsigned Task,
                                                              const Module &M) {
          if (Save && !Save(Task, M))
            return false;
          giveLanes(M);
          return true;
        };
    return;
  }
  Config.PostInternalizeModuleHook =
      [this, Save = std::move(Config.PostInternalizeModuleHook)](
          unsigned Task, const Module &M) {
        if (Save && !Save(Task, M))
          return false;
        // LTO has no other hook for a client's passes, and the module that it
        // owns may be changed.
        auto &Mine = const_cast<Module &>(M);
        Asked.add(Mine);
        Mine.getContext().setOptPassGate(Passes);
        fitBlockSizes(Mine);
        guardCopies(Mine);
        waitForClauses(Mine);
        callMathFunctions(Mine);
        forgetCapturedTypes(Mine);
        forgetParallelLoops(Mine);
        if (Task == FullTask)
          simplifyKernels(Mine, *Machine, Options.OptLevel);
        avoidOptimizerFaults(Mine);
        return true;
      };
}

/// A machine notes what it finds out about functions, so that the threads of
/// thin LTO must not share one.
std::unique_ptr<TargetMachine> LtoRun::machineOfTask() const {
  // start() has created one like it.
  return cantFail(createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                      targetFeatures(Group), Options.OptLevel));
}

void LtoRun::mapFunctions(Module &M) {
  if (!mayHaveVectorFunctions(M))
    return;
  mapVectorFunctions(M, *machineOfTask(), [this](StringRef Name) {
    return hasVectorFunction(Name, Options.HostLibraryFolders);
  });
}

/// Optimises a thin module here, if it asks for lanes, and leaves LTO's
/// pipeline out.
void LtoRun::giveLanes(const Module &M) {
  // LTO's pipelines have the answers to type tests.
  if (Options.OptLevel < 2 || !wantsLanes(M) || !canWait(M))
    return;
  optimizeWithLanes(const_cast<Module &>(M), *machineOfTask(),
                    Options.OptLevel);
  M.getContext().setOptPassGate(Done);
}

/// Decides which passes are delayed until \p M is in parts. None are if there
/// is a file of remarks, because that is for the whole module.
OptPassGate &LtoRun::passesFor(unsigned Task, const Module &M) {
  if (Task != FullTask || !Options.Remarks.Path.empty() ||
      !isWorthParts(M, Options.Partitions) || !canWait(M))
    return Passes;
  PartConfig.OptPipeline = latePasses(PartConfig);
  if (PartConfig.OptPipeline.empty())
    return Passes;
  return Early;
}

OptPassGate &LtoRun::withoutVectorFaults(Module &M, const OptPassGate &Usual) {
  MutexLock Lock(Guard);
  return Gates.emplace_back(M, Usual);
}

Error LtoRun::start(ArrayRef<ThinModule> Thin) {
  // Also registers the targets that LTO looks up.
  auto Created = createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                     targetFeatures(Group), Options.OptLevel);
  if (!Created)
    return Created.takeError();
  Machine = std::move(*Created);
  auto Config = ltoConfig(Group, Options, Diags);
  if (!Config)
    return Config.takeError();
  PartConfig.DiagHandler = Config->DiagHandler;
  PartConfig.OptLevel = Config->OptLevel;
  PartConfig.PTO = Config->PTO;
  PartConfig.DisableVerify = Config->DisableVerify;
  if (!Options.SaveTempsPrefix.empty())
    if (Error E =
            PartConfig.addSaveTemps(Options.SaveTempsPrefix + "part.",
                                    /*UseInputModulePath=*/false, {"opt"}))
      return E;
  choosePasses(*Config, Thin);
  verifyFirst(*Config);
  Config->PreCodeGenModuleHook =
      [this, Save = std::move(Config->PreCodeGenModuleHook)](unsigned Task,
                                                             const Module &M) {
        if (Save && !Save(Task, M))
          return false;
        if (Options.OptLevel != 0)
          computeShares(const_cast<Module &>(M));
        return Task != FullTask || generateFull(M);
      };
  Link.emplace(std::move(*Config),
               lto::createInProcessThinBackend(Options.Threads));
  return Error::success();
}

Error LtoRun::add(BitcodeInput &Bitcode, const Resolution &Symbols) {
  auto Resolutions = resolutionsOf(Bitcode, Symbols);
  std::string &Sources = SourcesOf[*Bitcode.Name];
  for (unsigned File : Bitcode.Files)
    Sources += (Sources.empty() ? "" : ", ") + Group.Codes[File]->Source;
  const WorkNote Note(Sources, 0);
  if (Error E = Link->add(std::move(Bitcode.Input), Resolutions))
    return Diags.combine(
        fileError(Group.Codes[Bitcode.Files.front()]->Source, std::move(E)));
  return Error::success();
}

/// \returns whether LTO is to generate the code of \p M in one piece.
bool LtoRun::generateFull(const Module &M) {
  // PTX for newer GPUs has to be in one piece.
  bool IsDone = PartConfig.OptPipeline.empty();
  if (IsDone && (Options.KeepsPtx || !isWorthParts(M, Options.Partitions)))
    return true;
  auto Generated = generateInParts(M, Group, Options, PartConfig);
  if (Generated)
    Parts = std::move(*Generated);
  else
    PartFailure = toString(Generated.takeError());
  return false;
}

/// Returns the cache for thin modules; LTO makes their keys.
FileCache LtoRun::cache() {
  if (!Options.Cache)
    return FileCache();
  auto Look = [this](unsigned Task, StringRef LtoKey,
                     const Twine &) -> Expected<AddStreamFn> {
    std::string Key = LinkCache::keyFor({"thin", LtoKey, Options.CacheSalt});
    if (auto Object = Options.Cache->find(Key)) {
      Objects[Task] = std::move(*Object);
      return AddStreamFn();
    }
    return [this,
            Key](unsigned Task,
                 const Twine &) -> Expected<std::unique_ptr<CachedFileStream>> {
      return std::make_unique<ObjectStream>(Objects[Task], Options.Cache, Key);
    };
  };
  return FileCache(Look, Options.Cache->folder());
}

Expected<std::vector<SmallString<0>>> LtoRun::finish() {
  Objects.resize(Link->getMaxTasks());
  auto AddStream =
      [this](unsigned Task,
             const Twine &) -> Expected<std::unique_ptr<CachedFileStream>> {
    return std::make_unique<ObjectStream>(Objects[Task], nullptr, "");
  };
  Error E = Link->run(AddStream, cache());
  MutexLock Lock(Guard);
  if (!Broken.empty())
    E = joinErrors(createStringError(Broken), std::move(E));
  if (!PartFailure.empty())
    E = joinErrors(createStringError(PartFailure), std::move(E));
  if (Error All = Diags.combine(std::move(E)))
    return std::move(All);
  append_range(Parts, Objects);
  llvm::erase_if(Parts, [](const auto &Object) { return Object.empty(); });
  return std::move(Parts);
}

Expected<std::vector<SmallString<0>>>
compileBitcode(std::vector<BitcodeInput> Inputs, const Resolution &Symbols,
               const DeviceGroup &Group, const LinkConfig &Options) {
  auto Thin = thinModules(Inputs, Group);
  if (!Thin)
    return Thin.takeError();
  LtoRun Run(Group, Options);
  if (Error E = Run.start(*Thin))
    return E;
  if (Error E = mergeSmallModules(Inputs, *Thin, Group, Options))
    return E;
  // Their names are needed until the end.
  for (BitcodeInput &Bitcode : Inputs)
    if (Error E = Run.add(Bitcode, Symbols))
      return E;
  return Run.finish();
}

Expected<std::vector<SmallString<0>>>
plannedObjects(MutableArrayRef<BitcodeInput> Inputs, const DeviceGroup &Group) {
  auto Thin = thinModules(Inputs, Group);
  if (!Thin)
    return Thin.takeError();
  size_t Count = Thin->size() + (Thin->size() != Inputs.size());
  for (ArrayRef<BitcodeInput *> Members : groupsToMerge(*Thin, Group))
    Count -= Members.size() - 1;
  return std::vector<SmallString<0>>(Count);
}

} // namespace ompjit::devicelink
