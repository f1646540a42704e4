//===- PinTable.h - Host memory that is locked for a device ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pinned memory is copied faster, and kernels reach it. A range may be locked
// several times, also in parts, and stays pinned until it was unlocked as
// often. A range that extends beyond one that is pinned already is refused,
// because drivers pin a page only once.
//
// The same table serves llvm_omp_target_lock_mem and, with
// LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS, the memory of mappings. The mutex is
// held while the driver pins: threads that lock the same memory have to wait
// for that anyway.
//
// Threads: everything may be called from any thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_PINTABLE_H
#define OMPJIT_LIBOMPTARGET_DATA_PINTABLE_H

#include "PinMapped.h"
#include "ompjit/Support/Mutex.h"
#include "plugin/DeviceMemory.h"
#include "support/Address.h"

#include <cstdint>
#include <map>
#include <set>

namespace ompjit {

class PinTable {
public:
  PinTable(PluginMemory Plugin, PinMapped Mapped);
  /// Unpins everything.
  ~PinTable();
  PinTable(const PinTable &) = delete;
  PinTable &operator=(const PinTable &) = delete;

  /// Returns the address for kernels.
  Result<DeviceAddress> lock(HostAddress Begin, uint64_t Size);
  /// Undoes one lock(); \p Place may be anywhere in the range.
  Status unlock(HostAddress Place);

  /// To be called at the beginning and at the end of a mapping. They do nothing
  /// if mappings are not to be pinned, and fail only if they must be.
  Status lockMapped(HostAddress Begin, uint64_t Size);
  Status unlockMapped(HostAddress Begin);

  /// Whether kernels reach the whole range at the host's address.
  bool isAccessible(HostAddress Begin, uint64_t Size);

private:
  struct Pin {
    uint64_t Size;
    DeviceAddress Device;
    uint64_t Count;
  };
  using Pins = std::map<HostAddress, Pin>;

  /// Returns the pin that contains \p Place; end() if there is none.
  Pins::iterator holderOf(HostAddress Place) OMPJIT_REQUIRES(TableMutex);
  Result<DeviceAddress> lockHeld(HostAddress Begin, uint64_t Size)
      OMPJIT_REQUIRES(TableMutex);
  Result<DeviceAddress> pin(HostAddress Begin, uint64_t Size)
      OMPJIT_REQUIRES(TableMutex);
  Status unlockHeld(HostAddress Place) OMPJIT_REQUIRES(TableMutex);
  Status unpin(HostAddress Begin) const;

  const PluginMemory Plugin;
  const bool CanPin;
  const bool UsesHostMemory;
  const PinMapped Mapped;

  Mutex TableMutex;
  Pins All OMPJIT_GUARDED_BY(TableMutex);
  /// The mappings that hold a lock; not all do.
  std::set<HostAddress> LockedMappings OMPJIT_GUARDED_BY(TableMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_PINTABLE_H
