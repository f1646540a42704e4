//===- HostMailbox.cpp - Host calls, from the host's side -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMailbox.h"

#include "support/Diagnostics.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <type_traits>

namespace ompjit {

namespace {

/// The state of a slot.
enum State : uint32_t { StateIdle, StateSent, StateTaken, StateDone };

constexpr uint64_t PieceBytes = 224;

constexpr std::align_val_t DataAlignment{128};

/// Never destroyed, because a call may be under way when the program ends. The
/// forking thread may hold the old lock.
struct CallLock {
  std::recursive_mutex Mutex;
  CallLock *BeforeFork = nullptr;
};
static_assert(std::is_trivially_destructible_v<CallLock>);
CallLock First;
CallLock *Calling = &First;

} // namespace

unsigned long long callOnHost(HostFunction Function, void *Data) {
  std::lock_guard Lock(Calling->Mutex);
  return Function(Data);
}

void forgetHostCalls() {
  auto *New = new CallLock;
  New->BeforeFork = Calling;
  Calling = New;
}

void FreeHostCallData::operator()(char *Data) const {
  operator delete(Data, DataAlignment);
}

HostCallData allocateHostCallData(uint64_t Bytes) {
  return HostCallData(static_cast<char *>(operator new(
      std::max<uint64_t>(Bytes, 1), DataAlignment, std::nothrow)));
}

std::string noMemoryForHostCall(uint64_t Bytes) {
  return "there is no memory for its " + std::to_string(Bytes) +
         " bytes of data";
}

struct HostMailbox::Slot {
  void *Function;
  uint64_t Bytes;
  uint64_t Result;
  uint64_t Unused;
  char Piece[PieceBytes];
};

struct HostMailbox::Header {
  uint32_t NumSlots;
  uint32_t Unused;
  uint32_t *Locks;
  uint32_t *States;
  Slot *Slots;
};

uint64_t HostMailbox::bytes() {
  return sizeof(Header) + NumSlots * (sizeof(Slot) + sizeof(uint32_t));
}

HostMailbox::HostMailbox(void *Memory, void *Locks, Check WhyNot)
    : Shared(static_cast<Header *>(Memory)), WhyNot(std::move(WhyNot)),
      Calls(NumSlots) {
  auto *Slots = reinterpret_cast<Slot *>(Shared + 1);
  *Shared = {NumSlots, 0, static_cast<uint32_t *>(Locks),
             reinterpret_cast<uint32_t *>(Slots + NumSlots), Slots};
  clear();
}

void HostMailbox::clear() {
  std::fill_n(Shared->States, NumSlots, StateIdle);
  for (Call &Each : Calls)
    Each = {};
}

Result<bool> HostMailbox::serve() {
  bool Any = false;
  for (uint32_t I = 0; I != NumSlots; ++I) {
    uint32_t &State = Shared->States[I];
    if (std::atomic_ref(State).load(std::memory_order_acquire) != StateSent)
      continue;
    Any = true;
    if (Status S = take(Shared->Slots[I], State, Calls[I]); !S)
      return S.takeError();
  }
  return Any;
}

Status HostMailbox::take(Slot &From, uint32_t &State, Call &Whole) {
  const uint64_t Bytes = From.Bytes;
  if (!Whole.Data)
    Whole.Data = allocateHostCallData(Bytes);
  if (!Whole.Data)
    return diagnose(Diagnostic::HostCallFailed, {noMemoryForHostCall(Bytes)});
  const uint64_t Length = std::min(PieceBytes, Bytes - Whole.Received);
  std::memcpy(Whole.Data.get() + Whole.Received, From.Piece, Length);
  Whole.Received += Length;
  uint32_t Next = StateTaken;
  if (Whole.Received == Bytes) {
    if (const char *Reason = WhyNot(From.Function))
      return diagnose(Diagnostic::HostCallFailed, {Reason});
    const auto Function = reinterpret_cast<HostFunction>(From.Function);
    From.Result = callOnHost(Function, Whole.Data.get());
    Whole = {};
    Next = StateDone;
  }
  std::atomic_ref(State).store(Next, std::memory_order_release);
  return Done{};
}

} // namespace ompjit
