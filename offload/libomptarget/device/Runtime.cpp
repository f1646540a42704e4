//===- Runtime.cpp - Libraries, plugins and devices -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include "HostMailbox.h"
#include "support/Diagnostics.h"

#include "ompjit/Package.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ompjit {

namespace {

/// Bits of those clauses in a requires entry that must hold for the whole
/// program or for no part of it.
constexpr uint64_t RequiresUnifiedSharedMemory = 0x8;
constexpr std::pair<uint64_t, std::string_view> WholeProgramClauses[] = {
    {0x2, "reverse_offload"},
    {0x4, "unified_address"},
    {RequiresUnifiedSharedMemory, "unified_shared_memory"},
};

/// The host's unique name, as in the packaged runtime.
constexpr const char *HostUid = "HOST";

} // namespace

void Runtime::registerLibrary(const __tgt_bin_desc &Description,
                              std::optional<int> OnlyDevice) {
  MutexLock Lock(RegistryMutex);
  Libraries.push_back(std::make_shared<Library>(Description, OnlyDevice));
  const Library &New = *Libraries.back();
  Observers.note([&] {
    return "registered a library with " +
           std::to_string(Description.NumDeviceImages) + " images and " +
           std::to_string(New.entries().size()) + " entries";
  });
  Generation.fetch_add(1, std::memory_order_release);
}

std::optional<Error> Runtime::loadFailure(const __tgt_bin_desc &Description) {
  MutexLock Lock(RegistryMutex);
  for (const std::shared_ptr<Library> &Each : Libraries)
    if (Each->description() == &Description)
      return Each->failure();
  return std::nullopt;
}

void Runtime::needTargets(std::span<const std::string_view> Triples) {
  MutexLock Lock(RegistryMutex);
  bool IsNew = false;
  for (std::string_view Triple : Triples) {
    const TargetTraits *Target = findTarget(Triple);
    if (!Target || !isForThisMachine(*Target) ||
        std::find(NeededTargets.begin(), NeededTargets.end(), Target) !=
            NeededTargets.end())
      continue;
    NeededTargets.push_back(Target);
    IsNew = true;
  }
  if (IsNew)
    Generation.fetch_add(1, std::memory_order_release);
}

Result<std::string> Runtime::linkFragments(ByteView Fragments,
                                           const std::string &EntryPoint) {
  jit::Engine *Linker = nullptr;
  {
    MutexLock Lock(RegistryMutex);
    Linker = &engine();
  }
  return Linker->link(Fragments, EntryPoint);
}

std::shared_ptr<const std::vector<LateFunction>> Runtime::lateFunctions() {
  MutexLock Lock(RegistryMutex);
  const uint64_t Now = Generation.load(std::memory_order_relaxed);
  if (Late && LateGeneration == Now)
    return Late;
  auto All = std::make_shared<std::vector<LateFunction>>();
  for (const std::shared_ptr<Library> &Each : Libraries)
    for (const LibraryImage &Image : Each->images())
      if (PackageView::hasMagic(Image.Bytes))
        if (Result<PackageView> View = PackageView::parse(Image.Bytes))
          addLateFunctions(*View, *All);
  Late = std::move(All);
  LateGeneration = Now;
  return Late;
}

void Runtime::unregisterLibrary(const __tgt_bin_desc &Description) {
  Process.withLinker([&] { forgetLibrary(Description); });
}

void Runtime::forgetLibrary(const __tgt_bin_desc &Description) {
  std::shared_ptr<Library> Old;
  {
    MutexLock Lock(RegistryMutex);
    auto Place =
        std::find_if(Libraries.begin(), Libraries.end(), [&](const auto &Each) {
          return Each->description() == &Description;
        });
    if (Place == Libraries.end())
      return;
    Old = *Place;
    Libraries.erase(Place);
    Late = nullptr;
    Closing.push_back(Old);
  }
  unloadClosing();
  for (Device *Each : devicesNow())
    Each->keepNames(Old->memory());
}

