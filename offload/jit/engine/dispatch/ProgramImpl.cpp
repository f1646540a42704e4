//===- ProgramImpl.cpp - A package and its state on the devices -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramImpl.h"

#include "ompjit/ArchRule.h"
#include "report/RequestText.h"

#include <functional>
#include <map>
#include <new>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

DeviceProgramImpl::DeviceProgramImpl(
    EngineContext &Engine, const std::shared_ptr<SharedPackage> &Package,
    Device Target)
    : Engine(Engine), Shared(Package), Package(Package->view()),
      Target(std::move(Target)),
      History(Engine.Source, Package, requestFor(this->Target, Engine.Chosen)),
      Bound(Engine, this->Target, Base) {
  for (uint32_t I = 0; I != this->Package.numKernels(); ++I) {
    const KernelInfo Info = this->Package.kernel(I);
    Kernels.emplace(Info.EntryName,
                    std::make_unique<KernelImpl>(Engine, Shared, this->Target,
                                                 Base, History, Info));
  }
}

Status DeviceProgramImpl::loadBase() {
  if (!std::exchange(TriedNative, true) && loadNative())
    return Done();
  if (!needsCompiledBase() || lacksBase())
    return Done();
  return loadObtained();
}

/// Returns the native images that fit the device, the best one first.
std::vector<ByteView> DeviceProgramImpl::fittingImages() const {
  std::multimap<int, ByteView, std::greater<>> Sorted;
  for (uint32_t I = 0; I != Package.numNativeImages(); ++I) {
    const NativeImageInfo Native = Package.nativeImage(I);
    if (!archRuns(Package.triple(), Native.Arch, Target.Arch, Target.Features))
      continue;
    if (const int Fit = Target.Plugin->image_check(
            Target.Handle, Native.Bytes.data(), Native.Bytes.size(), nullptr))
      Sorted.emplace(Fit, Native.Bytes);
  }
  std::vector<ByteView> Fitting;
  for (const auto &[Fit, Bytes] : Sorted)
    Fitting.push_back(Bytes);
  return Fitting;
}

/// Loads the native image, with which the program starts at once and which is
/// the fallback if compiles fail. If it does not load, there is still the
/// bitcode.
bool DeviceProgramImpl::loadNative() {
  for (const ByteView Native : fittingImages()) {
    Result<std::unique_ptr<DeviceImage>> Loaded =
        DeviceImage::load(Target, Native, "native image");
    if (!Loaded) {
      Engine.Report.note(Loaded.error().message());
      continue;
    }
    Base.Content =
        Engine.Chosen.Enabled ? BaseContent::Native : BaseContent::Whole;
    Base.Image = std::move(*Loaded);
    increase(Engine.Stats.Base.NativeImages);
    findKernels();
    if (Engine.Chosen.Enabled && Engine.Chosen.Async)
      expectFirstLaunches();
    return true;
  }
  return false;
}

void DeviceProgramImpl::findKernels() {
  for (const auto &[Name, Each] : Kernels)
    Each->findInBase();
}

void DeviceProgramImpl::expectFirstLaunches() {
  size_t NumFound = 0;
  for (const auto &[Name, Each] : Kernels)
    NumFound += Each->beginsWithNative();
  Engine.Firsts.expect(NumFound);
}

WantedImage DeviceProgramImpl::baseImage() const {
  CompileRequest Request = requestFor(Target, Engine.Chosen);
  Request.Kind = Engine.Chosen.Enabled ? ImageKind::Base : ImageKind::Whole;
  return Engine.Source.wanted(Shared, std::move(Request), Target.Finisher);
}

Attempt DeviceProgramImpl::obtainBase() const {
  return Engine.Source.tryGet(baseImage());
}

void DeviceProgramImpl::setBase(Result<ObtainedImage> Got) {
  if (Got)
    countBase(*Got);
  if (lacksBase())
    Obtained = std::move(Got);
}

Status DeviceProgramImpl::loadObtained() {
  const Result<ObtainedImage> &Got = Obtained.outcome();
  if (!Got)
    return Got.error();
  const bool IsWhole = !Engine.Chosen.Enabled;
  Result<std::unique_ptr<DeviceImage>> Loaded =
      DeviceImage::load(Target, Got->Content->Bytes,
                        IsWhole ? "whole program image" : "base image");
  if (!Loaded && Engine.Source.refuse(baseImage())) {
    Engine.Report.note("cache: " + Loaded.error().message() +
                       "; it is compiled anew");
    Obtained = Attempt::needsOpenCompiler();
    return Done();
  }
  if (!Loaded)
    return Loaded.takeError();
  Base.Content = IsWhole ? BaseContent::Whole : BaseContent::State;
  Base.Image = std::move(*Loaded);
  findKernels();
  return Done();
}

void DeviceProgramImpl::countBase(const ObtainedImage &Obtained) {
  BaseStatistics &Counts = Engine.Stats.Base;
  switch (Obtained.Origin) {
  case ImageOrigin::Memory:
    return increase(Counts.L2MemoryHits);
  case ImageOrigin::Disk:
    return increase(Counts.L2DiskHits);
  case ImageOrigin::Compiler:
    increase(Counts.Compiles);
    increase(Counts.CompileNs, Obtained.CompileNs);
  }
  Engine.Report.note("compiled the image that is loaded before any kernel of "
                     "the program, for device " +
                     std::to_string(Target.Id) + ", in " +
                     milliseconds(Obtained.CompileNs) + " ms");
}

