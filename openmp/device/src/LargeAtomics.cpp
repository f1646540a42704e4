//===- LargeAtomics.cpp - Atomic operations without instructions ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler calls these where no instruction has the operand's size or
// alignment. One of a few locks guards the place. Lanes that run in lock-step
// take it one after the other, because they must not wait for each other.
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

#include <stddef.h>

using namespace ompjit::device;

namespace {

constexpr size_t NumLocks = 64;
uint32_t Locks[NumLocks];

uint32_t *lockOf(const void *Place) {
  return &Locks[(reinterpret_cast<uintptr_t>(Place) >> 4) % NumLocks];
}

template <typename Function> void holdLock(const void *Place, Function Body) {
  while (!exchangeIf(lockOf(Place), 0u, 1u))
    pause();
  fenceDevice();
  Body();
  fenceDevice();
  store(lockOf(Place), 0u);
}

template <typename Function> void alone(const void *Place, Function Body) {
  if (!lanesShareCounter())
    return holdLock(Place, Body);
  for (uint64_t Left = activeLanes(); Left; Left &= Left - 1)
    if (laneId() == uint32_t(__builtin_ctzll(Left)))
      holdLock(Place, Body);
}

void copy(void *To, const void *From, size_t Bytes) {
  for (size_t I = 0; I < Bytes; ++I)
    static_cast<char *>(To)[I] = static_cast<const char *>(From)[I];
}

using Word [[gnu::may_alias]] = uint64_t;

/// Compares without a branch for each byte if alignment and size are known,
/// which they are where the call is inlined.
bool areEqual(const void *Left, const void *Right, size_t Bytes) {
  const uintptr_t All = reinterpret_cast<uintptr_t>(Left) |
                        reinterpret_cast<uintptr_t>(Right) | Bytes;
  if (All % sizeof(Word))
    return __builtin_memcmp(Left, Right, Bytes) == 0;
  Word Different = 0;
  for (size_t I = 0; I < Bytes / sizeof(Word); ++I)
    Different |= static_cast<const Word *>(Left)[I] ^
                 static_cast<const Word *>(Right)[I];
  return Different == 0;
}

} // namespace

// The compiler knows functions of these names and their types.
OMPJIT_ENTRY void ompjitLoad(size_t Bytes, const void *From, void *To,
                             int) asm("__atomic_load");
OMPJIT_ENTRY void ompjitStore(size_t Bytes, void *To, const void *From,
                              int) asm("__atomic_store");
OMPJIT_ENTRY void ompjitExchange(size_t Bytes, void *Place, const void *New,
                                 void *Old, int) asm("__atomic_exchange");
OMPJIT_ENTRY bool ompjitCompareExchange(size_t Bytes, void *Place,
                                        void *Expected, const void *New, int,
                                        int) asm("__atomic_compare_exchange");

void ompjitLoad(size_t Bytes, const void *From, void *To, int) {
  alone(From, [=] { copy(To, From, Bytes); });
}

void ompjitStore(size_t Bytes, void *To, const void *From, int) {
  alone(To, [=] { copy(To, From, Bytes); });
}

void ompjitExchange(size_t Bytes, void *Place, const void *New, void *Old,
                    int) {
  alone(Place, [=] {
    copy(Old, Place, Bytes);
    copy(Place, New, Bytes);
  });
}

bool ompjitCompareExchange(size_t Bytes, void *Place, void *Expected,
                           const void *New, int, int) {
  bool IsEqual = false;
  alone(Place, [=, &IsEqual] {
    IsEqual = areEqual(Place, Expected, Bytes);
    if (IsEqual)
      copy(Place, New, Bytes);
    else
      copy(Expected, Place, Bytes);
  });
  return IsEqual;
}
