//===- DataEnvironment.h - The data of one device -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `map` clauses, data directives and `target update` do: it decides from
// the mapping table what to allocate, copy, attach and free, and does it
// through the plugin.
//
// A construct goes through three steps. Under the lock it looks up or inserts
// all of its list items; without the lock it copies; under the lock again it
// lets others use what has arrived, or forgets what has left. So the lock is
// never held across a copy, a kernel or the program's own code. Memory is
// allocated under the lock, because another construct that finds the mapping
// must find its device address too.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATAENVIRONMENT_H
#define OMPJIT_LIBOMPTARGET_DATAENVIRONMENT_H

#include "MapArguments.h"
#include "MappingTable.h"
#include "Mutex.h"
#include "PluginDevice.h"

#include "ompjit/Result.h"

#include <vector>

namespace ompjit {

/// Choices that hold for the whole process.
struct DataOptions {
  /// `requires unified_shared_memory`: what is not mapped is used in place.
  bool UnifiedSharedMemory = false;
  /// LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS: attach pointers also where
  /// nothing was newly mapped.
  bool AlwaysAttach = false;
};

class DataEnvironment {
public:
  DataEnvironment(PluginDevice Device, DataOptions Options)
      : Device(Device), Options(Options) {}
  /// Frees the device memory that is still mapped.
  ~DataEnvironment();
  DataEnvironment(const DataEnvironment &) = delete;
  DataEnvironment &operator=(const DataEnvironment &) = delete;

  /// The start of a construct. \p Addresses, where not null, has room for
  /// \p Arguments.Count and receives the device address of each argument's
  /// begin; null where it has none (literal, private, not mapped). Bases of
  /// arguments that return a pointer to the program are overwritten with device
  /// addresses.
  Status begin(const MapArguments &Arguments, DeviceAddress *Addresses);

  /// The end of a construct.
  Status end(const MapArguments &Arguments);

  /// `target update`.
  Status update(const MapArguments &Arguments);

  /// Maps a `declare target` variable to its place in an image.
  void addGlobal(HostAddress Host, DeviceAddress Place, uint64_t Size);

  /// omp_target_associate_ptr. Associating the same places again is allowed.
  Status associate(HostAddress Host, DeviceAddress Place, uint64_t Size);

  /// Forgets a variable or an association; false where there is none that
  /// begins there.
  bool forget(HostAddress Host);

  /// Where \p Host is on the device, or null. \p Size 0 asks for the address
  /// alone.
  DeviceAddress lookUp(HostAddress Host, uint64_t Size);

  /// Calls \p Visit with every mapping, holding the lock.
  template <typename Visitor> void forEach(Visitor Visit) {
    MutexLock Lock(TableMutex);
    Table.forEach(Visit);
  }

  const PluginDevice &device() const { return Device; }

  /// Whether kernels may use host memory that is not mapped.
  bool usesHostMemory() const { return Options.UnifiedSharedMemory; }

private:
  struct Construct;
  struct Item;

  Status enterAll(const MapArguments &, DeviceAddress *Addresses, Construct &)
      OMPJIT_EXCLUDES(TableMutex);
  Status beginExpanded(const MapArguments &, DeviceAddress *Addresses);
  Result<DeviceAddress> enter(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Result<Mapping *> findOrInsert(const Item &, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Result<Mapping *> insert(const Item &, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status attach(HostAddress Pointer, HostAddress Pointee, bool Always,
                Construct &) OMPJIT_REQUIRES(TableMutex);
  Status bringIn(Construct &);
  void publish(Construct &, MappingState) OMPJIT_REQUIRES(TableMutex);
  Status awaitOthers(Construct &) OMPJIT_REQUIRES(TableMutex);

  void awaitArrivals(const MapArguments &) OMPJIT_REQUIRES(TableMutex);
  Status leave(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  void release(Mapping &, int64_t Type, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  void planCopiesBack(const MapArguments &, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status sendOff(Construct &);

  Status planUpdate(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status planRange(const MapArguments &, uint32_t I, HostAddress Begin,
                   uint64_t Size, Construct &) OMPJIT_REQUIRES(TableMutex);
  Status planStrided(const MapArguments &, uint32_t I, Construct &)
      OMPJIT_REQUIRES(TableMutex);
  Status copyIn(const Construct &) const;
  Status copyOut(const Construct &) const;

  const PluginDevice Device;
  const DataOptions Options;

  Mutex TableMutex;
  /// Signalled when a mapping stops arriving or leaving.
  ConditionVariable Changed;
  MappingTable Table OMPJIT_GUARDED_BY(TableMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATAENVIRONMENT_H
