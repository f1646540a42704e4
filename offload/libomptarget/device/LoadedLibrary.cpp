//===- LoadedLibrary.cpp - A library on a device --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedLibrary.h"

#include "LateKernel.h"

#include "support/Diagnostics.h"

#include "ompjit/Support/Sanitizers.h"

#include <cstddef>
#include <map>

namespace ompjit {

namespace {

bool isKernel(const __tgt_offload_entry &Entry) {
  return Entry.Flags == EntryNone && Entry.Size == 0 && Entry.Address;
}

/// Whether the entry is a `declare target` variable, or the pointer through
/// which the device reaches a link variable.
bool isGlobal(const __tgt_offload_entry &Entry) {
  constexpr int32_t NoData =
      EntryIndirect | EntryRequires | EntryIndirectVTable;
  return !(Entry.Flags & NoData) && Entry.Size != 0 && Entry.Address;
}

std::string imageFor(const LibraryImage &Image) {
  return Image.Target ? "an image for " + std::string(Image.Target->Arch)
                      : std::string("an image of an unknown kind");
}

} // namespace

Result<std::unique_ptr<LoadedLibrary>>
LoadedLibrary::load(std::shared_ptr<Library> Source, DataEnvironment &Data,
                    int DeviceId, const DataOptions &Options,
                    jit::ProcessLocks &Locks, const jit::LaunchWatch &Launches,
                    const Bindings &Bound) {
  std::unique_ptr<LoadedLibrary> New(
      new LoadedLibrary(std::move(Source), Data, Locks, Launches));
  Result<bool> IsChosen = New->chooseImage(DeviceId);
  if (!IsChosen)
    return IsChosen.takeError();
  if (!*IsChosen)
    return std::unique_ptr<LoadedLibrary>();
  if (New->hasImage()) {
    if (Status S = New->mapGlobals(Options); !S)
      return S.takeError();
    if (Status S = New->mapFunctions(); !S)
      return S.takeError();
    if (Status S = New->setDeviceNumber(DeviceId); !S)
      return S.takeError();
  }
  New->addKernels(Bound);
  return New;
}

void LoadedLibrary::addKernels(const Bindings &Bound) {
  for (const __tgt_offload_entry &Each : source().entries()) {
    if (!isKernel(Each))
      continue;
    auto New = std::make_unique<DeviceKernel>(&Each, this);
    if (Program && !Program->lateBound(New->name()).empty())
      New->Choice = std::make_unique<LateKernel>(*New, *Program, ImageBytes,
                                                 Device, Bound, Locks);
    Kernels.push_back(std::move(New));
  }
}

void LoadedLibrary::removeGlobals() {
  for (HostAddress Each : Globals)
    Data.removeGlobal(Each);
  Globals.clear();
}

LoadedLibrary::~LoadedLibrary() {
  removeGlobals();
  if (hasImage())
    Device.observers().tell(&Observer::imageUnloads, imageEvent());
  if (Image)
    Device.table().image_unload(Device.handle(), Image);
}

/// Chooses the first machine code or package that the device accepts, where
/// among all machine code the best counts, or assembly if there is neither. An
/// image that should fit but cannot be loaded is an error at once, because the
/// next one would hide the problem. Returns false if the image is not there
/// yet.
Result<bool> LoadedLibrary::chooseImage(int DeviceId) {
  const LibraryImage *Best = nullptr;
  int BestFit = 0;
  for (const LibraryImage &Each : Source->images()) {
    std::string Reason;
    int Fit = 0;
    if (!Each.Target || !isServedBy(*Each.Target, Device.table().name))
      Reason = "it has " + imageFor(Each);
    else if (!Each.Program)
      Fit = fit(Each, Reason);
    else if (BestFit < OMPJIT_MACHINE_CODE)
      return startProgram(Each, DeviceId);
    else
      continue;
    if (Fit > BestFit) {
      Best = &Each;
      BestFit = Fit;
    }
    if (Fit)
      continue;
    Device.observers().note([&] {
      return "device " + std::to_string(DeviceId) +
             " does not take the image " + describeAddress(Each.Bytes.data()) +
             ": " + Reason;
    });
    WhyNoImage += (WhyNoImage.empty() ? "" : ", and ") + Reason;
  }
  return Best ? loadNative(*Best) : true;
}

/// Calls image_check; \p WhyNot receives the reason if the image does not fit.
int LoadedLibrary::fit(const LibraryImage &Native, std::string &WhyNot) {
  ompjit_error Reason = {};
  const int Fit = Device.table().image_check(
      Device.handle(), Native.Bytes.data(), Native.Bytes.size(), &Reason);
  WhyNot = Reason.text;
  return Fit;
}

Result<bool> LoadedLibrary::startProgram(const LibraryImage &Deferred,
                                         int DeviceId) {
  Result<jit::DeviceProgram *> Ready = Deferred.Program->start(
      Device.table(), Device.handle(), DeviceId, &Launches);
  if (!Ready)
    return diagnose(Diagnostic::ImageLoadFailed, {Ready.error().message()});
  if (!*Ready)
    return false;
  Program = *Ready;
  Data.watchContents();
  ImageBytes = Deferred.Bytes;
  Device.observers().tell(&Observer::imageLoaded, imageEvent());
  return true;
}

Result<bool> LoadedLibrary::loadNative(const LibraryImage &Chosen) {
  ompjit_error Reason = {};
  if (Device.table().image_load(Device.handle(), Chosen.Bytes.data(),
                                Chosen.Bytes.size(), "openmp-image", &Image,
                                &Reason))
    return diagnose(Diagnostic::ImageLoadFailed, {Reason.text});
  ImageBytes = Chosen.Bytes;
  Device.observers().tell(&Observer::imageLoaded, imageEvent());
  return true;
}

ImageEvent LoadedLibrary::imageEvent() const {
  return {Device.id(), ImageBytes.data(), ImageBytes.size()};
}

Result<void *> LoadedLibrary::addressOf(const char *Symbol, uint64_t &Size) {
  if (Program)
    return Program->globalAddress(Symbol, Size);
  void *Address = nullptr;
  ompjit_error Reason = {};
  if (Device.table().image_symbol(Device.handle(), Image, Symbol, &Address,
                                  &Size, &Reason))
    return Error(Reason.text);
  return Address;
}

std::vector<LoadedLibrary::Variable> LoadedLibrary::variables() const {
  std::vector<Variable> All;
  for (const __tgt_offload_entry &Each : Source->entries())
    if (isGlobal(Each))
      if (DeviceAddress There = Data.lookUp(HostAddress(Each.Address), 0))
        All.push_back({Each.SymbolName, There, Each.Size});
  return All;
}

Result<DeviceAddress> LoadedLibrary::find(const char *Variable) {
  void *Address = nullptr;
  ompjit_error Reason = {};
  if (Program) {
    Result<void *> Found = Program->find(Variable);
    if (!Found)
      return diagnose(Diagnostic::ImageLoadFailed, {Found.error().message()});
    Address = *Found;
  } else if (Image) {
    const int Code = Device.table().image_symbol(
        Device.handle(), Image, Variable, &Address, nullptr, &Reason);
    if (Code && Code != OMPJIT_NO_SYMBOL)
      return diagnose(Diagnostic::ImageLoadFailed, {Reason.text});
  }
  return DeviceAddress(Address);
}

Status LoadedLibrary::setDeviceNumber(int DeviceId) {
  Result<DeviceAddress> Place = find(DeviceNumberName);
  if (!Place)
    return Place.takeError();
  if (!*Place)
    return Done{};
  const int32_t Number = DeviceId;
  if (Status S = Device.copyTo(*Place, &Number, sizeof(Number)); !S)
    return diagnose(Diagnostic::TransferFailed,
                    {std::to_string(sizeof(Number)), S.error().message()});
  return Done{};
}

Result<bool> LoadedLibrary::callsFunctions() {
  for (const char *Each : {DeviceEnvironmentName, IndirectFunctionsName}) {
    Result<DeviceAddress> Place = find(Each);
    if (!Place)
      return Place.takeError();
    if (*Place)
      return true;
  }
  return false;
}

Status LoadedLibrary::setFunctions(DeviceAddress List, uint64_t Count) {
  const struct {
    DeviceAddress Table;
    uint64_t Count;
  } Both = {List ? List + sizeof(IndirectFunction) : List, Count};
  static_assert(offsetof(DeviceEnvironment, IndirectCallTableSize) ==
                offsetof(DeviceEnvironment, IndirectCallTable) + sizeof(List));
  Result<DeviceAddress> Environment = find(DeviceEnvironmentName);
  if (!Environment)
    return Environment.takeError();
  Result<DeviceAddress> Pointer = find(IndirectFunctionsName);
  if (!Pointer)
    return Pointer.takeError();
  Status S = Done{};
  if (*Environment)
    S = Device.copyTo(*Environment +
                          offsetof(DeviceEnvironment, IndirectCallTable),
                      &Both, sizeof(Both));
  if (S && *Pointer)
    S = Device.copyTo(*Pointer, &List, sizeof(List));
  if (!S)
    return diagnose(Diagnostic::TransferFailed,
                    {std::to_string(sizeof(Both)), S.error().message()});
  return Done{};
}

Status LoadedLibrary::mapGlobals(const DataOptions &Options) {
  // Each file has an entry for a common variable, with its own size; the
  // linkers use the largest one.
  std::map<const void *, const __tgt_offload_entry *> Largest;
  for (const __tgt_offload_entry &Each : Source->entries())
    if (isGlobal(Each))
      if (auto [At, IsNew] = Largest.try_emplace(Each.Address, &Each);
          !IsNew && At->second->Size < Each.Size)
        At->second = &Each;
  for (auto [Address, Entry] : Largest)
    if (Status S = mapGlobal(*Entry, Options); !S)
      return S;
  return Done{};
}

Status LoadedLibrary::mapGlobal(const __tgt_offload_entry &Entry,
                                const DataOptions &Options) {
  uint64_t DeviceSize = 0;
  Result<void *> Place = addressOf(Entry.SymbolName, DeviceSize);
  if (!Place)
    return diagnose(Diagnostic::GlobalMissing,
                    {Entry.SymbolName, Place.error().message()});
  // AddressSanitizer makes variables larger, so that there is something between
  // them.
  const bool IsPadded = hasAddressSanitizer() && DeviceSize > Entry.Size;
  if (DeviceSize && DeviceSize != Entry.Size && !IsPadded)
    return diagnose(Diagnostic::GlobalSize,
                    {Entry.SymbolName, std::to_string(Entry.Size),
                     std::to_string(DeviceSize)});
  Data.addGlobal(HostAddress(Entry.Address), DeviceAddress(*Place), Entry.Size,
                 Entry.SymbolName);
  Globals.push_back(HostAddress(Entry.Address));
  // Under unified shared memory the device's variable is a pointer to the
  // host's, whose value is in the host's copy of the pointer.
  if (Options.UnifiedSharedMemory)
    if (Status S =
            Device.copyTo(DeviceAddress(*Place), Entry.Address, Entry.Size);
        !S)
      return diagnose(Diagnostic::TransferFailed,
                      {std::to_string(Entry.Size), S.error().message()});
  return Done{};
}

Status LoadedLibrary::mapFunctions() {
  for (const __tgt_offload_entry &Each : Source->entries())
    if (Each.Flags & EntryIndirect)
      if (Status S = mapFunction(Each); !S)
        return S;
  return Done{};
}

/// Makes a region that captures the function's address get the device's.
Status LoadedLibrary::mapFunction(const __tgt_offload_entry &Entry) {
  // The device has a variable that holds the function's address.
  uint64_t Size = 0;
  void *Function = nullptr;
  Result<void *> Place = addressOf(Entry.SymbolName, Size);
  if (!Place)
    return diagnose(Diagnostic::GlobalMissing,
                    {Entry.SymbolName, Place.error().message()});
  if (Status S =
          Device.copyFrom(&Function, DeviceAddress(*Place), sizeof(Function));
      !S)
    return diagnose(Diagnostic::TransferFailed,
                    {std::to_string(sizeof(Function)), S.error().message()});
  Functions.push_back({Entry.Address, Function});
  Data.addGlobal(HostAddress(Entry.Address), DeviceAddress(Function),
                 /*Size=*/1, Entry.SymbolName);
  Globals.push_back(HostAddress(Entry.Address));
  return Done{};
}

/// A kernel of a native image may do anything with memory.
const jit::MemoryUse &LoadedLibrary::memoryUse(DeviceKernel &Kernel) {
  static constexpr jit::MemoryUse Anything;
  const jit::Kernel *Found = findJit(Kernel);
  return Found ? Found->memoryUse() : Anything;
}

jit::Kernel *LoadedLibrary::findJit(DeviceKernel &Kernel) {
  jit::Kernel *Jit = Kernel.Jit.load(std::memory_order_acquire);
  if (Jit || !Program) [[likely]]
    return Jit;
  Jit = Program->findKernel(Kernel.name());
  if (!Jit)
    return nullptr;
  Device.observers().note([&] {
    return "found the kernel " + std::string(Kernel.name()) +
           " in the JIT package " + describeAddress(ImageBytes.data());
  });
  Kernel.Jit.store(Jit, std::memory_order_release);
  return Jit;
}

Result<ompjit_kernel *> LoadedLibrary::resolve(DeviceKernel &Kernel,
                                               const ompjit_launch &Launch,
                                               const jit::LaunchMemory &Memory,
                                               jit::LaunchTime *Time) {
  if (Program)
    return resolveJit(Kernel, Launch, Memory, Time);
  if (Image)
    return resolveNative(Kernel, Launch.num_args);
  return diagnose(Diagnostic::NoImageForDevice, {WhyNoImage});
}

void LoadedLibrary::tellUsage(const char *Kernel, ompjit_kernel *Native) {
  const auto Ask = Device.table().kernel_usage;
  if (!Ask || !Device.observers().any())
    return;
  FoundKernelEvent E = {Device.id(), Kernel, {}};
  Ask(Device.handle(), Native, &E.Usage);
  if (E.Usage.registers)
    Device.observers().tell(&Observer::kernelFound, E);
}

/// Several threads may look this up at the same time; all store the same value,
/// and one of them tells about it.
Result<ompjit_kernel *> LoadedLibrary::resolveNative(DeviceKernel &Kernel,
                                                     uint32_t NumArgs) {
  ompjit_kernel *Native = Kernel.Native.load(std::memory_order_acquire);
  if (Native)
    return Native;
  ompjit_error Reason = {};
  // The plugin asks the dynamic linker, and has a table.
  int Failed = 0;
  Locks.withLinker([&] {
    Failed = Device.table().kernel_get(Device.handle(), Image, Kernel.name(),
                                       NumArgs, &Native, &Reason);
  });
  if (Failed)
    return diagnose(Diagnostic::KernelUnusable, {Kernel.name(), Reason.text});
  Device.observers().note([&] {
    return "found the kernel " + std::string(Kernel.name()) + " in the image " +
           describeAddress(ImageBytes.data());
  });
  if (!Kernel.Native.exchange(Native, std::memory_order_acq_rel))
    tellUsage(Kernel.name(), Native);
  return Native;
}

Result<ompjit_kernel *>
LoadedLibrary::resolveJit(DeviceKernel &Kernel, const ompjit_launch &Launch,
                          const jit::LaunchMemory &Memory,
                          jit::LaunchTime *Time) {
  if (Launch.argument_form != OMPJIT_ARGUMENTS_OPENMP)
    return diagnose(Diagnostic::JitFailed,
                    {Kernel.name(),
                     "the launch does not pass the arguments of a target "
                     "region of clang 22"});
  jit::Kernel *Jit = findJit(Kernel);
  if (!Jit)
    return diagnose(Diagnostic::KernelUnusable,
                    {Kernel.name(), "its package does not list it"});
  Result<ompjit_kernel *> Ready = Jit->select(Launch, Memory, Time);
  if (!Ready)
    return diagnose(Diagnostic::JitFailed,
                    {Kernel.name(), Ready.error().message()});
  return Ready;
}

} // namespace ompjit
