//===- ReservedRange.h - Device memory at an address that can be had again ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While kernels are recorded, all of the program's device memory comes out of
// one range: device memory is full of pointers into itself, so that a replay
// has to put every byte where it was. The range's blocks are what a recording
// saves.
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

  /// \p Wanted null: wherever there is room.
  static Result<std::unique_ptr<ReservedRange>>
  reserve(PluginMemory Plugin, uint64_t Size, DeviceAddress Wanted);
  /// As much of \p Size as there is, down to a size that is not worth it.
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

  /// Memory of other kinds is in the range where the device uses the host's
  /// memory anyway; elsewhere the plugin gives it.
  Result<void *> allocate(uint64_t Bytes, ompjit_memory_kind Kind) override;
  Status free(void *Address, ompjit_memory_kind Kind) override;

  std::shared_mutex *writers() override { return &WritersMutex; }

  /// What is allocated, by address.
  std::vector<Block> blocks();

private:
  ReservedRange(PluginMemory Plugin, DeviceAddress Begin, uint64_t Size);

  const PluginMemory Plugin;
  const DeviceAddress Begin;
  const uint64_t Size;
  const bool HoldsEveryKind;

  std::shared_mutex WritersMutex;
  Mutex RangeMutex;
  /// Sizes by address. Used sizes are as they were asked for; in between lie
  /// free places and what rounding left.
  std::map<DeviceAddress, uint64_t> Used OMPJIT_GUARDED_BY(RangeMutex);
  std::map<DeviceAddress, uint64_t> Free OMPJIT_GUARDED_BY(RangeMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RECORD_RESERVEDRANGE_H
