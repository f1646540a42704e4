//===- ImageLink.cpp - From compiled code to an image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageLink.h"

#include "CubinLimits.h"
#include "inputs/Undefined.h"
#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/LinkCache.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/Support/Mutex.h"
#include "support/ThreadErrors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>

using namespace llvm;

namespace ompjit::devicelink {

static Expected<std::string> linkWithLld(const DeviceGroup &Group,
                                         const LinkConfig &Options,
                                         ArrayRef<SmallString<0>> Generated,
                                         ArrayRef<MemoryBufferRef> Objects) {
  // LTO has dropped its definitions that lost to those of objects. The ones
  // that it kept have won, also over weak ones of objects, so its output comes
  // first.
  SmallVector<MemoryBufferRef> Inputs;
  std::deque<std::string> Names;
  for (auto [I, Object] : enumerate(Generated)) {
    Names.push_back(Options.ImageName + "." + std::to_string(I) + ".o");
    Inputs.push_back(MemoryBufferRef(Object, Names.back()));
  }
  append_range(Inputs, Objects);
  SharedObjectOptions LinkOptions;
  LinkOptions.StripDebug = Options.StripDebug;
  LinkOptions.LibraryFolders = Options.HostLibraryFolders;
  if (Options.Client->wantsCommands())
    LinkOptions.Announce = [&](ArrayRef<std::string> Command) {
      Options.Client->announce(Command);
    };
  LinkOptions.OutputName = Options.ImageName;
  LinkOptions.DryRun = Options.DryRun;
  Expected<std::string> Image = linkSharedObject(Inputs, LinkOptions);
  if (!Image)
    return withFiles(Image.takeError(), Group);
  if (Options.DryRun)
    return Image;
  if (Error E = checkImage(*Image, Group, Options))
    return E;
  return Image;
}

/// Saves the PTX, which is the readable form of the code.
static Error savePtx(ArrayRef<SmallString<0>> Ptx, StringRef Prefix) {
  for (auto [I, Text] : enumerate(Ptx)) {
    std::string Path = Prefix.str() + std::to_string(I) + ".s";
    std::error_code Code;
    raw_fd_ostream Stream(Path, Code);
    if (Code)
      return fileError(Path, Code);
    Stream << Text;
  }
  return Error::success();
}

namespace {

/// Runs ptxas unless an earlier link assembled the same PTX with the same
/// options.
class Assembler {
public:
  Assembler(const PtxOptions &Assembly, const LinkConfig &Options)
      : Assembly(Assembly), Options(Options) {}

  /// Assembles all of \p Ptx at the same time, because ptxas takes far longer
  /// than the steps before it.
  Expected<std::vector<std::string>> assembleAll(ArrayRef<SmallString<0>> Ptx);

private:
  Expected<std::string> assemble(StringRef Ptx);
  Expected<std::string> runPtxas(StringRef Ptx, bool &SaidSomething);
  std::string keyFor(StringRef Ptx) const;