/// Unloads libraries that were closed, including those that launches were using
/// at that time. Must not be called under the lock, because it runs the
/// destructors of device code.
void Runtime::unloadClosing() {
  std::vector<std::shared_ptr<Library>> Old;
  {
    MutexLock Lock(RegistryMutex);
    Old = std::exchange(Closing, {});
  }
  std::erase_if(Old, [this](const auto &Each) { return unload(*Each); });
  MutexLock Lock(RegistryMutex);
  Closing.insert(Closing.end(), Old.begin(), Old.end());
}

/// Returns false while launches are under way that may use it.
bool Runtime::unload(Library &Old) {
  bool IsUnloaded = true;
  for (Device *Each : devicesNow())
    IsUnloaded &= Each->unload(Old);
  for (LibraryImage &Each : Old.images()) {
    if (!Each.Program)
      continue;
    // Its bytes are unmapped even if its kernels still run.
    Each.Program->closePackage();
    if (IsUnloaded)
      engineNow()->removeProgram(Each.Program);
  }
  return IsUnloaded;
}

std::vector<Device *> Runtime::devicesNow() {
  MutexLock Lock(RegistryMutex);
  std::vector<Device *> Devices;
  Devices.reserve(OwnedDevices.size());
  for (const std::unique_ptr<Device> &Each : OwnedDevices)
    Devices.push_back(Each.get());
  return Devices;
}

jit::Engine *Runtime::engineNow() {
  MutexLock Lock(RegistryMutex);
  return Engine.get();
}

int Runtime::deviceCount() {
  if (StartedGeneration.load(std::memory_order_acquire) !=
      Generation.load(std::memory_order_acquire))
    startDevices();
  const DeviceList *List = Current.load(std::memory_order_acquire);
  return List ? int(List->Devices.size()) : 0;
}

Device *Runtime::deviceIfExists(int Id) {
  const DeviceList *List = Current.load(std::memory_order_acquire);
  if (!List || Id < 0 || size_t(Id) >= List->Devices.size())
    return nullptr;
  return List->Devices[size_t(Id)];
}

Result<Device *> Runtime::device(int Id) {
  Device *D = deviceIfExists(Id);
  if (!D)
    return diagnose(Diagnostic::DeviceOutOfRange,
                    {std::to_string(Id), std::to_string(deviceCount() - 1)});
  if (!D->isReady(Generation.load(std::memory_order_acquire))) {
    if (Status S = checkRequirements(); !S)
      return S.takeError();
    if (Options.BeforeDevices)
      Options.BeforeDevices();
    if (Status S = D->makeReady(
            Process, [this](bool MayOpen) { return wanted(MayOpen); });
        !S)
      return S.takeError();
  }
  return D;
}

Status Runtime::checkRequirements() {
  MutexLock Lock(RegistryMutex);
  for (const std::shared_ptr<Library> &Each : Libraries)
    identify(*Each);
  tellTroubles();
  for (const auto &[Bit, Clause] : WholeProgramClauses)
    if (DifferingRequirements & Bit)
      return diagnose(Diagnostic::RequiresDiffer, {Clause});
  return Done{};
}

Device::Wanted Runtime::wanted(bool MayOpenLibraries) {
  MutexLock Lock(RegistryMutex);
  for (const std::shared_ptr<Library> &Each : Libraries) {
    identify(*Each);
    for (LibraryImage &Image : Each->images())
      if (MayOpenLibraries)
        lookElsewhere(Image);
  }
  tellTroubles();
  DataOptions Data;
  Data.UnifiedSharedMemory =
      Requirements.value_or(0) & RequiresUnifiedSharedMemory;
  Data.AlwaysAttach = Options.Settings.AlwaysAttach;
  return {Libraries,
          Generation.load(std::memory_order_relaxed),
          Data,
          Options.Settings,
          Engine.get(),
          &Process,
          &Bound,
          [this](const Error &What, int DeviceId) {
            Options.PrintLine(
                formatDiagnostic("warning", What, nullptr, DeviceId));
          },
          Options.Fail,
          uint32_t(OwnedDevices.size()),
          [this, Count = OwnedDevices.size()] { return uids(Count); }};
}

UidList Runtime::uids(size_t Count) {
  UidList Uids;
  // The driver may open libraries.
  Process.withLinker([&] {
    MutexLock Lock(RegistryMutex);
    for (size_t Id = 0; Id < Count; ++Id)
      Uids.push_back(OwnedDevices[Id]->uid());
  });
  Uids.push_back(HostUid);
  return Uids;
}

