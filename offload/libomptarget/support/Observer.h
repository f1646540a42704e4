//===- Observer.h - The observers of the runtime --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OMPT tools, LIBOMPTARGET_INFO, LIBOMPTARGET_DEBUG and LIBOMPTARGET_PROFILE
// are observers: the runtime reports each construct, data operation, kernel,
// mapping, device and image once, in a structure, and does not know what
// observers do with it. If nobody observes, a report costs one load and a
// branch; events must be built behind a test of any().
//
// Threads: events come from any thread. Events with a begin and an end have
// both on one thread, properly nested, so an observer can keep the construct to
// which a data operation belongs in a thread-local variable. An operation that
// a queue runs later ends, for observers, when it has been put there.
//
// A deferred construct leaves its thread when everything is in the queue, and
// the thread that finds the queue done resumes it, to clean up and end it. So
// its thread sees it begin and pause, and the other thread sees it resume and
// end.
//
// Locks of the runtime may be held during mapping(), which comes from within
// the mapping table, during note(), during the calls for devices and images,
// and from constructResumes() to the end: these must not call the runtime. No
// lock is held during the other calls.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_OBSERVER_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_OBSERVER_H

#include "Address.h"
#include "ompjit/Support/Mutex.h"

#include "ompjit/Abi.h"
#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ompjit {

struct MapArguments;
struct Mapping;

enum class ConstructKind : uint8_t {
  Target,    ///< A target region.
  EnterData, ///< `target enter data`, or the start of `target data`.
  ExitData,
  Update,
  Routine, ///< A routine of the program interface, such as omp_target_memcpy.
};

struct ConstructEvent {
  ConstructKind Kind;
  bool IsNoWait;
  int DeviceId;            ///< The initial device's number for the host.
  const char *Name;        ///< Name of a routine; null for a directive.
  const ident_t *Location; ///< May be null.
  const void *CodeAddress; ///< Where the program called the runtime.
  /// Null for a routine, and for a construct that was resumed.
  const MapArguments *Arguments;
  /// Identifies a construct that has paused; null before that.
  const void *Deferred = nullptr;
};

enum class DataKind : uint8_t {
  Allocate,
  Free,
  CopyToDevice,
  CopyFromDevice,
  CopyOnDevice,
  Fill,
  Associate,
  Disassociate,
};

struct DataEvent {
  DataKind Kind;
  bool IsAsync; ///< Put into a queue.
  int DeviceId;
  const void *Host; ///< Null if no host memory takes part or none is known.
  /// Device memory; null before an allocation. For a copy on the device it is
  /// the target, and Host is the source, also a device address.
  const void *Device;
  uint64_t Bytes; ///< 0 for a free.
  /// For a copy from another device's memory, that device's number; otherwise
  /// -1.
  int SourceDeviceId = -1;
};

struct KernelEvent {
  int DeviceId;
  const char *Name;
  const ompjit_launch *Launch;
  /// The grid; it has no blocks if the kernel itself decides.
  ompjit_launch_shape Shape = {};
  /// Whether it runs later, in a queue.
  bool IsQueued = false;
};

/// A kernel that ran in a queue.
struct KernelRun {
  int DeviceId;
  std::string Name;
  uint64_t LaunchedNs; ///< When it was put there, by the monotonic clock.
  uint64_t Ns;         ///< How long it ran, as the device says.
};

enum class MappingChange : uint8_t {
  Created,
  Found,    ///< The mapping existed; its counts may have changed.
  Released, ///< Its counts were decremented, and it stays.
  Removed,
  Empty, ///< Neither found nor created: an empty section, or unified memory.
};

struct MappingEvent {
  MappingChange Change;
  bool IsImplicit;
  int DeviceId;
  HostAddress Begin; ///< The range in the program's request.
  uint64_t Size;
  const char *Name;   ///< As clang encodes it; null without debug information.
  const Mapping *Now; ///< Null for Empty.
};

struct ImageEvent {
  int DeviceId;
  const void *Begin; ///< In the program.
  uint64_t Size;
};

/// A kernel of an image that was made ahead of time.
struct FoundKernelEvent {
  int DeviceId;
  const char *Name;
  ompjit_kernel_usage Usage;
};

struct DeviceEvent {
  int DeviceId;
  const ompjit_plugin *Plugin;
  ompjit_device *Handle;
};

/// An observer overrides the functions for the events that it needs.
class Observer {
public:
  virtual ~Observer() = default;

