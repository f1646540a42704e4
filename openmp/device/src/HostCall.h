//===- HostCall.h - Calls of the host's functions -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/device-runtime.md describes this for authors of a host side.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_HOSTCALL_H
#define OMPJIT_OPENMP_DEVICE_HOSTCALL_H

#include <stdint.h>

namespace ompjit::device::hostcall {

/// Which side's turn it is in a slot, and what it has to do.
enum State : uint32_t {
  Idle = 0,
  Sent = 1,  ///< The host must take a piece of the data.
  Taken = 2, ///< The device must send the next piece.
  Done = 3,  ///< The device must take the result.
};

constexpr uint32_t PieceBytes = 224;

/// A place for one call at a time.
struct Slot {
  void *Function;
  uint64_t Bytes; ///< Size of all data.
  uint64_t Result;
  uint64_t Unused;
  char Piece[PieceBytes];
};

/// Located in host memory. Only one side writes a word at a time, so the device
/// need not support atomic operations on host memory.
struct Mailbox {
  uint32_t NumSlots;
  uint32_t Unused;
  uint32_t *Locks;  ///< In device memory: 1 for a slot that is in use.
  uint32_t *States; ///< One for each slot.
  Slot *Slots;
};

} // namespace ompjit::device::hostcall

/// The host stores the mailbox's address here.
extern "C" ompjit::device::hostcall::Mailbox *__ompjit_host_calls;

#endif // OMPJIT_OPENMP_DEVICE_HOSTCALL_H
