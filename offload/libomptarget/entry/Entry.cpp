//===- Entry.cpp - The edge: what all entry points share ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "Libomp.h"
#include "LibompStart.h"
#include "RunTrace.h"
#include "ompjit/LibompRegistration.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "support/Diagnostics.h"
#include "support/EarlierProcess.h"
#include "support/LoaderLock.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <new>
#include <pthread.h>
#include <unistd.h>

namespace ompjit {

namespace {

constexpr int64_t DefaultDevice = -1;

void printLine(const std::string &Line) {
  // A single call, so that lines of several threads do not mix, and no
  // formatting, which takes 8 KiB of stack if the stream has no buffer.
  const std::string Whole = Line + '\n';
  std::fwrite(Whole.data(), 1, Whole.size(), stderr);
}

/// Returns the folder of this shared object. It is made absolute, because the
/// loader may have found it by a relative path and the program may change its
/// directory later.
std::string ownFolder() {
  Dl_info Info;
  std::filesystem::path Path = ".";
  if (dladdr(reinterpret_cast<void *>(&ownFolder), &Info) && Info.dli_fname)
    Path = std::filesystem::path(Info.dli_fname).parent_path();
  std::error_code Failed;
  std::filesystem::path Absolute = std::filesystem::absolute(Path, Failed);
  return (Failed ? Path : Absolute).string();
}

RuntimeOptions readOptions() {
  RuntimeOptions Options;
  Options.Folder = ownFolder();
  Options.PrintLine = printLine;
  Options.Fail = [](const Error &Why, int DeviceId) {
    failProgram(Why, nullptr, DeviceId);
  };
  Options.BeforeDevices = connectTool;
  std::vector<std::string> Warnings;
  Options.Settings =
      RuntimeSettings::fromEnvironment(programEnvironment(), Warnings);
  for (const std::string &Each : Warnings)
    printLine("omptarget: warning: " + Each);
  return Options;
}

/// The host runs the regions of a program without devices, unless the user
/// forbids it.
Device *routeWithoutDevices(const ident_t *Location) {
  if (offloadPolicy() == OffloadPolicy::Mandatory)
    failProgram(diagnose(Diagnostic::NoDevices, {runtime().whyNoDevices()}),
                Location, -1);
  runtime().observers().note([] {
    return offloadPolicy() == OffloadPolicy::Disabled
               ? std::string("runs on the host: OMP_TARGET_OFFLOAD=disabled")
               : "runs on the host: " + runtime().whyNoDevices();
  });
  return nullptr;
}

/// Handlers may be registered twice; only the outermost ones of a fork() count.
thread_local int ForkDepth = 0;

void handleForks() {
  pthread_atfork(
      [] {
        // libomp's own start does not survive a fork, so it must be over.
        (void)offloadPolicy();
        if (ForkDepth++ == 0)
          runtime().lockForFork();
      },
      [] {
        if (--ForkDepth == 0)
          runtime().unlockAfterFork();
      },
      [] {
        if (--ForkDepth != 0)
          return;
        runtime().unlockInChild();
        // libomp will register the child under its own process id.
        removeEarlierRegistration();
      });
}

/// libomp holds a lock during a fork(), and in the child it waits for ever for
/// threads that waited for this lock, which a thread's first call takes. So
/// these calls must not overlap with forks. The handlers that ensure this have
/// to run before libomp's, which they do because they are registered last.
void handleForksBeforeLibomp() {
  static std::atomic<bool> Done = false;
  if (Done.load(std::memory_order_acquire))
    return;
  withLoaderLock([] {
    if (!Done.load(std::memory_order_relaxed))
      handleForks();
    Done.store(true, std::memory_order_release);
  });
}

/// The default-device variable of the calling task.
int defaultDevice() {
  thread_local bool IsKnown = false;
  if (IsKnown) [[likely]]
    return omp_get_default_device();
  // Neither the program nor the environment has changed it.
  constexpr int FirstDevice = 0;
  if (libompSleeps())
    return FirstDevice;
  handleForksBeforeLibomp();
  int Id = FirstDevice;
  runtime().keepFromForks([&] { Id = omp_get_default_device(); });
  IsKnown = true;
  return Id;
}

/// Set with the runtime; null if nothing is traced.
RunTrace *Traced = nullptr;

Runtime *makeRuntime() {
  alignas(Runtime) static char Storage[sizeof(Runtime)];
  removeEarlierRegistration();
  withholdFilesFromLibomp();
  limitHelperThreads();
  RuntimeOptions Options = readOptions();
  Traced = RunTrace::fromEnvironment(Options.Folder, printLine);
  Options.Trace = Traced ? &Traced->file() : nullptr;
  const RuntimeSettings Settings = Options.Settings;
  TraceFile *const Trace = Options.Trace;
  auto *New = new (Storage) Runtime(std::move(Options));
  addObservers(*New, Settings, Trace, printLine);
  handleForks();
  return New;
}

} // namespace

/// Made with the dynamic linker's lock held, because a thread that waits for
/// the runtime may hold that lock.
Runtime &runtime() {
  static std::atomic<Runtime *> Known = nullptr;
  if (Runtime *Only = Known.load(std::memory_order_acquire)) [[likely]]
    return *Only;
  withLoaderLock([] {
    static Runtime *const Only = makeRuntime();
    Known.store(Only, std::memory_order_release);
  });
  return *Known.load(std::memory_order_relaxed);
}

void finishRuntime() {
  runtime().finish();
  finishObservers();
  if (Traced)
    Traced->finish();
}

int deviceCount() {
  return offloadPolicy() == OffloadPolicy::Disabled ? 0
                                                    : runtime().deviceCount();
}

void printDiagnostic(const char *Severity, const Error &Failure,
                     const ident_t *Location, int DeviceId) {
  printLine(formatDiagnostic(Severity, Failure, Location, DeviceId));
}

void failProgram(const Error &Failure, const ident_t *Location, int DeviceId) {
  std::fflush(stdout);
  printDiagnostic("error", Failure, Location, DeviceId);
  observeFailure(Location);
  removeLibompRegistration();
  std::abort();
}

Device *route(int64_t DeviceId, const ident_t *Location) {
  const int Count = deviceCount();
  if (Count == 0)
    return routeWithoutDevices(Location);
  if (DeviceId == DefaultDevice)
    DeviceId = defaultDevice();
  // The last number is that of the host.
  if (DeviceId == Count)
    return nullptr;
  if (DeviceId < 0 || DeviceId > Count)
    failProgram(diagnose(Diagnostic::DeviceOutOfRange,
                         {std::to_string(DeviceId), std::to_string(Count - 1)}),
                Location, -1);
  Result<Device *> Ready = runtime().device(int(DeviceId));
  if (!Ready)
    failProgram(Ready.error(), Location, int(DeviceId));
  return *Ready;
}

void tellOfRegionWithoutCode(const ident_t *Location) {
  static std::atomic<bool> IsKnown = false;
  if (IsKnown.load(std::memory_order_relaxed) || IsKnown.exchange(true))
    return;
  if (!runtime().hasLibraries() && offloadPolicy() != OffloadPolicy::Disabled)
    printDiagnostic(
        "warning",
        diagnose(Diagnostic::RegionWithoutCode, {runtime().whyNoDevices()}),
        Location, -1);
}

Device *routeExact(int DeviceId) {
  if (DeviceId == DefaultDevice)
    failProgram(
        diagnose(Diagnostic::DeviceOutOfRange,
                 {std::to_string(DeviceId), std::to_string(deviceCount() - 1)}),
        nullptr, -1);
  return route(DeviceId, nullptr);
}

ConstructScope observeRoutine(const char *Name, int DeviceId,
                              const void *CodeAddress) {
  // The tool must see the program's first call, too.
  connectTool();
  return ConstructScope(runtime().observers(), [&] {
    return ConstructEvent{ConstructKind::Routine,
                          false,
                          DeviceId,
                          Name,
                          nullptr,
                          CodeAddress,
                          nullptr};
  });
}

} // namespace ompjit
