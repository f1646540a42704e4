//===- LinkerWrapper.cpp - clang-linker-wrapper ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs where the driver would run the host linker: links the device code in the
// inputs, makes the object that registers it, and then becomes the host linker.
// The steps are implemented in libraries (llvm/lib/DeviceLink); this file has
// their order and the output for users.
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"
#include "DeviceOptions.h"
#include "HostLink.h"
#include "InputSearch.h"
#include "Options.h"

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/Libraries.h"
#include "ompjit/DeviceLink/LinkCache.h"
#include "ompjit/DeviceLink/PackageLink.h"
#include "ompjit/DeviceLink/Registration.h"
#include "ompjit/DeviceLink/SharedLibraries.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/Support/DefaultEnvironment.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace ompjit::devicelink;
using namespace ompjit::wrapper;
using ompjit::CudaTools;
using ompjit::findCudaTool;

static constexpr char ToolName[] = "clang-linker-wrapper";

static void warn(const Twine &Text) {
  WithColor::warning(errs(), ToolName) << Text << "\n";
}

static void note(const Twine &Text) {
  WithColor::note(errs(), ToolName) << Text << "\n";
}

static int fail(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    WithColor::error(errs(), ToolName) << Info.message() << "\n";
  });
  return 1;
}

/// LLVM's own options are process-wide, but each device link has its own, so
/// those of the previous link are reset.
static Error setLlvmOptions(ArrayRef<std::string> Arguments) {
  cl::ResetAllOptionOccurrences();
  std::vector<const char *> Raw = {ToolName};
  for (const std::string &Argument : Arguments)
    Raw.push_back(Argument.c_str());
  std::string Problem;
  raw_string_ostream Stream(Problem);
  if (cl::ParseCommandLineOptions(int(Raw.size()), Raw.data(), "", &Stream))
    return Error::success();
  // Take the first line of LLVM's text, without the name of the tool.
  StringRef Text = StringRef(Problem).split('\n').first;
  Text.consume_front(std::string(ToolName) + ": ");
  return createStringError("in an option for LLVM: " + Text);
}

/// Returns an error if \p Code cannot be linked here.
static Error checkSupported(const DeviceCode &Code) {
  std::string What = Code.Source + ": device code for " + Code.Triple;
  if (!isGenericArch(Code.Arch))
    What += " (" + Code.Arch + ")";
  if (Code.Producer != object::OFK_OpenMP)
    return createStringError(
        What + " was made by " + object::getOffloadKindName(Code.Producer) +
        " and has to be linked, which this linker does for OpenMP only: "
        "compile the file with -fno-gpu-rdc, so that it registers its code "
        "itself, or link with " OMPJIT_PACKAGED_LLVM_ROOT "/bin/clang++");
  if (targetKind(Code.Triple) == TargetKind::Unsupported)
    return createStringError(What +
                             " cannot be linked: there is no device link "
                             "for this triple, only for " +
                             supportedTriples());
  return Error::success();
}

/// Device code is never dropped in silence.
static Error checkSupported(ArrayRef<DeviceCode> Codes) {
  Error All = Error::success();
  for (const DeviceCode &Code : Codes)
    All = joinErrors(std::move(All), checkSupported(Code));
  return All;
}

namespace {

/// One run of the tool.
class Wrapper {
public:
  explicit Wrapper(CommandLine Command) : Command(std::move(Command)) {}

  Error run();

private:
  /// Answers the requests of a group's link and prints its messages.
  class Client : public LinkClient {
  public:
    Client(Wrapper &Tool, const DeviceGroup &Group)
        : Tool(Tool), Group(Group) {}
    bool wantsCommands() const override { return Tool.isChatty(); }
    void announce(ArrayRef<std::string> Words) override;
    void takePtx(StringRef Text) override;
    void removeProvided(StringSet<> &Names) override;
    std::string hostDefinition(StringRef Name) override;
    void warn(StringRef Text) override;
    void remark(StringRef Text) override;

  private:
    Wrapper &Tool;
    const DeviceGroup &Group;
  };

