//===- Device.h - A device of the program ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What omp_get_num_devices counts. Its plugin device is opened, and the
// libraries' images are loaded, when the program first uses it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_DEVICE_H
#define OMPJIT_LIBOMPTARGET_DEVICE_DEVICE_H

#include "HostCalls.h"
#include "IndirectCalls.h"
#include "KernelTable.h"
#include "LoadedLibrary.h"
#include "QueuedLaunches.h"
#include "RunningLaunches.h"
#include "RuntimeSettings.h"
#include "UidTable.h"
#include "data/AllocationTable.h"
#include "data/DataEnvironment.h"
#include "data/PinTable.h"
#include "plugin/DeviceMemory.h"
#include "plugin/QueuePool.h"
#include "record/KernelRecorder.h"
#include "record/ReservedRange.h"

#include "ompjit/Jit/ProcessLocks.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ompjit {

class Device {
public:
  Device(int Id, const ompjit_plugin &Table, int32_t Ordinal,
         const ObserverList &Observers)
      : Id(Id), Table(Table), Ordinal(Ordinal), Observers(Observers) {}
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  int id() const { return Id; }
  const ompjit_plugin &plugin() const { return Table; }

  /// Returns the plugin's unique name of the device, which need not be open;
  /// null if it has none. The string lives as long as the device. To be called
  /// by one thread at a time.
  const char *uid();

  /// True once everything that was registered up to \p Generation is loaded.
  bool isReady(uint64_t Generation) const {
    return LoadedGeneration.load(std::memory_order_acquire) == Generation;
  }

  /// Whether it was ever made ready.
  bool isOpen() const {
    return LoadedGeneration.load(std::memory_order_acquire) != 0;
  }

  /// The libraries to load, and their generation.
  struct Wanted {
    std::vector<std::shared_ptr<Library>> Libraries;
    uint64_t Generation;
    DataOptions Options;
    RuntimeSettings Settings;
    jit::Engine *Engine; ///< Null if no library holds deferred code.
    jit::ProcessLocks *Locks;
    const Bindings *Bound; ///< Lives as long as the device.
    /// Receives failures that do not concern the program, with the device's
    /// number.
    std::function<void(const Error &, int)> Warn;
    std::function<void(const Error &, int)> Fail; ///< Ends the program.
    uint32_t NumDevices;
    std::function<UidList()> Uids; ///< For code that asks for unique names.
  };

  /// Opens the device if it is not open yet, and loads what is not loaded yet.
  /// \p Ask is called while no other thread loads, and again after compiles,
  /// since more may be registered by then; its argument says whether it may
  /// open libraries.
  Status makeReady(jit::ProcessLocks &,
                   const std::function<Wanted(bool MayOpenLibraries)> &Ask);

  /// Forgets a library's kernels and variables and unloads its image. Returns
  /// false while launches are under way that may use it; it must then be called
  /// again.
  bool unload(const Library &);

  /// Copies names that are in \p Going, which is about to be unmapped.
  void keepNames(ByteView Going) {
    if (isOpen())
      Data->keepNames(Going);
  }

  /// To be called around fork(): between the two calls no other thread loads
  /// images or maps data.
  void lockForFork() OMPJIT_NO_ANALYSIS;
  void unlockAfterFork() OMPJIT_NO_ANALYSIS;

  RunningLaunches &running() { return Running; }
  HostCalls &hostCalls() { return Calls; }

  /// To be called in a child of fork(), before unlockAfterFork().
  void forgetThreads() {
    if (Data)
      Data->forgetLaunches();
    Queued.forgetAll();
    Running.forgetAll();
    Calls.forgetThread();
  }

  /// Returns null if the region is not known (yet). The kernel stays valid
  /// while running() counts the caller.
  DeviceKernel *findKernel(const void *Region) const {
    return Kernels.find(Region);
  }

  /// Only after makeReady.
  DataEnvironment &data() { return *Data; }

  /// The queues for the operations of constructs; null if the device does not
  /// overlap with the host. Only after makeReady.
  QueuePool *queues() { return Queues.get(); }

  /// Kernels in the program's own queues.
  QueuedLaunches &queued() { return Queued; }

