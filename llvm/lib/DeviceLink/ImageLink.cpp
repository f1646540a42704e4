//===- ImageLink.cpp - From compiled code to an image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageLink.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/FileError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;

namespace ompjit::devicelink {

CodeGenFileType generatedFileType(TargetKind Kind) {
  return Kind == TargetKind::Nvptx ? CodeGenFileType::AssemblyFile
                                   : CodeGenFileType::ObjectFile;
}

static Expected<std::string> linkWithLld(const DeviceLinkOptions &Options,
                                         ArrayRef<SmallString<0>> Generated,
                                         ArrayRef<MemoryBufferRef> Objects) {
  SmallVector<MemoryBufferRef> Inputs(Objects);
  for (const SmallString<0> &Object : Generated)
    Inputs.push_back(MemoryBufferRef(Object, "device-lto"));
  SharedObjectOptions LinkOptions;
  LinkOptions.StripDebug = Options.StripDebug;
  return linkSharedObject(Inputs, LinkOptions);
}

/// Keeps the PTX, which is what people want to read of it.
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

/// Assembles all of \p Ptx at the same time: ptxas takes far longer than what
/// comes before.
static Expected<std::vector<std::string>>
assembleAll(ArrayRef<SmallString<0>> Ptx, const PtxOptions &PtxOptions,
            const DeviceLinkOptions &Options) {
  std::vector<std::string> Cubins(Ptx.size());
  std::mutex Mutex;
  Error Failure = Error::success();
  auto Assemble = [&](size_t I) {
    auto Warn = [&](StringRef Text) {
      std::lock_guard Lock(Mutex);
      if (Options.Warn)
        Options.Warn(Text);
    };
    Expected<std::string> Cubin =
        assemblePtx(Ptx[I], PtxOptions, Options.Cuda, Warn);
    std::lock_guard Lock(Mutex);
    if (Cubin)
      Cubins[I] = std::move(*Cubin);
    else
      Failure = joinErrors(std::move(Failure), Cubin.takeError());
  };
  DefaultThreadPool Pool(Options.Threads);
  for (size_t I = 0; I != Ptx.size(); ++I)
    Pool.async(Assemble, I);
  Pool.wait();
  if (Failure)
    return std::move(Failure);
  return Cubins;
}

static Expected<std::string> linkForNvidia(const DeviceGroup &Group,
                                           const DeviceLinkOptions &Options,
                                           ArrayRef<SmallString<0>> Ptx,
                                           ArrayRef<MemoryBufferRef> Objects) {
  PtxOptions Assembly;
  Assembly.Gpu = targetCpu(Group, Options);
  Assembly.OptLevel = Options.OptLevel;
  Assembly.Debug = Options.Debug == DebugLevel::Full;
  Assembly.LineInfo = Options.Debug == DebugLevel::Lines;
  Assembly.Relocatable = Ptx.size() + Objects.size() > 1;
  Assembly.Arguments = Options.PtxasArguments;
  if (!Options.SaveTempsPrefix.empty())
    if (Error E = savePtx(Ptx, Options.SaveTempsPrefix))
      return E;
  auto Cubins = assembleAll(Ptx, Assembly, Options);
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

Expected<std::string> linkImage(const DeviceGroup &Group,
                                const DeviceLinkOptions &Options,
                                ArrayRef<SmallString<0>> Generated,
                                ArrayRef<MemoryBufferRef> Objects) {
  if (targetKind(Group.Triple) == TargetKind::Nvptx)
    return linkForNvidia(Group, Options, Generated, Objects);
  return linkWithLld(Options, Generated, Objects);
}

} // namespace ompjit::devicelink