  Expected<std::vector<DeviceImage>> linkImages(ArrayRef<DeviceCode> Codes);
  Error examineInputs(ArrayRef<DeviceCode> Codes) const;
  Expected<DeviceImage> linkImage(const DeviceGroup &Group);
  Expected<std::string> imageBytes(const DeviceGroup &Group,
                                   DeviceSettings &Settings, bool IsPackage);
  bool isDeferred(const DeviceGroup &Group) const;
  void useHostLibraries(LinkConfig &Options, StringRef Triple);
  std::vector<std::string> hostFolders(const LinkConfig &Options,
                                       StringRef Triple) const;
  std::unique_ptr<LinkCache> openCache(const DeviceSettings &Settings) const;
  void finishWith(const LinkCache &Cache, const DeviceSettings &Settings) const;
  void exportFortranRuntime(StringSet<> &Names);
  void tellOfHostLink(LinkConfig &Options, TargetKind Kind) const;
  Expected<std::string> makeRegistration(ArrayRef<DeviceImage> Images);
  Error runHostLinker(const std::string &Registration) const;

  bool isChatty() const { return Command.Verbose || Command.DryRun; }
  std::string tempName(const DeviceGroup &Group) const;
  Error saveTemp(const Twine &Name, StringRef Bytes) const;

  CommandLine Command;
  std::vector<DeviceImage> Ptx; ///< The PTX that belongs to images.
};

} // namespace

Error Wrapper::run() {
  // A relocatable output keeps the sections with device code because ld copies
  // them, and the link that makes the program finds them there.
  if (Command.Relocatable)
    return runHostLinker("");
  CollectOptions Options{Command.AlwaysExtract, Command.HostUndefined};
  auto Codes = collectDeviceCode(Command.Inputs, Options);
  if (!Codes)
    return Codes.takeError();
  if (Codes->empty())
    return runHostLinker("");
  if (Error E = checkSupported(*Codes))
    return E;
  if (!Command.WhatHappened.empty())
    return examineInputs(*Codes);
  auto Images = linkImages(*Codes);
  if (!Images)
    return Images.takeError();
  auto Registration = makeRegistration(*Images);
  if (!Registration)
    return Registration.takeError();
  return runHostLinker(*Registration);
}

/// Always returns an error: either it names damaged files, or it says that the
/// link crashed for an unknown reason.
Error Wrapper::examineInputs(ArrayRef<DeviceCode> Codes) const {
  Error Damaged = Error::success();
  for (const DeviceGroup &Group : groupByTarget(Codes))
    for (const DeviceCode *Code : Group.Codes)
      Damaged = joinErrors(std::move(Damaged), examine(*Code));
  if (Damaged)
    return Damaged;
  std::vector<std::string> Sources;
  for (const DeviceCode &Code : Codes)
    Sources.push_back(Code.Source);
  return createStringError(
      fileList(Sources) + ": " + Command.WhatHappened +
      " in the device link of this, though no file alone is damaged");
}

Expected<std::vector<DeviceImage>>
Wrapper::linkImages(ArrayRef<DeviceCode> Codes) {
  std::vector<DeviceImage> Images;
  for (const DeviceGroup &Group : groupByTarget(Codes)) {
    auto Image = linkImage(Group);
    if (!Image)
      return Image.takeError();
    Images.push_back(std::move(*Image));
  }
  // Native images come first, so that they are tried first.
  move(Ptx, std::back_inserter(Images));
  return Images;
}

/// Code for GPUs without an architecture was compiled for any that the program
/// may meet.
bool Wrapper::isDeferred(const DeviceGroup &Group) const {
  return Command.EmbedBitcode ||
         (targetKind(Group.Triple) != TargetKind::Host &&
          isGenericArch(Group.Arch));
}

/// Returns whether only ptxas is missing to make an image of the code. A ptxas
/// that the user names has to exist.
static bool lacksAssembler(const DeviceGroup &Group, const CudaTools &Tools) {
  if (targetKind(Group.Triple) != TargetKind::Nvptx ||
      isGenericArch(Group.Arch) || !Tools.Ptxas.empty() ||
      !all_of(Group.Codes,
              [](const DeviceCode *Code) { return Code->isBitcode(); }))
    return false;
  Expected<std::string> Found = findCudaTool("ptxas", Tools);
  const bool IsMissing = !Found;
  consumeError(Found.takeError());
  return IsMissing;
}