  /// The memory that the program itself allocated.
  AllocationTable &allocations() { return Allocations; }

  /// Host memory that is locked. Only after makeReady.
  PinTable &pins() { return *Pins; }

  /// Makes the device record all kernels. Fails if it is open already.
  Status requestRecording(bool SaveOutput);
  /// Null if nothing is recorded. Only after makeReady.
  KernelRecorder *recorder() { return Recorder.get(); }

  /// Reserves memory for a replay, in place of what was reserved before. One
  /// thread at a time, and only after makeReady.
  Status reserveForReplay(uint64_t Size, DeviceAddress Place, bool SaveOutput);
  /// Null if nothing is reserved.
  ReservedRange *replayRange() { return ReplayRange.get(); }
  /// The dynamic shared memory that each block of a launch gets at least. Only
  /// after makeReady.
  uint32_t minSharedBytes() const { return MinSharedBytes; }
  bool savesReplayOutput() const { return ReplayRange && IsReplaySaved; }

private:
  Result<bool> load(const Wanted &) OMPJIT_REQUIRES(LoadMutex);
  Result<bool> loadOne(const std::shared_ptr<Library> &, const Wanted &)
      OMPJIT_REQUIRES(LoadMutex);
  bool needs(const Library &) const OMPJIT_REQUIRES(LoadMutex);
  bool prepare(const Wanted &) OMPJIT_REQUIRES(LoadMutex);
  Status open(const Wanted &) OMPJIT_REQUIRES(LoadMutex);
  void startRecording(PluginDevice &, const Wanted &)
      OMPJIT_REQUIRES(LoadMutex);
  Status tell(LoadedLibrary &, const Wanted &) OMPJIT_REQUIRES(LoadMutex);
  bool isLoaded(const Library &) const OMPJIT_REQUIRES(LoadMutex);
  std::unique_ptr<LoadedLibrary> takeOut(const Library &)
      OMPJIT_REQUIRES(LoadMutex);
  void addKernels(LoadedLibrary &) OMPJIT_REQUIRES(LoadMutex);

  const int Id;
  const ompjit_plugin &Table;
  const int32_t Ordinal;
  const ObserverList &Observers;
  std::optional<std::string> Uid; ///< Empty: the plugin has none.

  /// Held while images are compiled and loaded: a thread that needs them has to
  /// wait for them anyway, and launches of loaded kernels do not take it. A
  /// thread that needs the dynamic linker while it holds this lock takes it
  /// withLinker.
  Mutex LoadMutex;
  ompjit_device *Handle = nullptr;
  uint32_t MinSharedBytes = 0;
  std::unique_ptr<DeviceMemory> Memory; ///< Null: the plugin's own functions
                                        ///< are used.
  std::unique_ptr<PinTable> Pins;
  std::unique_ptr<KernelRecorder> Recorder;
  std::unique_ptr<ReservedRange> ReplayRange;
  bool IsReplaySaved = false;
  /// Set by requestRecording().
  bool IsToRecord OMPJIT_GUARDED_BY(LoadMutex) = false;
  bool IsToSaveOutput OMPJIT_GUARDED_BY(LoadMutex) = false;
  std::unique_ptr<QueuePool> Queues;
  std::unique_ptr<DataEnvironment> Data;
  std::vector<std::unique_ptr<LoadedLibrary>>
      Loaded OMPJIT_GUARDED_BY(LoadMutex);
  /// A library that is closed but that launches may still be using.
  struct ClosedLibrary {
    std::unique_ptr<LoadedLibrary> Content;
    std::unique_ptr<jit::LaunchWatch::Earlier> Users;
  };
  std::vector<ClosedLibrary> Closed OMPJIT_GUARDED_BY(LoadMutex);
  IndirectCalls Functions OMPJIT_GUARDED_BY(LoadMutex);
  UidTable Uids OMPJIT_GUARDED_BY(LoadMutex);
  AllocationTable Allocations;
  RunningLaunches Running;
  HostCalls Calls{Running};
  QueuedLaunches Queued;
  KernelTable Kernels; ///< Written under LoadMutex.
  std::atomic<uint64_t> LoadedGeneration = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_DEVICE_H