/// Opens the plugins for all images that were registered since the last call,
/// and numbers their devices after those that exist.
void Runtime::startDevices() {
  Process.withLinker([this] {
    MutexLock Lock(RegistryMutex);
    openPlugins();
  });
}

void Runtime::openPlugins() {
  for (const std::shared_ptr<Library> &Each : Libraries) {
    identify(*Each);
    for (LibraryImage &Image : Each->images()) {
      lookElsewhere(Image);
      if (Image.Target)
        openPlugin(*Image.Target);
    }
  }
  for (const TargetTraits *Each : NeededTargets)
    openPlugin(*Each);
  tellTroubles();
  publishDevices();
  StartedGeneration.store(Generation.load(std::memory_order_relaxed),
                          std::memory_order_release);
}

/// Devices are only added, so a list of the same length is equal.
void Runtime::publishDevices() {
  if (!AllLists.empty() &&
      AllLists.back()->Devices.size() == OwnedDevices.size())
    return;
  auto List = std::make_unique<DeviceList>();
  for (const std::unique_ptr<Device> &Each : OwnedDevices)
    List->Devices.push_back(Each.get());
  Current.store(List.get(), std::memory_order_release);
  AllLists.push_back(std::move(List));
}

/// Finds the target of each image in the table of targets. Does nothing for a
/// library that was identified before.
void Runtime::identify(Library &Which) {
  if (Which.isIdentified())
    return;
  Which.setIdentified();
  Which.forEachRequirement([this](uint64_t Flags) OMPJIT_NO_ANALYSIS {
    DifferingRequirements |= Requirements.value_or(Flags) ^ Flags;
    Requirements = Requirements.value_or(0) | Flags;
  });
  for (LibraryImage &Each : Which.images()) {
    if (PackageView::hasMagic(Each.Bytes)) {
      identifyPackage(Each);
      continue;
    }
    Each.Target = identifyNativeImage(Each.Bytes);
    Observers.note([&] {
      return describeAddress(Each.Bytes.data()) +
             (Each.Target ? " is an image for " + std::string(Each.Target->Arch)
                          : " is " + describeUnknownImage(Each.Bytes));
    });
  }
}

/// Asks plugins from outside of the project about an image of no known target,
/// once.
void Runtime::lookElsewhere(LibraryImage &Image) {
  if (Image.Target || Image.IsSettled)
    return;
  Image.IsSettled = true;
  if (!PackageView::hasMagic(Image.Bytes))
    Image.Target = Foreign.identifyImage(Image.Bytes);
  else if (Image.Program)
    Image.Target = Foreign.identifyTriple(Image.Program->triple());
  else
    return; // Its package was refused.
  if (Image.Target) {
    Observers.note([&] {
      return describeAddress(Image.Bytes.data()) + " is for the plugin " +
             std::string(Image.Target->PluginName);
    });
    return;
  }
  for (const Error &Each : Foreign.takeTroubles())
    addTrouble(Each);
  addTrouble(Image.Program ? diagnose(Diagnostic::PackageRefused,
                                      {"it is for " +
                                       std::string(Image.Program->triple()) +
                                       ", which no plugin serves"})
                           : diagnose(Diagnostic::UnknownImage,
                                      {describeUnknownImage(Image.Bytes)}));
}

void Runtime::identifyPackage(LibraryImage &Image) {
  Result<jit::Program *> Program = engine().addProgram(Image.Bytes);
  if (!Program) {
    addTrouble(
        diagnose(Diagnostic::PackageRefused, {Program.error().message()}));
    return;
  }
  Image.Program = *Program;
  if (const TargetTraits *Target = findTarget(Image.Program->triple());
      Target && isForThisMachine(*Target))
    Image.Target = Target;
  Observers.note([&] {
    return describeAddress(Image.Bytes.data()) + " is a JIT package for " +
           std::string(Image.Program->triple());
  });
}