/// Tells of code that takes no part in LTO though the user asked for it.
static void tellOfCodeWithoutLto(const DeviceGroup &Group) {
  auto TakesNoPart = [](const DeviceCode *Code) {
    return !Code->isBitcode() && !Code->IsInstalled;
  };
  const auto First = find_if(Group.Codes, TakesNoPart);
  if (First == Group.Codes.end())
    return;
  const auto Others = count_if(Group.Codes, TakesNoPart) - 1;
  note((*First)->Source +
       (Others ? " and " + std::to_string(Others) + " more" : "") +
       ": the device code for " + Group.Triple +
       " is machine code already, which -foffload-lto cannot optimise: compile "
       "with -foffload-lto, too");
}

Expected<DeviceImage> Wrapper::linkImage(const DeviceGroup &Group) {
  TimeTraceScope Scope("Device link", Group.Triple + " " + Group.Arch);
  if (isChatty()) {
    errs() << " device link for " << Group.Triple << " (" << Group.Arch << "):";
    for (const DeviceCode *Code : Group.Codes)
      errs() << " " << Code->Source;
    errs() << "\n";
  }
  if (Error Differs = checkWaveSizes(Group))
    return Differs;
  auto Settings = deviceSettings(Command, Group, warn);
  if (!Settings)
    return Settings.takeError();
  if (Settings->AsksForLto && !Command.EmbedBitcode)
    tellOfCodeWithoutLto(Group);
  DeviceImage Image{Group.Triple, Group.Arch, isDeferred(Group), ""};
  const bool MayBeLate = Command.EmbedBitcode || Settings->AsksForLto;
  if (MayBeLate && lacksAssembler(Group, Settings->Link.Cuda)) {
    note("no ptxas of a CUDA toolkit was found that can be run: the device "
         "code for " +
         Group.Arch +
         " is compiled when the program runs; with ptxas in PATH or "
         "--cuda-path=<folder> it is compiled now");
    Image.IsPackage = true;
    Settings->Link.WithNativeImage = false;
  } else if (Image.IsPackage && !Command.EmbedBitcode) {
    note("no architecture is named for " + Group.Triple +
         ": the device code is compiled when the program runs; "
         "--offload-arch=<architecture> compiles it now");
  }
  auto Bytes = imageBytes(Group, *Settings, Image.IsPackage);
  if (!Bytes)
    return Bytes.takeError();
  Image.Bytes = std::move(*Bytes);
  if (Command.SaveTemps && !Command.DryRun)
    if (Error E = saveTemp(tempName(Group) + ".img", Image.Bytes))
      return E;
  return Image;
}

/// Returns the folders of device libraries: ours, then the packaged ones, each
/// with the triple's own folder first.
static std::vector<std::string> libraryFolders(StringRef Triple) {
  std::vector<std::string> Folders;
  SmallString<128> Ours(sys::path::parent_path(
      sys::fs::getMainExecutable(ToolName, reinterpret_cast<void *>(&warn))));
  sys::path::append(Ours, OMPJIT_LIB_FROM_BIN);
  sys::path::remove_dots(Ours, /*remove_dot_dot=*/true);
  for (StringRef Each :
       {StringRef(Ours), StringRef(OMPJIT_PACKAGED_LLVM_ROOT "/lib")}) {
    Folders.push_back((Each + "/" + Triple).str());
    Folders.push_back(Each.str());
  }
  return Folders;
}

/// Returns the folder beside the JIT's cache, or an empty string if there is no
/// home folder.
static std::string usualCacheFolder() {
  SmallString<128> Folder;
  if (const char *Caches = getenv("XDG_CACHE_HOME"); Caches && *Caches == '/')
    Folder = Caches;
  else if (const char *Home = getenv("HOME"); Home && *Home == '/')
    sys::path::append(Folder, Home, ".cache");
  else
    return "";
  sys::path::append(Folder, "omp-jit-link");
  return Folder.str().str();
}

