//===- HostCall.h - Calls of the host's functions -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/device-runtime.md describes for those who write a host.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_HOSTCALL_H
#define OMPJIT_OPENMP_DEVICE_HOSTCALL_H

#include <stdint.h>

namespace ompjit::device::hostcall {

/// Whose turn it is in a slot, and what there is to do.
enum State : uint32_t {
  Idle = 0,
  Sent = 1,  ///< The host is to take a piece of the data.
  Taken = 2, ///< The device is to send the next one.
  Done = 3,  ///< The device is to take the result.
};

constexpr uint32_t PieceBytes = 224;

/// One call at a time.
struct Slot {
  void *Function;
  uint64_t Bytes; ///< Of all data.
  uint64_t Result;
  uint64_t Unused;
  char Piece[PieceBytes];
};

/// In memory of the host. Only one side writes a word at a time, so that the
/// host's memory need not have the device's atomic operations.
struct Mailbox {
  uint32_t NumSlots;
  uint32_t Unused;
  uint32_t *Locks;  ///< In memory of the device: 1 for a slot that is in use.
  uint32_t *States; ///< One for each slot.
  Slot *Slots;
};

} // namespace ompjit::device::hostcall

/// Where the host puts its mailbox's address.
extern "C" ompjit::device::hostcall::Mailbox *__ompjit_host_calls;

#endif // OMPJIT_OPENMP_DEVICE_HOSTCALL_H
