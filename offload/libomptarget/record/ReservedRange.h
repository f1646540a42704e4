//===- ReservedRange.h - Device memory at an address that can be had again ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While kernels are recorded, all of the program's device memory comes from one
// range: device memory is full of pointers into itself, so a replay has to put
// every byte where it was. A recording saves the range's blocks.
//
// Blocks are placed first fit; recording is for looking at a program, not for
// running it fast. Thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RECORD_RESERVEDRANGE_H
#define OMPJIT_LIBOMPTARGET_RECORD_RESERVEDRANGE_H

#include "ompjit/Support/Mutex.h"
#include "plugin/DeviceMemory.h"
#include "support/Address.h"

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

namespace ompjit {

class ReservedRange final : public DeviceMemory {
public:
  struct Block {
    DeviceAddress Begin;
    uint64_t Size;
  };

  /// A null \p Wanted means any address.
  static Result<std::unique_ptr<ReservedRange>>
  reserve(PluginMemory Plugin, uint64_t Size, DeviceAddress Wanted);
  /// Reserves \p Size or as much of it as possible, down to a minimum.
  static Result<std::unique_ptr<ReservedRange>> reserveUpTo(PluginMemory Plugin,
                                                            uint64_t Size);
  ~ReservedRange() override;
  ReservedRange(const ReservedRange &) = delete;
  ReservedRange &operator=(const ReservedRange &) = delete;

  DeviceAddress begin() const { return Begin; }
  uint64_t size() const { return Size; }
  bool contains(DeviceAddress Place, uint64_t Bytes) const {
    return Place - Begin <= Size && Bytes <= Size - (Place - Begin);
  }

  /// Memory of other kinds comes from the range if the device uses the host's
  /// memory anyway, otherwise from the plugin.
  Result<void *> allocate(uint64_t Bytes, ompjit_memory_kind Kind) override;
  Status free(void *Address, ompjit_memory_kind Kind) override;

  std::shared_mutex *writers() override { return &WritersMutex; }

  /// Returns the allocated blocks, by address.
  std::vector<Block> blocks();

private:
  ReservedRange(PluginMemory Plugin, DeviceAddress Begin, uint64_t Size);

  const PluginMemory Plugin;
  const DeviceAddress Begin;
  const uint64_t Size;
  const bool HoldsEveryKind;

  std::shared_mutex WritersMutex;
  Mutex RangeMutex;
  /// Sizes by address. Used holds the requested sizes; the gaps between them
  /// are free places and the result of rounding.
  std::map<DeviceAddress, uint64_t> Used OMPJIT_GUARDED_BY(RangeMutex);
  std::map<DeviceAddress, uint64_t> Free OMPJIT_GUARDED_BY(RangeMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RECORD_RESERVEDRANGE_H