/// Opens the cache. Warns if it cannot be opened and the user chose its folder.
std::unique_ptr<LinkCache>
Wrapper::openCache(const DeviceSettings &Settings) const {
  std::string Folder = Settings.CacheFolder.value_or(usualCacheFolder());
  if (Folder.empty() || Command.SaveTemps || Command.DryRun ||
      Settings.AsksForRemarks)
    return nullptr;
  auto Cache = LinkCache::open(Folder);
  if (Cache)
    return std::move(*Cache);
  std::string Problem = toString(Cache.takeError());
  if (Settings.CacheFolder)
    warn("linking without a cache: " + Problem);
  return nullptr;
}

void Wrapper::finishWith(const LinkCache &Cache,
                         const DeviceSettings &Settings) const {
  if (isChatty() && Cache.numAsked())
    errs() << " device link: " << Cache.numFound() << " of " << Cache.numAsked()
           << " parts from the cache " << Cache.folder() << "\n";
  CachePruningPolicy Usual;
  Usual.MaxSizeBytes = 1 << 30;
  Cache.prune(Settings.CachePolicy.value_or(Usual));
}

Expected<std::string> Wrapper::imageBytes(const DeviceGroup &Group,
                                          DeviceSettings &Settings,
                                          bool IsPackage) {
  for (StringRef Override : Command.OverrideImages) {
    auto [Kind, Path] = Override.split('=');
    if (object::getOffloadKind(Kind) != object::OFK_OpenMP)
      continue;
    auto File = MemoryBuffer::getFile(Path);
    if (!File)
      return fileError(Path, File.getError());
    return (*File)->getBuffer().str();
  }
  LinkConfig &Options = Settings.Link;
  Client Talk(*this, Group);
  Options.Client = &Talk;
  Options.TimeTraceGranularity = Command.TimeTraceGranularity;
  if (Command.SaveTemps && !Command.DryRun)
    Options.SaveTempsPrefix = tempName(Group) + ".";
  append_range(Settings.LlvmArguments, Command.LlvmArgs);
  Options.CacheSalt = join(Settings.LlvmArguments, "\n");
  if (Error E = setLlvmOptions(Settings.LlvmArguments))
    return E;
  std::unique_ptr<LinkCache> Cache = openCache(Settings);
  Options.Cache = Cache.get();
  tellOfHostLink(Options, targetKind(Group.Triple));
  Options.DryRun = Options.Cuda.DryRun = Command.DryRun;
  Options.ImageName = tempName(Group) + ".img";
  if (isChatty()) {
    Options.Cuda.Announce = [](ArrayRef<std::string> Words) {
      errs() << printable(Words) + "\n";
    };
  }
  std::vector<std::string> UsualFolders;
  if (targetKind(Group.Triple) == TargetKind::Host) {
    useHostLibraries(Options, Group.Triple);
    UsualFolders = hostFolders(Options, Group.Triple);
    // flang's code calls it, and flang does not ask for it.
    Options.Libraries.push_back("ompdevice");
  }
  auto Libraries = neededLibraryCode(
      Group, Options, libraryFolders(Group.Triple), UsualFolders);
  if (!Libraries)
    return Libraries.takeError();
  DeviceGroup All = Group;
  for (const DeviceCode &Code : *Libraries)
    All.Codes.push_back(&Code);
  if (IsPackage)
    return linkPackage(All, Options);
  auto Image = linkDeviceImage(All, Options);
  if (Cache && Image)
    finishWith(*Cache, Settings);
  return Image;
}

/// Returns the folders in which the host linker looks for libraries, and those
/// that the device link is told of.
std::vector<std::string> Wrapper::hostFolders(const LinkConfig &Options,
                                              StringRef Triple) const {
  std::vector<std::string> Folders = Options.LibraryFolders;
  append_range(Folders, Command.LibraryFolders);
  append_range(Folders, systemLibraryFolders(Triple));
  return Folders;
}