Kernel *DeviceProgramImpl::findKernel(std::string_view EntryName) {
  auto Place = Kernels.find(EntryName);
  if (Place == Kernels.end())
    return nullptr;
  KernelImpl &Usual = *Place->second;
  try {
    Kernel *Found = tuned(Usual);
    return Found ? Found : &Usual;
  } catch (const std::bad_alloc &) {
    return &Usual; // It can do without what was chosen for it.
  }
}

/// Returns null if nothing was chosen for the kernel. A kernel is one or the
/// other as long as the program is loaded.
Kernel *DeviceProgramImpl::tuned(KernelImpl &Usual) {
  const ProcessLocks::Moment Gate(Engine.Process);
  {
    const GatedLock Lock(Engine.Process, TunedGuard);
    if (const auto Place = Tuned.find(&Usual); Place != Tuned.end())
      return Place->second.get();
  }
  std::unique_ptr<TunedKernel> New;
  if (tuning::Profile Choices =
          Engine.Choices.of(Usual.info().CodeDigest,
                            {Shared->Triple, Target.Arch, Target.Processors});
      !Choices.empty())
    New = std::make_unique<TunedKernel>(Engine, Shared, Target, Base, History,
                                        Usual, std::move(Choices));
  TunedKernel *Found = nullptr;
  {
    const GatedLock Lock(Engine.Process, TunedGuard);
    // Another thread may have been first.
    const auto [Place, IsNew] = Tuned.try_emplace(&Usual, std::move(New));
    Found = Place->second.get();
    if (!IsNew)
      return Found;
  }
  if (Found)
    Found->announce(Engine.Report, Target.Id);
  return Found;
}

std::vector<std::string_view>
DeviceProgramImpl::lateBound(std::string_view EntryName) const {
  std::vector<std::string_view> Found;
  for (uint32_t I = 0; I != Package.numLateBound(); ++I) {
    const LateBoundInfo Function = Package.lateBound(I);
    if (Package.kernel(Function.Kernel).EntryName == EntryName)
      Found.push_back(Function.Symbol);
  }
  return Found;
}

Result<Kernel *> DeviceProgramImpl::bind(std::string_view EntryName,
                                         ByteView Binding) {
  const auto Place = Kernels.find(EntryName);
  if (Place == Kernels.end())
    return Error("the package has no kernel " + std::string(EntryName));
  Result<PackageView> View = PackageView::parse(Binding);
  if (!View)
    return View.takeError();
  return Bound.bind(*View, std::string(Place->second->name()));
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

Result<void *> DeviceProgramImpl::find(const char *Symbol) {
  return Base.Image ? Base.Image->find(Symbol) : nullptr;
}

void DeviceProgramImpl::saveHistory() {
  for (const auto &[Name, Kernel] : Kernels)
    Kernel->remember();
  {
    const GatedLock Lock(Engine.Process, TunedGuard);
    for (const auto &[Usual, Kernel] : Tuned)
      if (Kernel)
        Kernel->remember();
  }
  History.save();
  Bound.saveHistory();
}

void ProgramImpl::closePackage() {
  saveHistory();
  Package->close();
}

void ProgramImpl::saveHistory() {
  if (Package->isClosed())
    return;
  const GatedLock Lock(Engine.Process, Guard);
  for (const auto &[Handle, There] : Devices)
    There.Program->saveHistory();
}

Result<DeviceProgram *> ProgramImpl::start(const ompjit_plugin &Plugin,
                                           ompjit_device *Handle, int DeviceId,
                                           const LaunchWatch *Launches) {
  MutexLock Lock(Guard);
  OnDevice &There = Devices[Handle];
  if (!There.Outcome || *There.Outcome)
    return There.Outcome;
  if (!There.Program) {
    ompjit_device_info Info{};
    Plugin.device_info(Handle, &Info);
    There.Program = std::make_unique<DeviceProgramImpl>(
        Engine, Package,
        Device{&Plugin,
               Handle,
               DeviceId,
               Info.arch,
               Info.features,
               Info.emulation ? Info.emulation : "",
               Info.num_processors,
               {Info.num_devices, Info.device_num, Info.debug_kinds},
               Launches,
               Engine.Finishers.of(Plugin, Handle)});
  }
  Status Loaded = There.Program->loadBase();
  if (!Loaded)
    There.Outcome = Loaded.takeError().context(
        "the program cannot start on device " + std::to_string(DeviceId));
  else if (!There.Program->lacksBase())
    There.Outcome = There.Program.get();
  return There.Outcome;
}

bool ProgramImpl::prepare(ompjit_device *Handle) {
  DeviceProgramImpl *There = nullptr;
  {
    MutexLock Lock(Guard);
    auto Place = Devices.find(Handle);
    if (Place != Devices.end() && Place->second.Program->lacksBase())
      There = Place->second.Program.get();
  }
  if (!There)
    return true;
  Attempt Got = There->obtainBase();
  if (!Got.hasEnded())
    return false;
  MutexLock Lock(Guard);
  There->setBase(Got.takeOutcome());
  return true;
}
