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

  /// What the plugin calls the device on this machine, which need not be open;
  /// null where that cannot be had. The string lives as long as the device. One
  /// thread at a time.
  const char *uid();

  /// True once everything that was registered up to \p Generation is loaded.
  bool isReady(uint64_t Generation) const {
    return LoadedGeneration.load(std::memory_order_acquire) == Generation;
  }

  /// Whether it was ever made ready.
  bool isOpen() const {
    return LoadedGeneration.load(std::memory_order_acquire) != 0;
  }

  /// The libraries to load, with the generation that they make up.
  struct Wanted {
    std::vector<std::shared_ptr<Library>> Libraries;
    uint64_t Generation;
    DataOptions Options;
    RuntimeSettings Settings;
    jit::Engine *Engine; ///< Null where no library holds deferred code.
    jit::ProcessLocks *Locks;
    /// Told what the program need not know; the number is the device's.
    std::function<void(const Error &, int)> Warn;
    std::function<void(const Error &, int)> Fail; ///< Ends the program.
    uint32_t NumDevices;
    std::function<UidList()> Uids; ///< For code that asks.
  };

  /// Opens the device where it is not open yet and loads what is not loaded
  /// yet. \p Ask is called when nothing else loads, and again after compiles,
  /// since more may be registered by then; it is told whether it may open
  /// libraries.
  Status makeReady(jit::ProcessLocks &,
                   const std::function<Wanted(bool MayOpenLibraries)> &Ask);

  /// Forgets a library's kernels and variables and unloads its image. False
  /// while launches are under way that may use it: to be called again.
  bool unload(const Library &);

  /// What is called by a name in \p Going, which is about to go, gets a copy.
  void keepNames(ByteView Going) {
    if (isOpen())
      Data->keepNames(Going);
  }

  /// Around fork(): between the two no other thread loads images or maps data.
  void lockForFork() OMPJIT_NO_ANALYSIS;
  void unlockAfterFork() OMPJIT_NO_ANALYSIS;

  RunningLaunches &running() { return Running; }
  HostCalls &hostCalls() { return Calls; }

  /// In a child of fork(), before unlockAfterFork().
  void forgetThreads() {
    Running.forgetAll();
    Calls.forgetThread();
  }

  /// Null where the region is not known (yet). What it returns stays while
  /// running() counts the caller.
  DeviceKernel *findKernel(const void *Region) const {
    return Kernels.find(Region);
  }

  /// Only after makeReady.
  DataEnvironment &data() { return *Data; }

  /// For the operations of constructs; null where the device does not overlap
  /// with the host. Only after makeReady.
  QueuePool *queues() { return Queues.get(); }

  /// What the program allocated itself.
  AllocationTable &allocations() { return Allocations; }

  /// Host memory that is locked. Only after makeReady.
  PinTable &pins() { return *Pins; }

  /// Has all kernels recorded. Fails where the device is open already.
  Status requestRecording(bool SaveOutput);
  /// Null where nothing is recorded. Only after makeReady.
  KernelRecorder *recorder() { return Recorder.get(); }

  /// Reserves memory for a replay in place of what was reserved before. One
  /// thread at a time, and only after makeReady.
  Status reserveForReplay(uint64_t Size, DeviceAddress Place, bool SaveOutput);
  /// Null where nothing is reserved.
  ReservedRange *replayRange() { return ReplayRange.get(); }
  /// What each block of a launch has at least. Only after makeReady.
  uint32_t leastSharedBytes() const { return LeastSharedBytes; }
  bool savesReplayOutput() const { return ReplayRange && IsReplaySaved; }

private:
  Result<bool> load(const Wanted &) OMPJIT_REQUIRES(LoadMutex);
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
  /// wait for them anyway, and launches of kernels that are loaded do not take
  /// it. Who needs the dynamic linker under it takes it withLinker.
  Mutex LoadMutex;
  ompjit_device *Handle = nullptr;
  uint32_t LeastSharedBytes = 0;
  std::unique_ptr<DeviceMemory> Memory; ///< Null: the plugin's own will do.
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
  /// Out of use, but not of those who had begun to use it.
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
  KernelTable Kernels; ///< Written under LoadMutex.
  std::atomic<uint64_t> LoadedGeneration = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_DEVICE_H