  virtual void constructBegins(const ConstructEvent &) {}
  virtual void constructEnds(const ConstructEvent &) {}
  virtual void constructPauses(const ConstructEvent &) {}
  virtual void constructResumes(const ConstructEvent &) {}
  virtual void dataBegins(const DataEvent &) {}
  virtual void dataEnds(const DataEvent &) {}
  virtual void kernelBegins(const KernelEvent &) {}
  virtual void kernelEnds(const KernelEvent &) {}
  /// Called only if wantsRunTimes(), and if the device can tell; from the
  /// thread that finds the queue done, after the kernel's end.
  virtual void kernelRan(const KernelRun &) {}
  virtual bool wantsRunTimes() const { return false; }
  /// Called before the kernel's first launch, if the device tells the usage.
  virtual void kernelFound(const FoundKernelEvent &) {}
  virtual void mapping(const MappingEvent &) {}
  virtual void deviceOpened(const DeviceEvent &) {}
  virtual void deviceCloses(const DeviceEvent &) {}
  virtual void imageLoaded(const ImageEvent &) {}
  virtual void imageUnloads(const ImageEvent &) {}
  /// A step of the runtime in words, for debugging.
  virtual void note(std::string_view) {}
  /// Called when the program ends; the runtime reports nothing afterwards.
  virtual void finish() {}
};

/// The observers of one runtime. One may be added while others receive events.
class ObserverList {
public:
  bool any() const {
    return Current.load(std::memory_order_acquire) != nullptr;
  }

  /// Whether the times of kernels in queues are to be taken.
  bool wantRunTimes() const {
    return TimesRuns.load(std::memory_order_relaxed);
  }

  /// \p New must live as long as the list.
  void add(Observer &New) {
    MutexLock Lock(AddMutex);
    auto Longer = std::make_unique<std::vector<Observer *>>();
    if (const std::vector<Observer *> *Old = Current.load())
      *Longer = *Old;
    Longer->push_back(&New);
    if (New.wantsRunTimes())
      TimesRuns.store(true, std::memory_order_relaxed);
    Current.store(Longer.get(), std::memory_order_release);
    All.push_back(std::move(Longer));
  }

  template <typename Event>
  void tell(void (Observer::*What)(Event),
            std::type_identity_t<Event> E) const {
    if (const std::vector<Observer *> *List =
            Current.load(std::memory_order_acquire))
      for (Observer *Each : *List)
        (Each->*What)(E);
  }

  /// \p MakeText is called only if somebody observes.
  template <typename Maker> void note(Maker MakeText) const {
    if (any()) [[unlikely]]
      tell(&Observer::note, std::string_view(MakeText()));
  }

  void finish() const {
    if (const std::vector<Observer *> *List =
            Current.load(std::memory_order_acquire))
      for (Observer *Each : *List)
        Each->finish();
  }

private:
  Mutex AddMutex;
  std::atomic<bool> TimesRuns = false;
  std::atomic<const std::vector<Observer *> *> Current = nullptr;
  /// Lists that were replaced, in which a reader may still be.
  std::vector<std::unique_ptr<const std::vector<Observer *>>>
      All OMPJIT_GUARDED_BY(AddMutex);
};

/// Reports the begin of an event at once and its end when it goes out of scope.
/// \p MakeEvent is called only if somebody observes.
template <typename Event, void (Observer::*Begins)(const Event &),
          void (Observer::*Ends)(const Event &)>
class ObservedScope {
public:
  template <typename Maker>
  ObservedScope(const ObserverList &List, Maker MakeEvent)
      : List(List.any() ? &List : nullptr) {
    if (!this->List) [[likely]]
      return;
    E = MakeEvent();
    List.tell(Begins, E);
  }
  ~ObservedScope() {
    if (List)
      List->tell(Ends, E);
  }
  ObservedScope(const ObservedScope &) = delete;
  ObservedScope &operator=(const ObservedScope &) = delete;

  /// The event, for members that are known only at the end; null if nobody
  /// observes.
  Event *event() { return List ? &E : nullptr; }

  /// Leaves the report of the end to the caller; returns nothing if nobody
  /// observes.
  std::optional<Event> detach() {
    if (!std::exchange(List, nullptr))
      return std::nullopt;
    return E;
  }

private:
  const ObserverList *List;
  Event E;
};

using ConstructScope = ObservedScope<ConstructEvent, &Observer::constructBegins,
                                     &Observer::constructEnds>;
using DataScope =
    ObservedScope<DataEvent, &Observer::dataBegins, &Observer::dataEnds>;
using KernelScope =
    ObservedScope<KernelEvent, &Observer::kernelBegins, &Observer::kernelEnds>;

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_OBSERVER_H
