//===- HostCall.cpp - Calls of the host's functions -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCall.h"

#include "Exit.h"
#include "Platform.h"

#include <stddef.h>

using namespace ompjit::device;
using namespace ompjit::device::hostcall;

extern "C"
    [[gnu::weak, gnu::visibility("protected")]] Mailbox *__ompjit_host_calls =
        nullptr;

namespace {

constexpr uint32_t NoSlot = ~0u;

/// Takes a free slot. Threads of a warp try adjacent slots first.
uint32_t takeSlot(const Mailbox &Box) {
  const uint32_t First = (blockId() * blockSize() + threadId()) % Box.NumSlots;
  for (uint32_t I = 0; I != Box.NumSlots; ++I) {
    const uint32_t Slot = (First + I) % Box.NumSlots;
    if (!load(&Box.Locks[Slot]) && exchangeIf(&Box.Locks[Slot], 0u, 1u))
      return Slot;
  }
  return NoSlot;
}

void setState(uint32_t &Place, State Value) {
  __scoped_atomic_store_n(&Place, uint32_t(Value), __ATOMIC_RELEASE,
                          __MEMORY_SCOPE_SYSTEM);
}

/// \returns the host's answer to \p Sent.
uint32_t answer(const uint32_t &Place) {
  for (;;) {
    const uint32_t Now =
        __scoped_atomic_load_n(&Place, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
    if (Now != Sent)
      return Now;
    pauseForHost();
  }
}

uint64_t call(Slot &Mine, uint32_t &Place, void *Function, const char *Data,
              size_t Bytes) {
  Mine.Function = Function;
  Mine.Bytes = Bytes;
  do {
    const size_t Length = Bytes < PieceBytes ? Bytes : PieceBytes;
    for (size_t I = 0; I != Length; ++I)
      Mine.Piece[I] = Data[I];
    Data += Length;
    Bytes -= Length;
    setState(Place, Sent);
  } while (answer(Place) == Taken);
  const uint64_t Result = Mine.Result;
  setState(Place, Idle);
  return Result;
}

} // namespace

/// Makes the host call \p Function, which is a host address, with a copy of \p
/// Data, and waits. \returns the function's result.
OMPJIT_ENTRY unsigned long long __llvm_omp_host_call(void *Function, void *Data,
                                                     size_t Bytes) {
  Mailbox *Box = *const_cast<Mailbox *volatile *>(&__ompjit_host_calls);
  if (!Box)
    fail("__llvm_omp_host_call: no thread of the host takes calls");
  uint64_t Result = 0;
  // A lane with a slot has to release it before a lane of the same warp tries
  // again: volatile keeps the optimiser from moving the release behind the
  // loop.
  volatile bool IsDone = false;
  while (!IsDone) {
    const uint32_t Slot = takeSlot(*Box);
    if (Slot == NoSlot) {
      pause();
      continue;
    }
    Result = call(Box->Slots[Slot], Box->States[Slot], Function,
                  static_cast<const char *>(Data), Bytes);
    store(&Box->Locks[Slot], 0u);
    IsDone = true;
  }
  return Result;
}