/// The image of a host target can use symbols of the program's shared
/// libraries, so the libraries that it is to be linked with are linked to the
/// program.
void Wrapper::useHostLibraries(LinkConfig &Options, StringRef Triple) {
  const std::vector<std::string> Folders = hostFolders(Options, Triple);
  erase_if(Options.Libraries, [&](const std::string &Name) {
    auto Path = findLibrary(Name, Folders, "", LibraryKind::Any);
    if (!Path || StringRef(*Path).ends_with(".a"))
      return false;
    if (is_contained(Command.LinkerArguments, *Path))
      return true;
    InputSearch Search(Folders, "");
    Search.add({*Path, /*IsLibrary=*/false, /*InLib=*/false, {}});
    append_range(Command.SharedLibraries, Search.takeSharedLibraries());
    append_range(Command.LinkerArguments,
                 ArrayRef<std::string>{"--push-state", "--no-as-needed", *Path,
                                       "--pop-state"});
    return true;
  });
}

/// Adds what the host link says about symbols that are undefined in an image.
void Wrapper::tellOfHostLink(LinkConfig &Options, TargetKind Kind) const {
  if (Kind != TargetKind::Host)
    return;
  Options.HostLibraryFolders = Command.LibraryFolders;
  // The program that loads a shared library may define the symbols, and a link
  // without its inputs obviously lacks them.
  if (!Options.Undefined && (Command.Shared || Command.LacksInputs ||
                             Command.SharedLibraries.empty()))
    Options.Undefined = UndefinedSymbols::Ignore;
}

/// Mark the step as clang marks steps in its own process.
void Wrapper::Client::announce(ArrayRef<std::string> Words) {
  errs() << " (in-process)\n" + printable(Words) + "\n";
}

void Wrapper::Client::takePtx(StringRef Text) {
  Tool.Ptx.push_back({Group.Triple, Group.Arch, false, Text.str(), true});
}

/// Images for the host device use the program's copy of flang's runtime
/// library, an archive. Makes the host link take from it, and export, those of
/// \p Names that it defines, and removes them.
void Wrapper::exportFortranRuntime(StringSet<> &Names) {
  for (const std::string &Name : to_vector_of<std::string>(Names.keys())) {
    if (!StringRef(Name).starts_with("_FortranA") ||
        !StringRef(hostDefinition(Command.Inputs, Name))
             .contains("libflang_rt"))
      continue;
    append_range(Command.LinkerArguments,
                 ArrayRef<std::string>{"--undefined=" + Name,
                                       "--export-dynamic-symbol=" + Name});
    Names.erase(Name);
  }
}

void Wrapper::Client::removeProvided(StringSet<> &Names) {
  if (targetKind(Group.Triple) != TargetKind::Host)
    return;
  Tool.exportFortranRuntime(Names);
  const CommandLine &Command = Tool.Command;
  // Images name it as needed where they use it.
  const std::string CxxLibrary = "libstdc++.so.6";
  bool FoundAll = removeDefinedNames({Command.SharedLibraries, CxxLibrary,
                                      Command.LibraryFolders, Group.Triple},
                                     Names);
  if (!FoundAll)
    Names.clear();
  if (!Command.ExportsDynamic)
    return;
  for (StringRef Name : to_vector(Names.keys()))
    if (!hostDefinition(Name).empty())
      Names.erase(Name);
}

std::string Wrapper::Client::hostDefinition(StringRef Name) {
  return ompjit::devicelink::hostDefinition(Tool.Command.Inputs, Name);
}

void Wrapper::Client::warn(StringRef Text) { ::warn(Text); }

void Wrapper::Client::remark(StringRef Text) { errs() << Text; }

/// Returns whether clang links its runtime library \p Name with the program:
/// "profile" for one that counts, "tsan" for ThreadSanitizer. Clang names the
/// file. Programs of a build of our own libraries with ThreadSanitizer, which
/// must not ignore these, name it as -l:<file> (test/support/sanitizer.py).
static bool hasClangRuntime(ArrayRef<std::string> LinkerArguments,
                            StringRef Name) {
  const std::string Start = ("libclang_rt." + Name).str();
  return any_of(LinkerArguments, [&](StringRef Argument) {
    return sys::path::filename(Argument).starts_with(Start) &&
           (Argument.ends_with(".a") || Argument.ends_with(".so"));
  });
}

