//===- Runtime.h - Libraries, plugins and devices -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owns the registered libraries, the plugins and the devices. The entry points
// use one object of this class per process; tests make their own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H
#define OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H

#include "Device.h"
#include "ForeignPlugins.h"
#include "LateBound.h"
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
#include <span>
#include <string>
#include <vector>

namespace ompjit {

struct RuntimeOptions {
  /// Folder of libomptarget.so, of plugins and of the compile service.
  std::string Folder;
  RuntimeSettings Settings;
  /// Receives whole lines for the user: warnings and the JIT's reports.
  std::function<void(const std::string &)> PrintLine;
  /// Ends the program because of a failure on a device.
  std::function<void(const Error &, int DeviceId)> Fail;
  /// Receives the JIT engine's events; null if nothing is traced. Must outlive
  /// the runtime, which does not end it.
  TraceFile *Trace = nullptr;
  /// Called before a device is made ready, from any thread; may be empty.
  std::function<void()> BeforeDevices;
};

class Runtime {
public:
  explicit Runtime(RuntimeOptions Options) : Options(std::move(Options)) {}
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  /// Keeps a program or shared library for later; does nothing else. With a
  /// device, no other one loads it, and that it cannot be loaded is not that
  /// device's failure; see loadFailure().
  void registerLibrary(const __tgt_bin_desc &,
                       std::optional<int> OnlyDevice = std::nullopt);
  /// Why the device of such a library could not load it, once it is ready.
  std::optional<Error> loadFailure(const __tgt_bin_desc &)
      OMPJIT_EXCLUDES(RegistryMutex);
  /// Unloads everything that was loaded from it. Ignores unknown descriptions.
  void unregisterLibrary(const __tgt_bin_desc &);

  /// Makes deviceCount() include the devices for code of these triples.
  void needTargets(std::span<const std::string_view> Triples);

  /// Returns the package with the kernel \p EntryPoint that \p Fragments give.
  Result<std::string> linkFragments(ByteView Fragments,
                                    const std::string &EntryPoint);

  /// The late-bound functions of all registered libraries, and what is bound.
  std::shared_ptr<const std::vector<LateFunction>> lateFunctions()
      OMPJIT_EXCLUDES(RegistryMutex);
  Bindings &bindings() { return Bound; }

  /// Number of devices of all plugins that the registered images need. The
  /// first call opens the plugins.
  int deviceCount();

  /// Returns the device with all registered libraries loaded. \p Id must be
  /// below deviceCount().
  Result<Device *> device(int Id);

  /// Returns the device as it is, without opening or loading anything; null for
  /// an id that does not exist.
  Device *deviceIfExists(int Id);

  /// Returns the unique names of the first \p Count devices, which need not be
  /// open, and of the host. The strings live as long as the program.
  UidList uids(size_t Count) OMPJIT_EXCLUDES(RegistryMutex);

  /// Whether any device code is registered now.
  bool hasLibraries() OMPJIT_EXCLUDES(RegistryMutex);

  /// Says why there are no devices, for messages.
  std::string whyNoDevices();

  ObserverList &observers() { return Observers; }
  const RuntimeSettings &settings() const { return Options.Settings; }

  /// Calls \p Work so that no fork() overlaps with it; it must not open or
  /// close libraries.
  void keepFromForks(WorkRef Work) { Process.withoutLinker(Work); }

  /// Ends all work that uses drivers' compilers, because exit() tears these
  /// down.
  void finishCompiles();

  /// Tells observers that the program ends, and writes the JIT's statistics.
  void finish();

  /// To be called around fork(): the child only has the forking thread, so no
  /// other thread may hold a lock or be changing a table. Waits for running
  /// compiles.
  void lockForFork() OMPJIT_NO_ANALYSIS;
  void unlockAfterFork() OMPJIT_NO_ANALYSIS;
  /// The same in the child, which drops what other threads were doing.
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
  Bindings Bound{Process};
  ObserverList Observers;

  Mutex RegistryMutex;
  std::vector<std::shared_ptr<Library>>
      Libraries OMPJIT_GUARDED_BY(RegistryMutex);
  /// Removed from Libraries, but not unloaded yet.
  std::vector<std::shared_ptr<Library>>
      Closing OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<const TargetTraits *>
      NeededTargets OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::string> PluginsTried OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<PluginLibrary>>
      Plugins OMPJIT_GUARDED_BY(RegistryMutex);
  ForeignPlugins Foreign OMPJIT_GUARDED_BY(RegistryMutex){Options.Folder};
  std::unique_ptr<jit::Engine> Engine OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<Device>>
      OwnedDevices OMPJIT_GUARDED_BY(RegistryMutex);
  std::vector<std::unique_ptr<DeviceList>>
      AllLists OMPJIT_GUARDED_BY(RegistryMutex);
  /// Those of the libraries of a generation.
  std::shared_ptr<const std::vector<LateFunction>>
      Late OMPJIT_GUARDED_BY(RegistryMutex);
  uint64_t LateGeneration OMPJIT_GUARDED_BY(RegistryMutex) = 0;
  bool HasTroubles OMPJIT_GUARDED_BY(RegistryMutex) = false;
  std::vector<Error> Untold OMPJIT_GUARDED_BY(RegistryMutex);
  /// The flags of all `requires` directives, and those in which they differ.
  std::optional<uint64_t> Requirements OMPJIT_GUARDED_BY(RegistryMutex);
  uint64_t DifferingRequirements OMPJIT_GUARDED_BY(RegistryMutex) = 0;

  /// Number of registrations; 0: nothing was ever registered.
  std::atomic<uint64_t> Generation = 0;
  /// The generation for which plugins are open.
  std::atomic<uint64_t> StartedGeneration = 0;
  std::atomic<const DeviceList *> Current = nullptr;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_RUNTIME_H
