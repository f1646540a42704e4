//===- Device.cpp - A device of the program -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "plugin/MemoryPool.h"
#include "support/Diagnostics.h"

#include "ompjit/Support/OwnStack.h"
#include "ompjit/Support/ProcessExit.h"

#include <algorithm>
#include <utility>

namespace ompjit {

namespace {

/// Size of the range for a recording if the device does not say how much memory
/// it has.
constexpr uint64_t UsualRecordedBytes = uint64_t(16) << 30;

/// Whether kernels that use host memory would fault or find other data. A
/// virtual GPU has the host's memory.
bool lacksSharedMemory(const ompjit_plugin &Table, ompjit_device *Device,
                       uint64_t Capabilities) {
  if (Capabilities & OMPJIT_CAN_USE_HOST_MEMORY)
    return false;
  ompjit_device_info Info = {};
  Table.device_info(Device, &Info);
  return !Info.emulation;
}

/// Returns null if the plugin's own functions are as good.
std::unique_ptr<DeviceMemory> makeMemory(const PluginDevice &Device,
                                         uint64_t Capabilities,
                                         const RuntimeSettings &Settings) {
  const uint64_t Usual = Capabilities & OMPJIT_ALLOCATES_FAST
                             ? 0
                             : MemoryPool::DefaultThresholdBytes;
  const uint64_t Threshold = Settings.PoolThresholdBytes.value_or(Usual);
  if (!Threshold)
    return nullptr;
  return std::make_unique<MemoryPool>(
      PluginMemory(Device.table(), Device.handle()), Threshold);
}

} // namespace

Device::~Device() {
  Queued.awaitAll();
  Loaded.clear();
  Closed.clear();
  if (Data) {
    Functions.release(Data->device());
    Uids.release(Data->device());
    Calls.release();
  }
  Data.reset();
  Queues.reset();
  Pins.reset();
  Recorder.reset();
  ReplayRange.reset();
  Memory.reset();
  if (!Handle)
    return;
  Observers.tell(&Observer::deviceCloses, DeviceEvent{Id, &Table, Handle});
  Table.device_close(Handle);
}

const char *Device::uid() {
  constexpr size_t MaxBytes = 256;
  if (!Uid) {
    char Text[MaxBytes] = {};
    ompjit_error Ignored = {};
    Uid = Table.device_uid(Ordinal, Text, sizeof(Text), &Ignored) ? "" : Text;
  }
  return Uid->empty() ? nullptr : Uid->c_str();
}

Status Device::open(const Wanted &Now) {
  if (Handle) {
    // This comes from a library that was loaded late: mapped data already has a
    // copy.
    if (Now.Options.UnifiedSharedMemory && !Data->usesHostMemory())
      return diagnose(Diagnostic::RequiresDiffer, {"unified_shared_memory"});
    return Done{};
  }
  ompjit_error Reason = {};
  if (Table.device_open(Ordinal, &Handle, &Reason)) {
    Handle = nullptr;
    return diagnose(Diagnostic::DeviceOpenFailed, {Reason.text});
  }
  beFirstAtExit();
  if (Table.device_number)
    Table.device_number(Handle, uint32_t(Id), Now.NumDevices);
  const uint64_t Capabilities = Table.device_capabilities(Handle);
  if (Now.Options.UnifiedSharedMemory &&
      lacksSharedMemory(Table, Handle, Capabilities)) {
    Table.device_close(std::exchange(Handle, nullptr));
    return diagnose(Diagnostic::NoSharedMemory, {});
  }
  Observers.tell(&Observer::deviceOpened, DeviceEvent{Id, &Table, Handle});
  PluginDevice Opened(Table, Handle, Id, Observers);
  MinSharedBytes = Now.Settings.SharedBytes;
  Memory = makeMemory(Opened, Capabilities, Now.Settings);
  Opened.setMemory(Memory.get());
  if (Now.Settings.Record.IsOn || IsToRecord)
    startRecording(Opened, Now);
  // A recording has to know when memory changes.
  if ((Capabilities & OMPJIT_CAN_OVERLAP) && !Recorder)
    Queues = std::make_unique<QueuePool>(Opened);
  const PinMapped Mapped = Now.Settings.PinMappedMemory;
  Pins = std::make_unique<PinTable>(PluginMemory(Table, Handle), Mapped);
  DataOptions Options = Now.Options;
  // A recording contains the device's memory only.
  if ((Capabilities & OMPJIT_MAPS_IN_PLACE) && !Recorder)
    Options.UnifiedSharedMemory = true;
  Options.LeavesInPlace = (Capabilities & OMPJIT_MAY_MAP_IN_PLACE) &&
                          !Recorder && !Options.UnifiedSharedMemory &&
                          Mapped == PinMapped::Off;
  Options.Pins = Mapped == PinMapped::Off ? nullptr : Pins.get();
  Data = std::make_unique<DataEnvironment>(Opened, Options);
  return Done{};
}

/// A failure does not affect the program, whose kernels are then not recorded.
void Device::startRecording(PluginDevice &Opened, const Wanted &Now) {
  auto Warn = [Print = Now.Warn, Id = Id](const Error &What) {
    Print(What, Id);
  };
  if (Now.Options.UnifiedSharedMemory)
    return Warn(diagnose(Diagnostic::RecordingUnavailable,
                         {"the program requires unified shared memory, and the "
                          "host's memory is not recorded"}));
  ompjit_device_info Info = {};
  Table.device_info(Handle, &Info);
  Result<std::unique_ptr<ReservedRange>> Range = ReservedRange::reserveUpTo(
      PluginMemory(Table, Handle),
      Info.memory_bytes ? Info.memory_bytes : UsualRecordedBytes);
  if (!Range)
    return Warn(
        diagnose(Diagnostic::RecordingUnavailable, {Range.error().message()}));
  RecordOptions Options = Now.Settings.Record;
  Options.SaveOutput |= IsToSaveOutput;
  Opened.setMemory(Range->get());
  Recorder = std::make_unique<KernelRecorder>(Opened, **Range, Options, Warn);
  Memory = std::move(*Range);
}

Status Device::requestRecording(bool SaveOutput) {
  MutexLock Lock(LoadMutex);
  if (Handle)
    return diagnose(Diagnostic::RecordingUnavailable,
                    {"the device is in use already"});
  IsToRecord = true;
  IsToSaveOutput = SaveOutput;
  return Done{};
}

Status Device::reserveForReplay(uint64_t Size, DeviceAddress Place,
                                bool SaveOutput) {
  ReplayRange.reset();
  Result<std::unique_ptr<ReservedRange>> Range =
      ReservedRange::reserve(PluginMemory(Table, Handle), Size, Place);
  if (!Range)
    return diagnose(Diagnostic::ReplayFailed, {Range.error().message()});
  ReplayRange = std::move(*Range);
  IsReplaySaved = SaveOutput;
  return Done{};
}

bool Device::isLoaded(const Library &Which) const {
  return std::any_of(Loaded.begin(), Loaded.end(), [&](const auto &Each) {
    return &Each->source() == &Which;
  });
}

static constexpr size_t PrepareStackBytes = 128 << 10;

Status Device::makeReady(jit::ProcessLocks &Process,
                         const std::function<Wanted(bool)> &Ask) {
  for (;;) {
    Result<bool> IsAllLoaded = false;
    Process.withLinker([&] {
      MutexLock Lock(LoadMutex);
      IsAllLoaded = load(Ask(/*MayOpenLibraries=*/true));
    });
    if (!IsAllLoaded)
      return IsAllLoaded.takeError();
    if (*IsAllLoaded)
      return Done{};
    jit::Engine *ToOpen = nullptr;
    // This may compile.
    runWithStack(PrepareStackBytes, [&] {
      Process.withoutLinker([&] {
        MutexLock Lock(LoadMutex);
        Wanted Now = Ask(/*MayOpenLibraries=*/false);
        if (!prepare(Now))
          ToOpen = Now.Engine;
      });
    });
    if (ToOpen)
      ToOpen->openCompiler();
  }
}

/// Returns false if prepare() must be called first.
Result<bool> Device::load(const Wanted &Now) {
  if (Status S = open(Now); !S)
    return S.takeError();
  const size_t Before = Loaded.size();
  bool IsAllLoaded = true;
  for (const std::shared_ptr<Library> &Each : Now.Libraries) {
    if (!needs(*Each))
      continue;
    Result<bool> IsLoaded = loadOne(Each, Now);
    if (IsLoaded)
      IsAllLoaded &= *IsLoaded;
    else if (Each->failsAlone())
      Each->setFailure(IsLoaded.takeError());
    else
      return IsLoaded;
  }
  if (Loaded.size() != Before)
    if (Status S = Functions.update(Data->device(), Loaded); !S)
      return S.takeError();
  if (IsAllLoaded)
    LoadedGeneration.store(Now.Generation, std::memory_order_release);
  return IsAllLoaded;
}

/// Returns false for libraries without code for the device, and for those that
/// were tried already.
bool Device::needs(const Library &Which) const {
  return Which.hasImages() && Which.isFor(Id) && !Which.failure() &&
         !isLoaded(Which);
}

/// Returns false if prepare() must be called first.
Result<bool> Device::loadOne(const std::shared_ptr<Library> &Source,
                             const Wanted &Now) {
  Result<std::unique_ptr<LoadedLibrary>> New = LoadedLibrary::load(
      Source, *Data, Id, Now.Options, *Now.Locks, Running, *Now.Bound);
  if (!New)
    return New.takeError();
  if (!*New)
    return false;
  for (const std::unique_ptr<DeviceKernel> &Kernel : (*New)->kernels())
    Kernel->IsCooperative = Now.Settings.isCooperative(Kernel->name());
  if ((*New)->hasImage())
    if (Status S = tell(**New, Now); !S)
      return S.takeError();
  addKernels(**New);
  Loaded.push_back(std::move(*New));
  return true;
}

/// Fills in the variables that the library's code has for the host's data.
Status Device::tell(LoadedLibrary &New, const Wanted &Now) {
  if (Status S = Uids.tell(Data->device(), New, Now.Uids); !S)
    return S;
  return Calls.tell(Data->device(), New,
                    [Fail = Now.Fail, this](const Error &E) { Fail(E, Id); });
}

/// Gets the images that load() lacks. Returns false if the compile service must
/// be opened first. Closing a library meanwhile waits for the lock.
bool Device::prepare(const Wanted &Now) {
  bool IsDone = true;
  for (const std::shared_ptr<Library> &Each : Now.Libraries)
    if (needs(*Each))
      for (const LibraryImage &Image : Each->images())
        if (Image.Program)
          IsDone &= Image.Program->prepare(Handle);
  return IsDone;
}

/// If two shared libraries hold the same region (of an inline function), the
/// dynamic linker gives them one id; the first library that can run it here
/// serves it.
void Device::addKernels(LoadedLibrary &From) {
  for (const std::unique_ptr<DeviceKernel> &Each : From.kernels()) {
    DeviceKernel *There = Kernels.find(Each->region());
    if (!There || !There->Owner->hasImage())
      Kernels.set(Each->region(), Each.get());
  }
}

void Device::lockForFork() {
  LoadMutex.lock();
  if (Data)
    Data->lockForFork();
  Calls.lockForFork();
  Queued.lockForFork();
}

void Device::unlockAfterFork() {
  Queued.unlockAfterFork();
  Calls.unlockAfterFork();
  if (Data)
    Data->unlockAfterFork();
  LoadMutex.unlock();
}

bool Device::unload(const Library &Which) {
  MutexLock Lock(LoadMutex);
  // The caller of earlier() must count as a launch.
  const RunningLaunches::Guard Counted(Running);
  if (std::unique_ptr<LoadedLibrary> Old = takeOut(Which))
    Closed.push_back({std::move(Old), Running.earlier()});
  auto Place =
      std::find_if(Closed.begin(), Closed.end(), [&](const auto &Each) {
        return &Each.Content->source() == &Which;
      });
  if (Place == Closed.end())
    return true;
  if (!Place->Users->areOver())
    return false;
  Closed.erase(Place);
  if (Closed.empty())
    Functions.releaseOld(Data->device());
  return true;
}

/// Removes the library from everything that launches use. Returns null if it is
/// not loaded (any more).
std::unique_ptr<LoadedLibrary> Device::takeOut(const Library &Which) {
  auto Place =
      std::find_if(Loaded.begin(), Loaded.end(),
                   [&](const auto &Each) { return &Each->source() == &Which; });
  if (Place == Loaded.end())
    return nullptr;
  std::unique_ptr<LoadedLibrary> Old = std::move(*Place);
  Loaded.erase(Place);
  for (const std::unique_ptr<DeviceKernel> &Each : Old->kernels())
    if (Kernels.find(Each->region()) == Each.get())
      Kernels.set(Each->region(), nullptr);
  // Regions that the library also served for others now belong to these.
  for (const std::unique_ptr<LoadedLibrary> &Each : Loaded)
    addKernels(*Each);
  // The removed functions are not called any more, and their host addresses may
  // soon be reused.
  (void)Functions.update(Data->device(), Loaded);
  Old->removeGlobals();
  return Old;
}

} // namespace ompjit