jit::Engine &Runtime::engine() {
  if (!Engine) {
    std::vector<std::string> Warnings;
    jit::Settings Settings =
        jit::Settings::fromEnvironment(programEnvironment(), Warnings);
    for (const std::string &Each : Warnings)
      Options.PrintLine("omptarget: warning: " + Each);
    Engine = jit::Engine::create(std::move(Settings), Options.Folder,
                                 Options.PrintLine, Process, Options.Trace);
  }
  return *Engine;
}

void Runtime::openPlugin(const TargetTraits &Target) {
  const bool IsVirtual = Options.Settings.VirtualGpus;
  const std::string_view Name =
      IsVirtual ? Target.VirtualPluginName : Target.PluginName;
  if (std::find(PluginsTried.begin(), PluginsTried.end(), Name) !=
      PluginsTried.end())
    return;
  PluginsTried.emplace_back(Name);
  Result<std::unique_ptr<PluginLibrary>> Plugin =
      PluginLibrary::open(Options.Folder, Name);
  if (!Plugin) {
    addTrouble(Plugin.error());
    return;
  }
  const ompjit_plugin &Table = (*Plugin)->table();
  ompjit_error Reason = {};
  int32_t Count = Table.device_count(&Reason);
  Observers.note([&] {
    return "opened the plugin " + std::string(Name) + " in " + Options.Folder +
           " with " + std::to_string(Count) + " devices";
  });
  if (Count <= 0) {
    addTrouble(
        diagnose(Diagnostic::PluginNoDevices, {Table.name, Reason.text}));
    return;
  }
  for (int32_t Ordinal = 0; Ordinal < Count; ++Ordinal)
    OwnedDevices.push_back(std::make_unique<Device>(int(OwnedDevices.size()),
                                                    Table, Ordinal, Observers));
  Plugins.push_back(std::move(*Plugin));
}

void Runtime::addTrouble(const Error &What) {
  Observers.note([&] { return "trouble: " + What.message(); });
  HasTroubles = true;
  Untold.push_back(What);
}

/// Reports devices that should exist but do not, because the program may run on
/// the host instead. A program for several kinds of devices runs on those that
/// exist.
void Runtime::tellTroubles() {
  for (const Error &Each : std::exchange(Untold, {}))
    if (OwnedDevices.empty() || !isOf(Each, Diagnostic::PluginNoDevices))
      Options.PrintLine(formatDiagnostic("warning", Each, nullptr, -1));
}

bool Runtime::hasLibraries() {
  MutexLock Lock(RegistryMutex);
  return !Libraries.empty();
}

std::string Runtime::whyNoDevices() {
  MutexLock Lock(RegistryMutex);
  if (Libraries.empty())
    return "the program has no device code, or was not linked by clang with "
           "-fopenmp and -fopenmp-targets= or --offload-arch=";
  return HasTroubles ? "the warnings above say why" : "no image names a device";
}

void Runtime::lockForFork() {
  // From here on no devices are added.
  Process.lockForFork();
  // makeReady takes a device's lock before the registry's.
  if (const DeviceList *List = Current.load(std::memory_order_acquire))
    for (Device *Each : List->Devices)
      Each->lockForFork();
  RegistryMutex.lock();
}

void Runtime::unlockAfterFork() {
  RegistryMutex.unlock();
  if (const DeviceList *List = Current.load(std::memory_order_acquire))
    for (Device *Each : List->Devices)
      Each->unlockAfterFork();
  Process.unlockAfterFork();
}

void Runtime::unlockInChild() {
  if (const DeviceList *List = Current.load(std::memory_order_acquire))
    for (Device *Each : List->Devices)
      Each->forgetThreads();
  forgetHostCalls();
  if (Engine)
    Engine->forgetThreads();
  unlockAfterFork();
}

/// Used without the lock, because it enters the fork gate, which comes before
/// other locks.
jit::Engine *Runtime::engineInUse() {
  MutexLock Lock(RegistryMutex);
  return Engine.get();
}

void Runtime::finishCompiles() {
  if (jit::Engine *Used = engineInUse())
    Used->finishCompiles();
}

void Runtime::finish() {
  // Observers learn how long they took.
  for (Device *Each : devicesNow())
    Each->queued().release();
  Observers.finish();
  if (jit::Engine *Used = engineInUse())
    Used->finish();
}

} // namespace ompjit