  const PtxOptions &Assembly;
  const LinkConfig &Options;
  std::string ToolIdentity;
  Mutex ClientGuard; ///< The client hears of one thread at a time.
};

} // namespace

std::string Assembler::keyFor(StringRef Ptx) const {
  SmallVector<StringRef> Inputs = {"cubin",
                                   ToolIdentity,
                                   Ptx,
                                   Assembly.Gpu,
                                   Assembly.Relocatable ? "-c" : "",
                                   Assembly.LineInfo ? "-lineinfo" : "",
                                   Assembly.Debug ? "-g" : ""};
  std::string Level = std::to_string(Assembly.OptLevel);
  Inputs.push_back(Level);
  append_range(Inputs, Assembly.Arguments);
  return LinkCache::keyFor(Inputs);
}

/// Returns whether \p Ptx has debug information beside lines, for which ptxas
/// has to be told so.
static bool isForDebugger(StringRef Ptx) {
  const size_t At = Ptx.find("\n.target ");
  return At != StringRef::npos &&
         Ptx.substr(At + 1)
             .take_until([](char C) { return C == '\n'; })
             .ends_with(", debug");
}

Expected<std::string> Assembler::runPtxas(StringRef Ptx, bool &SaidSomething) {
  auto Warn = [&](StringRef Text) {
    MutexLock Lock(ClientGuard);
    SaidSomething = true;
    Options.Client->warn(Text);
  };
  PtxOptions Own = Assembly;
  Own.Debug = Assembly.Debug && isForDebugger(Ptx);
  Own.LineInfo = Assembly.LineInfo && !Own.Debug;
  return assemblePtx(Ptx, Own, Options.Cuda, Warn);
}

Expected<std::string> Assembler::assemble(StringRef Ptx) {
  bool SaidSomething = false;
  if (!Options.Cache)
    return runPtxas(Ptx, SaidSomething);
  std::string Key = keyFor(Ptx);
  if (auto Cubin = Options.Cache->find(Key))
    return Cubin->str().str();
  Expected<std::string> Cubin = runPtxas(Ptx, SaidSomething);
  // If ptxas printed messages, nothing is stored, so that the next link prints
  // them again.
  if (Cubin && !SaidSomething)
    Options.Cache->store(Key, *Cubin);
  return Cubin;
}

Expected<std::vector<std::string>>
Assembler::assembleAll(ArrayRef<SmallString<0>> Ptx) {
  if (Options.Cache) {
    Expected<std::string> Identity = cudaToolIdentity("ptxas", Options.Cuda);
    if (!Identity)
      return Identity.takeError();
    ToolIdentity = std::move(*Identity);
  }
  std::vector<std::string> Cubins(Ptx.size());
  ThreadErrors Failures;
  auto Assemble = [&](size_t I) {
    Expected<std::string> Cubin = assemble(Ptx[I]);
    if (Cubin)
      Cubins[I] = std::move(*Cubin);
    else
      Failures.add(Cubin.takeError());
  };
  DefaultThreadPool Pool(Options.Threads);
  for (size_t I = 0; I != Ptx.size(); ++I)
    Pool.async(Assemble, I);
  Pool.wait();
  if (Error E = Failures.take())
    return std::move(E);
  return Cubins;
}

/// Returns whether the PTX has source lines.
static bool hasLines(ArrayRef<SmallString<0>> Ptx) {
  return any_of(Ptx, [](const SmallString<0> &Text) {
    return Text.str().contains("\t.loc\t");
  });
}

/// Passes on the PTX for later GPUs, as one text with all code.
static Error keepPtx(ArrayRef<SmallString<0>> Ptx,
                     ArrayRef<MemoryBufferRef> Objects,
                     const LinkConfig &Options) {
  if (!Objects.empty())
    return createStringError(
        Objects.front().getBufferIdentifier() +
        ": its device code is compiled already, so that there is no PTX to "
        "include; --cuda-include-ptx needs code that was compiled without "
        "-fno-offload-lto, by this clang");
  Options.Client->takePtx(Ptx.front());
  return Error::success();
}

static bool isRegisterLimit(StringRef Argument) {
  return Argument.contains("maxrregcount");
}

/// Limits the code that is compiled here, above all the device runtime, to the
/// registers that kernels of \p Objects leave it, unless the user gives a
/// number.
static Error limitRegisters(PtxOptions &Assembly,
                            ArrayRef<MemoryBufferRef> Objects) {
  unsigned Min = AnyRegisters;
  for (MemoryBufferRef Object : Objects) {
    Expected<unsigned> OfObject = minRegisters(Object);
    if (!OfObject)
      return OfObject.takeError();
    Min = std::min(Min, *OfObject);
  }
  const bool IsSaid = any_of(Assembly.Arguments, isRegisterLimit);
  if (Min < AnyRegisters && !IsSaid)
    Assembly.Arguments.push_back("--maxrregcount=" + std::to_string(Min));
  return Error::success();
}

/// Returns how many registers a function may use if ptxas or nvlink says that
/// it uses more than a kernel leaves it, and otherwise AnyRegisters.
static unsigned registerLimit(StringRef Reason) {
  unsigned Min = AnyRegisters;
  for (auto [Before, After] = Reason.split("max regcount of "); !After.empty();
       std::tie(Before, After) = After.split("max regcount of ")) {
    unsigned Number = 0;
    if (!StringRef(After).take_while(isDigit).getAsInteger(10, Number))
      Min = std::min(Min, Number);
  }
  return Min;
}

static Expected<std::string>
assembleAndLink(const PtxOptions &Assembly, const LinkConfig &Options,
                ArrayRef<SmallString<0>> Ptx,
                ArrayRef<MemoryBufferRef> Objects) {
  auto Cubins = Assembler(Assembly, Options).assembleAll(Ptx);
  if (!Cubins)
    return Cubins.takeError();
  if (!Assembly.Relocatable && !Cubins->empty())
    return std::move(Cubins->front());
  SmallVector<StringRef> Inputs;
  for (MemoryBufferRef Object : Objects)
    Inputs.push_back(Object.getBuffer());
  append_range(Inputs, *Cubins);
  return linkCubins(Inputs, Assembly.Gpu, Assembly.Debug, Options.Cuda);
}

static Expected<std::string> linkForNvidia(const DeviceGroup &Group,
                                           const LinkConfig &Options,
                                           ArrayRef<SmallString<0>> Ptx,
                                           ArrayRef<MemoryBufferRef> Objects) {
  PtxOptions Assembly;
  Assembly.Gpu = targetCpu(Group, Options);
  Assembly.OptLevel = Options.OptLevel;
  Assembly.Debug = Options.Debug == DebugLevel::Full;
  Assembly.LineInfo = hasLines(Ptx);
  // When ptxas compiles a whole program, it copies functions into each kernel
  // that may call them. There are many of these if nothing is inlined.
  Assembly.Relocatable =
      Ptx.size() + Objects.size() > 1 || Options.OptLevel == 0;
  Assembly.Arguments = Options.PtxasArguments;
  if (Error E = limitRegisters(Assembly, Objects))
    return E;
  if (!Options.SaveTempsPrefix.empty())
    if (Error E = savePtx(Ptx, Options.SaveTempsPrefix))
      return E;
  if (!Options.DryRun)
    if (Error E = checkPtx(Ptx, Objects, Group, Options))
      return E;
  if (Options.KeepsPtx && !Options.DryRun)
    if (Error E = keepPtx(Ptx, Objects, Options))
      return E;
  // A limit is searched for only if the user has given none.
  const bool MayLimit = none_of(Options.PtxasArguments, isRegisterLimit);
  for (unsigned Limit = AnyRegisters;;) {
    Expected<std::string> Image =
        assembleAndLink(Assembly, Options, Ptx, Objects);
    if (Image)
      return Image;
    unsigned Min = AnyRegisters;
    Error Reason = handleErrors(
        Image.takeError(), [&](std::unique_ptr<ErrorInfoBase> Each) -> Error {
          Min = std::min(Min, registerLimit(Each->message()));
          return Error(std::move(Each));
        });
    if (Min >= Limit || !MayLimit)
      return std::move(Reason);
    consumeError(std::move(Reason));
    Limit = Min;
    erase_if(Assembly.Arguments, isRegisterLimit);
    Assembly.Arguments.push_back("--maxrregcount=" + std::to_string(Limit));
  }
}

Expected<std::string> linkImage(const DeviceGroup &Group,
                                const LinkConfig &Options,
                                ArrayRef<SmallString<0>> Generated,
                                ArrayRef<MemoryBufferRef> Objects) {
  if (targetKind(Group.Triple) == TargetKind::Nvptx)
    return linkForNvidia(Group, Options, Generated, Objects);
  return linkWithLld(Group, Options, Generated, Objects);
}

} // namespace ompjit::devicelink
