//===- ProgramImpl.cpp - A package and what is loaded of it ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramImpl.h"

#include "ArchRule.h"

using namespace ompjit;
using namespace ompjit::jit;

DeviceProgramImpl::DeviceProgramImpl(EngineContext &Engine,
                                     const PackageView &Package, Device On)
    : Engine(Engine), Package(Package), On(std::move(On)) {
  for (uint32_t I = 0; I != Package.numKernels(); ++I) {
    const KernelInfo Info = Package.kernel(I);
    Kernels.emplace(Info.EntryName, std::make_unique<KernelImpl>(
                                        Engine, Package, this->On, Base, Info));
  }
}

Status DeviceProgramImpl::loadBase() {
  if (loadNative())
    return Done();
  if (!Engine.Chosen.Enabled)
    return loadCompiled(ImageKind::Whole);
  if (Package.hasBase())
    return loadCompiled(ImageKind::Base);
  return Done();
}

/// An image for this very device starts at once, and serves where compiles
/// fail. One that does not load is no loss: the bitcode is there.
bool DeviceProgramImpl::loadNative() {
  for (uint32_t I = 0; I != Package.numNativeImages(); ++I) {
    const NativeImageInfo Native = Package.nativeImage(I);
    if (!archRuns(Package.triple(), Native.Arch, On.Arch, On.Features) ||
        !On.Plugin->image_check(On.Handle, Native.Bytes.data(),
                                Native.Bytes.size(), nullptr))
      continue;
    Result<std::unique_ptr<DeviceImage>> Loaded =
        DeviceImage::load(On, Native.Bytes, "native image");
    if (!Loaded) {
      Engine.Lines.line(LogLevel::Compiles, Loaded.error().message());
      continue;
    }
    Base.Content =
        Engine.Chosen.Enabled ? BaseContent::Native : BaseContent::Whole;
    Base.Image = std::move(*Loaded);
    increase(Engine.Stats.Base.NativeImages);
    return true;
  }
  return false;
}

Status DeviceProgramImpl::loadCompiled(ImageKind Kind) {
  CompileRequest Request;
  Request.Kind = Kind;
  Request.Arch = On.Arch;
  Request.Features = On.Features;
  Request.OptLevel = Engine.Chosen.OptLevel;
  Result<ObtainedImage> Obtained = Engine.Source.get(Package, Request);
  if (!Obtained)
    return Obtained.takeError();
  countBase(*Obtained);
  const char *Label =
      Kind == ImageKind::Base ? "base image" : "whole program image";
  Result<std::unique_ptr<DeviceImage>> Loaded =
      DeviceImage::load(On, Obtained->Content->Bytes, Label);
  if (!Loaded)
    return Loaded.takeError();
  Base.Content =
      Kind == ImageKind::Base ? BaseContent::State : BaseContent::Whole;
  Base.Image = std::move(*Loaded);
  return Done();
}

void DeviceProgramImpl::countBase(const ObtainedImage &Obtained) {
  BaseStatistics &Counts = Engine.Stats.Base;
  switch (Obtained.From) {
  case ImageOrigin::Memory:
    return increase(Counts.L2MemoryHits);
  case ImageOrigin::Disk:
    return increase(Counts.L2DiskHits);
  case ImageOrigin::Compiler:
    increase(Counts.Compiles);
    increase(Counts.CompileNs, Obtained.CompileNs);
  }
  Engine.Lines.line(LogLevel::Compiles,
                    "compiled the image that is loaded before any kernel of "
                    "the program, for device " +
                        std::to_string(On.Id) + ", in " +
                        std::to_string(Obtained.CompileNs / 1000) + " us");
}

Kernel *DeviceProgramImpl::findKernel(std::string_view EntryName) {
  auto At = Kernels.find(EntryName);
  return At == Kernels.end() ? nullptr : At->second.get();
}

Result<void *> DeviceProgramImpl::globalAddress(std::string_view EntryName,
                                                uint64_t &Size) {
  for (uint32_t I = 0; I != Package.numGlobals(); ++I) {
    const GlobalInfo Global = Package.global(I);
    if (!(Global.Flags & package::GlobalHasEntry) ||
        Global.EntryName != EntryName)
      continue;
    if (!Base.Image)
      return Error("the package says that it has no shared state, but names " +
                   std::string(EntryName));
    Size = Global.Size;
    return Base.Image->symbol(std::string(Global.Symbol), nullptr);
  }
  return Error("the package has no variable or function " +
               std::string(EntryName));
}

Result<DeviceProgram *> ProgramImpl::onDevice(const ompjit_plugin &Plugin,
                                              ompjit_device *Handle,
                                              int DeviceId) {
  if (std::optional<Outcome> Known = findStarted(Handle))
    return std::move(*Known);
  return Starts.run(Handle, [&] { return start(Plugin, Handle, DeviceId); })
      .Made;
}

std::optional<ProgramImpl::Outcome>
ProgramImpl::findStarted(ompjit_device *Handle) {
  Locked Lock(Guard);
  auto At = Started.find(Handle);
  if (At == Started.end())
    return std::nullopt;
  return At->second;
}

/// Runs in one thread at a time for each device.
ProgramImpl::Outcome ProgramImpl::start(const ompjit_plugin &Plugin,
                                        ompjit_device *Handle, int DeviceId) {
  // Another thread may have finished between our look and our turn.
  if (std::optional<Outcome> Known = findStarted(Handle))
    return std::move(*Known);
  ompjit_device_info Info{};
  Plugin.device_info(Handle, &Info);
  auto Program = std::make_unique<DeviceProgramImpl>(
      Engine, Package,
      Device{&Plugin, Handle, DeviceId, Info.arch, Info.features});
  Status Loaded = Program->loadBase();
  Outcome Result(Program.get());
  if (!Loaded)
    Result = Loaded.takeError().context("the program cannot start on device " +
                                        std::to_string(DeviceId));
  Locked Lock(Guard);
  Started.emplace(Handle, Result);
  if (Loaded)
    OnDevices.push_back(std::move(Program));
  return Result;
}
