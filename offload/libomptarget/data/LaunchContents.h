//===- LaunchContents.h - What a launch is known to find ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch often brings its sizes and modes with it, in a small structure. The
// JIT engine may make constants of them if nothing else can write them before
// or during the kernel. So these bytes are collected here only if
//
//   - the launch itself allocated the memory and copied the bytes, or mapped
//     them in their place, so that no older pointer on the device can point
//     there and no construct that is ordered with this one can use the memory;
//     or the memory has been watched since it was allocated (DeviceContents.h);
//   - one argument of the kernel points there, and the launch stored no pointer
//     to it, neither as an attached pointer nor in a lambda;
//   - they are not attached pointers, which differ on the device.
//
// The engine knows what the kernel does through that one argument.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_LAUNCHCONTENTS_H
#define OMPJIT_LIBOMPTARGET_DATA_LAUNCHCONTENTS_H

#include "support/Address.h"

#include "ompjit/Jit/Engine.h"

#include <absl/container/inlined_vector.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace ompjit {

class LaunchContents {
public:
  /// Larger objects are arrays rather than structures.
  static constexpr uint64_t MaxBytes = 512;

  /// \p Bytes must stay valid until the kernel is chosen.
  void add(DeviceAddress Place, uint64_t Size, const void *Bytes) {
    Known.push_back({Place.Value, Size, Bytes});
  }

  std::span<const jit::KnownMemory> known() const { return Known; }

  /// Returns room for \p Words words of such bytes, which lives as long as this
  /// object; null if there is no more.
  uint64_t *reserve(size_t Words) {
    if (Words > std::size(Room) - RoomUsed)
      return nullptr;
    RoomUsed += Words;
    return Room + RoomUsed - Words;
  }

private:
  uint64_t Room[2 * MaxBytes / sizeof(uint64_t)];
  size_t RoomUsed = 0;
  absl::InlinedVector<jit::KnownMemory, 4> Known;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_LAUNCHCONTENTS_H
