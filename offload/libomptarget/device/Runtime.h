//===- Runtime.h - All that libomptarget knows ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registered libraries, plugins and devices. The entry points use one object
// of this class for the process; tests make their own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H

#include "Device.h"
#include "ForeignPlugins.h"
#include "Library.h"
#include "RuntimeSettings.h"
#include "ompjit/Support/Mutex.h"
#include "plugin/PluginLibrary.h"
#include "support/LoaderLock.h"

#include "ompjit/Jit/Engine.h"
#include "ompjit/Jit/ProcessLocks.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ompjit {

struct RuntimeOptions {
  /// Folder of libomptarget.so; plugins and the compile service lie there.
  std::string Folder;
  RuntimeSettings Settings;
  /// Receives whole lines for the user: warnings, and what the JIT reports.
  std::function<void(const std::string &)> PrintLine;
  /// Ends the program because of a failure on a device.
  std::function<void(const Error &, int DeviceId)> Fail;
  /// Called before a device is made ready, from any thread; may be empty.
  std::function<void()> BeforeDevices;
};

class Runtime {
public:
  explicit Runtime(RuntimeOptions Options) : Options(std::move(Options)) {}
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  /// Remembers a program or shared library, and nothing else.
  void registerLibrary(const __tgt_bin_desc &);
  /// Unloads what was loaded from it. Unknown descriptions are ignored.
  void unregisterLibrary(const __tgt_bin_desc &);

  /// Number of devices of all plugins that the registered images need. The
  /// first call opens the plugins.
  int deviceCount();

  /// The device, with everything loaded that is registered. \p Id must be below
  /// deviceCount().
  Result<Device *> device(int Id);

  /// The device as it is, without opening or loading anything; null for an id
  /// that does not exist.
  Device *deviceIfExists(int Id);

  /// What the first \p Count devices are called on this machine, which need not
  /// be open, and the host. The strings live as long as the program.
  UidList uids(size_t Count) OMPJIT_EXCLUDES(RegistryMutex);

  /// Why there are no devices, for messages.
  std::string whyNoDevices();

  ObserverList &observers() { return Observers; }
  const RuntimeSettings &settings() const { return Options.Settings; }

  /// Calls \p Do, which no fork() overlaps; it must not open or close
  /// libraries.
  void keepFromForks(WorkRef Do) { Process.withoutLinker(Do); }

  /// Ends what calls compilers of drivers, which exit() ends as well.
  void finishCompiles();

  /// Lets observers finish, and writes the JIT's statistics.
  void finish();

  /// Around fork(): the child gets only the thread that forks, so that no lock
  /// may be held by another one, and no table may be half changed. Waits for
  /// compiles that are running.
  void lockForFork() OMPJIT_NO_ANALYSIS;
  void unlockAfterFork() OMPJIT_NO_ANALYSIS;
  /// The same in the child, which forgets what other threads were doing.
  void unlockInChild() OMPJIT_NO_ANALYSIS;

private:
  /// Never changes once published; a larger one replaces it.
  struct DeviceList {
    std::vector<Device *> Devices;
  };

  void forgetLibrary(const __tgt_bin_desc &) OMPJIT_EXCLUDES(RegistryMutex);
  void unloadClosing() OMPJIT_EXCLUDES(RegistryMutex);
  bool unload(Library &) OMPJIT_EXCLUDES(RegistryMutex);
  std::vector<Device *> devicesNow() OMPJIT_EXCLUDES(RegistryMutex);
  jit::Engine *engineNow() OMPJIT_EXCLUDES(RegistryMutex);
  void startDevices() OMPJIT_EXCLUDES(RegistryMutex);
  void openPlugins() OMPJIT_REQUIRES(RegistryMutex);
  void publishDevices() OMPJIT_REQUIRES(RegistryMutex);
  void identify(Library &) OMPJIT_REQUIRES(RegistryMutex);
  void identifyPackage(LibraryImage &) OMPJIT_REQUIRES(RegistryMutex);
  void lookElsewhere(LibraryImage &) OMPJIT_REQUIRES(RegistryMutex);
  void openPlugin(const TargetTraits &) OMPJIT_REQUIRES(RegistryMutex);
  jit::Engine &engine() OMPJIT_REQUIRES(RegistryMutex);
  jit::Engine *engineInUse();
  void addTrouble(const Error &) OMPJIT_REQUIRES(RegistryMutex);
  void tellTroubles() OMPJIT_REQUIRES(RegistryMutex);
  Device::Wanted wanted(bool MayOpenLibraries) OMPJIT_EXCLUDES(RegistryMutex);
  Status checkRequirements() OMPJIT_EXCLUDES(RegistryMutex);

  const RuntimeOptions Options;
  jit::ProcessLocks Process{withLoaderLock};
  ObserverList Observers;

  Mutex RegistryMutex;
  std::vector<std::shared_ptr<Library>>
      Libraries OMPJIT_GUARDED_BY(RegistryMutex);
  /// Out of Libraries, and not unloaded yet.
  std::vector<std::shared_ptr<Library>>
      Closing OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::string> PluginsTried OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<PluginLibrary>>
      Plugins OMPJIT_GUARDED_BY(RegistryMutex);
  ForeignPlugins Foreign OMPJIT_GUARDED_BY(RegistryMutex){Options.Folder};
  std::unique_ptr<jit::Engine> Engine OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<Device>>
      OwnedDevices OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<DeviceList>>
      AllLists OMPJIT_GUARDED_BY(RegistryMutex);
  std::string Troubles OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<Error> Untold OMPJIT_GUARDED_BY(RegistryMutex);
  /// Of all `requires` directives; and what they do not agree in.
  std::optional<uint64_t> Requirements OMPJIT_GUARDED_BY(RegistryMutex);
  uint64_t DifferingRequirements OMPJIT_GUARDED_BY(RegistryMutex) = 0;

  /// Counts registrations; 0: nothing was ever registered.
  std::atomic<uint64_t> Generation = 0;
  /// The generation whose plugins are open.
  std::atomic<uint64_t> StartedGeneration = 0;
  std::atomic<const DeviceList *> Current = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H