Expected<std::string> Wrapper::makeRegistration(ArrayRef<DeviceImage> Images) {
  TimeTraceScope Scope("Registration");
  if (Error E = setLlvmOptions(Command.LlvmArgs))
    return E;
  LLVMContext Context;
  auto M = registrationModule(Context, Command.HostTriple, Images);
  if (!M)
    return M.takeError();
  if (hasClangRuntime(Command.LinkerArguments, "profile"))
    offerCounters(**M);
  if (hasClangRuntime(Command.LinkerArguments, "tsan"))
    suppressReports(**M);
  if (Error E = defineLateBound(**M, Images))
    return E;
  if (Command.PrintWrappedModule)
    errs() << **M;
  if (Command.SaveTemps && !Command.DryRun) {
    SmallString<0> Bitcode;
    raw_svector_ostream Stream(Bitcode);
    WriteBitcodeToFile(**M, Stream);
    if (Error E =
            saveTemp(Command.TempStem + ".openmp.image.wrapper.bc", Bitcode))
      return E;
  }
  auto Object = registrationObject(**M);
  if (!Object)
    return Object.takeError();
  if (Command.SaveTemps && !Command.DryRun)
    if (Error E = saveTemp(Command.TempStem + ".openmp.image.wrapper.o",
                           StringRef(Object->data(), Object->size())))
      return E;
  return placeInMemory(*Object);
}

Error Wrapper::runHostLinker(const std::string &Registration) const {
  std::vector<std::string> Linker = hostLinkerCommand(
      Command.LinkerPath, Registration, Command.LinkerArguments);
  if (isChatty())
    errs() << printable(Linker) << "\n";
  // The process does not come back from the linker.
  if (!Command.TimeTraceFile.empty())
    if (Error E = timeTraceProfilerWrite(Command.TimeTraceFile, "-"))
      return E;
  if (Command.DryRun)
    return Error::success();
  return execute(Linker);
}

std::string Wrapper::tempName(const DeviceGroup &Group) const {
  return Command.TempStem + "." + Group.Triple + "." + Group.Arch;
}

Error Wrapper::saveTemp(const Twine &Name, StringRef Bytes) const {
  std::error_code Code;
  raw_fd_ostream Stream(Name.str(), Code);
  if (Code)
    return fileError(Name, Code);
  Stream << Bytes;
  Stream.close();
  if (Stream.has_error()) {
    Code = Stream.error();
    Stream.clear_error();
    return fileError(Name, Code);
  }
  return Error::success();
}

int main(int Argc, char **Argv) {
  // A library that was loaded first may have changed it (-ffast-math).
  const ompjit::DefaultFloatingPoint OfCompiler;
  GuardSettings Guard;
  if (Argc < 2 || !StringRef(Argv[1]).starts_with(ExamineOption))
    Guard.Argv = Argv;
  guardAgainstCrashes(Guard);
  auto Command = parseCommandLine(ArrayRef(Argv + 1, size_t(Argc - 1)));
  if (!Command)
    return fail(Command.takeError());
  if (Command->Help) {
    outs() << helpText();
    return 0;
  }
  if (Command->Version) {
    outs() << ToolName << " version " << LLVM_VERSION_STRING
           << "\nOMP-JIT version " OMPJIT_VERSION "\n";
    return 0;
  }
  if (Command->LinkerPath.empty())
    return fail(
        createStringError("linker path missing, must pass 'linker-path'"));
  if (Command->HostTriple.empty())
    Command->HostTriple = sys::getDefaultTargetTriple();
  if (!Command->TimeTraceFile.empty())
    timeTraceProfilerInitialize(Command->TimeTraceGranularity, ToolName);
  if (Error E = Wrapper(std::move(*Command)).run())
    return fail(std::move(E));
  return 0;
}
