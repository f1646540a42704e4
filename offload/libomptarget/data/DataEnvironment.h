//===- DataEnvironment.h - The data of one device -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements `map` clauses, data directives and `target update`: decides by the
// mapping table what to allocate, copy, attach and free, and does it through
// the plugin.
//
// A construct whose data is all present only changes counters, under the shared
// lock; a launch does not even change these. What needs no copy is done with
// under the exclusive lock (DataInPlace.cpp). All others go through three
// steps. Under the exclusive lock it looks up or inserts its list items;
// without the lock it allocates and copies; under the lock again it lets others
// use what has arrived, or removes what has left. So the lock is never held
// across an allocation, a copy, a kernel or the program's own code.
//
// Copies go through the construct's Operation. If that overlaps with the host,
// data counts as present as soon as its copy is in a queue; constructs that use
// it meanwhile make their own queues wait for the copy's event. Data leaves
// when the operation is finished.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_DATAENVIRONMENT_H
#define OMPJIT_LIBOMPTARGET_DATA_DATAENVIRONMENT_H

#include "DeviceContents.h"
#include "ItemPlaces.h"
#include "LaunchContents.h"
#include "LaunchReferences.h"
#include "MapArguments.h"
#include "MappingTable.h"
#include "PinTable.h"
#include "SettledIndex.h"
#include "plugin/Operation.h"
#include "plugin/PluginDevice.h"
#include "support/Observer.h"
#include "support/ReadMostlyMutex.h"

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <absl/container/inlined_vector.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ompjit {

using MappingList = absl::InlinedVector<Mapping *, 4>;

struct PointerStore;
struct Transfer;

/// What decides which data a launch may leave in its place (DataInPlace.cpp).
struct InPlaceTerms {
  /// The calling thread does nothing else before the launch has ended.
  bool IsAwaited = false;
  /// What the kernel does with its arguments; null if that is not known.
  const jit::MemoryUse *Use = nullptr;
};

/// Choices that hold for the whole process.
struct DataOptions {
  /// `requires unified_shared_memory`: what is not mapped is used in place.
  bool UnifiedSharedMemory = false;
  /// What only a launch uses stays in its place if that cannot be observed.
  bool LeavesInPlace = false;
  /// LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS: attach pointers also if nothing
  /// was newly mapped.
  bool AlwaysAttach = false;
  /// Pins host memory while it is mapped; null: it is mapped as it is.
  PinTable *Pins = nullptr;
};

class DataEnvironment {
public:
  DataEnvironment(PluginDevice Device, DataOptions Options)
      : Device(Device), Options(Options) {}
  /// Frees the device memory that is still mapped.
  ~DataEnvironment();
  DataEnvironment(const DataEnvironment &) = delete;
  DataEnvironment &operator=(const DataEnvironment &) = delete;

  /// Starts a construct. \p Places receives the device address of each
  /// argument, and null for arguments that are literal, private, or not mapped.
  /// Bases of arguments that return a pointer to the program are overwritten
  /// with device addresses.
  Status begin(const MapArguments &Arguments, ItemPlaces Places,
               Operation &Work);

  /// Ends a construct. Nothing may be added to \p Work afterwards: other
  /// threads that need what leaves may finish it at once.
  Status end(const MapArguments &Arguments, Operation &Work);

  /// Starts a launch, as begin() does. If \p Noted is not null afterwards, it
  /// holds the launch's references: the end of the launch must give them up,
  /// and needs end() only if that fails. \p Contents, if not null, receives the
  /// bytes that the launch brings in.
  Status beginLaunch(const MapArguments &Arguments, ItemPlaces Places,
                     Operation &Work, LaunchReferences::Row *&Noted,
                     LaunchContents *Contents = nullptr,
                     InPlaceTerms Terms = {});

  /// Makes \p Work store a device pointer at \p Pointer, on the device.
  Status storePointer(DeviceAddress Pointer, DeviceAddress Value,
                      Operation &Work);

  /// `target update`.
  Status update(const MapArguments &Arguments, Operation &Work);

  /// Maps a `declare target` variable to its place in an image. \p Name must
  /// live until removeGlobal().
  void addGlobal(HostAddress Host, DeviceAddress Place, uint64_t Size,
                 const char *Name = nullptr);
  void removeGlobal(HostAddress Host);

  /// omp_target_associate_ptr. Associating the same places again is allowed.
  Status associate(HostAddress Host, DeviceAddress Place, uint64_t Size);

  /// omp_target_disassociate_ptr; fails if no association begins there, or if a
  /// construct with ompx_hold uses it. Variables are not associations: they
  /// stay as long as their image.
  Status disassociate(HostAddress Host);

  /// Returns where \p Host is on the device, or null. A \p Size of 0 asks for
  /// the address only.
  DeviceAddress lookUp(HostAddress Host, uint64_t Size);

  /// Calls \p Visit with every mapping, holding the lock.
  template <typename Visitor> void forEach(Visitor Visit) {
    WriteLock Lock(TableMutex);
    Launches.collectAll();
    Table.forEach(Visit);
  }

  /// Makes copies of mappings' names that are in \p Going: data may stay when
  /// the library that mapped it is closed.
  void keepNames(ByteView Going);

  /// To be called around fork(): between the two calls no other thread uses the
  /// table.
  void lockForFork() OMPJIT_NO_ANALYSIS {
    TableMutex.lock();
    Known.lockForFork();
  }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS {
    Known.unlockAfterFork();
    TableMutex.unlock();
  }

  /// To be called in a child of fork(), before unlockAfterFork(): nobody would
  /// end the launches of other threads, for which constructs wait.
  void forgetLaunches() OMPJIT_NO_ANALYSIS;

  const PluginDevice &device() const { return Device; }

  /// What small mappings are known to hold.
  DeviceContents &contents() { return Known; }

  /// Starts watching, because a kernel may make use of the contents.
  void watchContents() {
    IsWatching.store(!Options.UnifiedSharedMemory, std::memory_order_relaxed);
  }

  /// Whether kernels may use host memory that is not mapped.
  bool usesHostMemory() const { return Options.UnifiedSharedMemory; }

private:
  struct Construct;
  struct Item;

  // DataPresent.cpp. The first two return the index of the first list item that
  // they could not handle, or the number of items if there is none.
  uint32_t enterPresent(const MapArguments &, ItemPlaces Places,
                        LaunchReferences::Row **Noted)
      OMPJIT_EXCLUDES(TableMutex);
  uint32_t leavePresent(const MapArguments &) OMPJIT_EXCLUDES(TableMutex);
  bool enterIfPresent(const MapArguments &, uint32_t I, ItemPlaces,
                      LaunchReferences::Row *)
      OMPJIT_REQUIRES_SHARED(TableMutex);
  LaunchReferences::Row *takeRow(const MapArguments &)
      OMPJIT_REQUIRES_SHARED(TableMutex);
  bool leaveIfReferenced(const MapArguments &, uint32_t I)
      OMPJIT_REQUIRES_SHARED(TableMutex);

  // DataEnter.cpp
  Status begin(const MapArguments &, ItemPlaces Places, Operation &,
               LaunchReferences::Row **Noted, LaunchContents *,
               const InPlaceTerms &);
  Status beginExpanded(const MapArguments &, ItemPlaces Places, Operation &);
  Status enterRest(const MapArguments &, uint32_t First, ItemPlaces Places,
                   Operation &, LaunchContents *, const InPlaceTerms &)
      OMPJIT_EXCLUDES(TableMutex);
  Status planEntry(const MapArguments &, uint32_t First, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status planItems(const MapArguments &, uint32_t First, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status enter(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status findOrInsert(const Item &, Construct &) OMPJIT_REQUIRES(TableMutex);
  Result<Mapping *> insert(const Item &, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  void attach(HostAddress Pointer, HostAddress Pointee, bool Always,
              Construct &) OMPJIT_REQUIRES(TableMutex);
  bool isUnmappedSection(const MapArguments &, uint32_t I) const
      OMPJIT_REQUIRES(TableMutex);
  void resolve(const MapArguments &, uint32_t First, const Construct &,
               ItemPlaces Places) OMPJIT_REQUIRES(TableMutex);
  void resolve(const MapArguments &, uint32_t I, ItemPlaces)
      OMPJIT_REQUIRES(TableMutex);

  // DataInPlace.cpp
  void planInPlace(const MapArguments &, const InPlaceTerms &,
                   Construct &) const OMPJIT_REQUIRES(TableMutex);
  void enterInPlace(const MapArguments &, uint32_t First, ItemPlaces Places)
      OMPJIT_REQUIRES(TableMutex);
  bool isUnmappedPointer(const MapArguments &, uint32_t I) const
      OMPJIT_REQUIRES(TableMutex);
  Mapping &insertInPlace(const Item &) OMPJIT_REQUIRES(TableMutex);
  void removeInPlace(Mapping &) OMPJIT_REQUIRES(TableMutex);
  void awaitInPlace(const MapArguments &) OMPJIT_REQUIRES(TableMutex);

  // DataArrive.cpp
  Result<std::shared_ptr<ArrivalEvent>> bringIn(const MapArguments &,
                                                Construct &)
      OMPJIT_EXCLUDES(TableMutex);
  Status allocate(const MapArguments &, Construct &);
  void placePointers(Construct &, std::vector<PointerStore> &)
      OMPJIT_EXCLUDES(TableMutex);
  void publish(Construct &, MappingState, const std::shared_ptr<ArrivalEvent> &)
      OMPJIT_REQUIRES(TableMutex);
  void forgetArrival(const std::vector<HostAddress> &,
                     const std::shared_ptr<ArrivalEvent> &)
      OMPJIT_EXCLUDES(TableMutex);
  Status awaitOthers(Construct &) OMPJIT_REQUIRES(TableMutex);
  Status awaitArrivals(const Construct &) const;

  // DataContents.cpp
  Status copyInOne(const Transfer &, Construct &);
  bool isReachedOnce(const Mapping &, const MapArguments &,
                     const Construct &) const OMPJIT_REQUIRES(TableMutex);
  void tellContents(const MapArguments &, const Construct &) const
      OMPJIT_REQUIRES(TableMutex);

  // DataLeave.cpp
  Status endInQueue(const MapArguments &, Operation &)
      OMPJIT_EXCLUDES(TableMutex);
  bool leavesNow(const MapArguments &, uint32_t I) const
      OMPJIT_REQUIRES(TableMutex);
  template <typename Visitor>
  void forEachReleased(const MapArguments &, uint32_t I, Visitor) const
      OMPJIT_REQUIRES(TableMutex);
  void awaitDeleted(const MapArguments &) OMPJIT_REQUIRES(TableMutex);
  Status leave(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  void release(Mapping &, const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  void planCopiesBack(const MapArguments &, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status sendOff(Construct &) OMPJIT_EXCLUDES(TableMutex);
  Status remove(const MappingList &) OMPJIT_EXCLUDES(TableMutex);

  // DataUpdate.cpp
  Status planUpdate(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status planRange(const MapArguments &, uint32_t I, HostAddress Begin,
                   uint64_t Size, Construct &) OMPJIT_REQUIRES(TableMutex);
  Status planStrided(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);

  /// Forgets what \p M holds, because a pointer to it escapes.
  void forgetContents(const Mapping &M) {
    if (M.size() <= DeviceContents::MaxBytes)
      Known.forget(M.Device);
  }

  // DataEnvironment.cpp
  bool forget(HostAddress, bool IsAssociated) OMPJIT_REQUIRES(TableMutex);
  Match findWhenNot(bool (Mapping::*IsBusy)() const, HostAddress Begin,
                    uint64_t Size) OMPJIT_REQUIRES(TableMutex);
  Match find(HostAddress Begin, uint64_t Size) const
      OMPJIT_REQUIRES_SHARED(TableMutex);
  static bool isCounted(const Mapping &, int64_t Type, HostAddress Begin,
                        uint64_t Size);
  static void count(Mapping &, int64_t Type);
  bool staysUnmapped(int64_t Type, uint64_t Size) const;
  DeviceAddress inPlace(HostAddress) const;
  void report(MappingChange, const MapArguments &, uint32_t I,
              HostAddress Begin, uint64_t Size, const Mapping *) const;
  Status copyIn(Construct &);
  static Status copyOut(const Construct &);

  const PluginDevice Device;
  const DataOptions Options;

  DeviceContents Known;
  std::atomic<bool> IsWatching = false;

  ReadMostlyMutex TableMutex;
  /// Signalled when a mapping arrives, or has left.
  ReadMostlyCondition Changed;
  MappingTable Table OMPJIT_GUARDED_BY(TableMutex);
  /// Each name once, however many mappings have it.
  std::set<std::string> KeptNames OMPJIT_GUARDED_BY(TableMutex);
  SettledIndex Settled OMPJIT_GUARDED_BY(TableMutex);
  LaunchReferences Launches OMPJIT_GUARDED_BY(TableMutex);
  /// Constructs that are inserting mappings with memory of their own.
  uint32_t NumCopying OMPJIT_GUARDED_BY(TableMutex) = 0;
  uint32_t NumInPlace OMPJIT_GUARDED_BY(TableMutex) = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_DATAENVIRONMENT_H
