//===- Lto.cpp - Device LTO -----------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The resolution tells LTO what a linker knows: which definition is used, and
// what must stay visible. Visible are kernels and variables with an offload
// entry, for the runtime looks them up, and what ELF objects of the same link
// mention. All else may be made internal.
//
//===----------------------------------------------------------------------===//

#include "Lto.h"

#include "ImageLink.h"
#include "RemarkText.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/FileError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/Caching.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;

namespace ompjit::devicelink {

static SymbolRank rankOf(const lto::InputFile::Symbol &Symbol) {
  if (Symbol.isUndefined())
    return SymbolRank::Undefined;
  if (Symbol.isCommon())
    return SymbolRank::Common;
  // Of a COMDAT group the first copy stays, whatever its linkage.
  if (Symbol.isWeak() || Symbol.getComdatIndex() != -1)
    return SymbolRank::Weak;
  return SymbolRank::Strong;
}

/// Whether the host looks the symbol up in the image. On a GPU clang hides all
/// that it does not; a processor's code comes with the entries' own names.
static bool isForHost(const lto::InputFile::Symbol &Symbol, StringRef &Name,
                      TargetKind Kind) {
  if (Kind != TargetKind::X86_64)
    return !Symbol.isUndefined() &&
           Symbol.getVisibility() != GlobalValue::HiddenVisibility;
  return Name.consume_front(".offloading.entry.") ||
         Name.ends_with("_decl_tgt_ref_ptr");
}

Expected<BitcodeInput> addBitcode(const DeviceCode &Code, unsigned File,
                                  Resolution &Symbols) {
  // Thin LTO tells modules apart by name and derives names of promoted symbols
  // from it: a position is unique and does not depend on folders.
  auto Name = std::make_unique<std::string>("device." + std::to_string(File));
  auto Image = MemoryBufferRef(Code.Image->getBuffer(), *Name);
  auto Input = lto::InputFile::create(Image);
  if (!Input)
    return fileError(Code.Source, Input.takeError());
  const TargetKind Kind = targetKind(Code.Triple);
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
  return BitcodeInput{File, std::move(Name), std::move(*Input)};
}

namespace {

/// Collects what LLVM says during a link, from all its threads.
class Diagnostics {
public:
  explicit Diagnostics(const DeviceLinkOptions &Options) : Options(Options) {}

  void handle(const DiagnosticInfo &Info) {
    if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info))
      return handleRemark(*Remark);
    std::string Text;
    raw_string_ostream Stream(Text);
    DiagnosticPrinterRawOStream Printer(Stream);
    Info.print(Printer);
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Info.getSeverity() == DS_Error)
      Errors += (Errors.empty() ? "" : "\n") + Text;
    else if (Info.getSeverity() == DS_Warning && Options.Warn)
      Options.Warn(Text);
  }

  /// \p E together with the errors that were only reported.
  Error combine(Error E) {
    if (Errors.empty())
      return E;
    return joinErrors(createStringError(Errors), std::move(E));
  }

private:
  void handleRemark(const DiagnosticInfoOptimizationBase &Remark) {
    if (!Options.Remark)
      return;
    std::string Text = remarkText(Remark);
    std::lock_guard<std::mutex> Lock(Mutex);
    Options.Remark(Text);
  }

  const DeviceLinkOptions &Options;
  std::mutex Mutex;
  std::string Errors;
};

} // namespace

static CodeGenOptLevel codeGenLevel(unsigned OptLevel) {
  return CodeGenOpt::getLevel(int(OptLevel)).value_or(CodeGenOptLevel::Default);
}

/// LLVM's own error would not name the file.
static Error checkWritable(const std::string &Path) {
  if (Path.empty())
    return Error::success();
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code);
  return Code ? fileError(Path, Code) : Error::success();
}

static Expected<lto::Config> ltoConfig(const DeviceGroup &Group,
                                       const DeviceLinkOptions &Options,
                                       Diagnostics &Diags) {
  lto::Config Config;
  Config.CPU = targetCpu(Group, Options);
  // LLVM's default is .ctors, which the C library no longer runs.
  Config.Options.UseInitArray = true;
  std::string Features = targetFeatures(Group);
  for (StringRef Feature : split(Features, ','))
    if (!Feature.empty())
      Config.MAttrs.push_back(Feature.str());
  Config.CGFileType = generatedFileType(targetKind(Group.Triple));
  Config.OptLevel = Options.OptLevel;
  Config.CGOptLevel = codeGenLevel(Options.OptLevel);
  Config.PTO.LoopVectorization = Options.OptLevel > 1;
  Config.PTO.SLPVectorization = Options.OptLevel > 1;
  Config.OverrideTriple = Group.Triple;
  Config.VisibilityScheme = lto::Config::ELF;
  if (Error E = checkWritable(Options.Remarks.Path))
    return E;
  Config.RemarksFilename = Options.Remarks.Path;
  Config.RemarksFormat = Options.Remarks.Format;
  Config.RemarksPasses = Options.Remarks.Passes;
  Config.TimeTraceEnabled = timeTraceProfilerEnabled();
  Config.TimeTraceGranularity = Options.TimeTraceGranularity;
  Config.DiagHandler = [&Diags](const DiagnosticInfo &Info) {
    Diags.handle(Info);
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
        !Symbol.isUndefined() && Symbols.prevails(Name, Bitcode.File);
    // Images are linked with -Bsymbolic: nothing takes a definition's place.
    R.FinalDefinitionInLinkageUnit = Symbols.isDefined(Name);
    R.VisibleToRegularObj = Symbols.isVisible(Name) || Symbol.isUsed();
    R.ExportDynamic = Symbols.isVisible(Name) &&
                      Symbol.getVisibility() != GlobalValue::HiddenVisibility;
    Resolutions.push_back(R);
  }
  return Resolutions;
}

Expected<std::vector<SmallString<0>>>
compileBitcode(std::vector<BitcodeInput> Inputs, const Resolution &Symbols,
               const DeviceGroup &Group, const DeviceLinkOptions &Options) {
  // Also registers the targets that LTO looks up.
  auto Machine = createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                     targetFeatures(Group), Options.OptLevel);
  if (!Machine)
    return Machine.takeError();
  Diagnostics Diags(Options);
  auto Config = ltoConfig(Group, Options, Diags);
  if (!Config)
    return Config.takeError();
  lto::LTO Link(std::move(*Config),
                lto::createInProcessThinBackend(Options.Threads));
  for (BitcodeInput &Bitcode : Inputs) {
    auto Resolutions = resolutionsOf(Bitcode, Symbols);
    if (Error E = Link.add(std::move(Bitcode.Input), Resolutions))
      return Diags.combine(
          fileError(Group.Codes[Bitcode.File]->Source, std::move(E)));
  }
  std::vector<SmallString<0>> Objects(Link.getMaxTasks());
  auto AddStream =
      [&Objects](unsigned Task,
                 const Twine &) -> Expected<std::unique_ptr<CachedFileStream>> {
    return std::make_unique<CachedFileStream>(
        std::make_unique<raw_svector_ostream>(Objects[Task]));
  };
  if (Error E = Diags.combine(Link.run(AddStream)))
    return E;
  llvm::erase_if(Objects, [](const auto &Object) { return Object.empty(); });
  return Objects;
}

} // namespace ompjit::devicelink
