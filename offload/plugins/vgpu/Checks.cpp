//===- Checks.cpp - What is wrong with an access --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "Exchange.h"

#include <algorithm>
#include <cstring>

namespace ompjit::vgpu {

namespace {

constexpr uintptr_t WordBytes = 8;

/// Larger ones are rows of bytes that are copied; only their ends are looked at
/// for order.
constexpr uint64_t MaxTrackedBytes = 4096;

const char *verbOf(uint32_t Kind) {
  return Kind & AccessWrite ? "writes " : "reads ";
}

} // namespace

Checks::Checks(const DeviceMemory &Memory, const char *Shared,
               uint32_t SharedBytes, uint32_t NumLanes)
    : Memory(Memory), Shared(reinterpret_cast<uintptr_t>(Shared)),
      SharedBytes(SharedBytes), Order(NumLanes), Written(SharedBytes) {}

void Checks::reset() {
  Order.reset();
  std::fill(Written.begin(), Written.end(), false);
  Words.clear();
  LastWrite.reset();
}

bool Checks::isShared(uintptr_t Address, uint64_t Size) const {
  return Address >= Shared && Address - Shared <= SharedBytes &&
         Size <= SharedBytes - (Address - Shared);
}

std::string Checks::describe(const AccessRecord &Access) const {
  return verbOf(Access.Kind) + std::to_string(Access.Size) + " bytes";
}

std::optional<std::string>
Checks::checkPlace(const AccessRecord &Access) const {
  const void *Place = reinterpret_cast<const void *>(Access.Address);
  if (isShared(Access.Address, Access.Size) ||
      Memory.contains(Place, Access.Size))
    return std::nullopt;
  const bool BeginsInShared = isShared(Access.Address, 0);
  return describe(Access) + " " +
         (BeginsInShared ? "behind the shared memory" : Memory.describe(Place));
}

std::optional<std::string>
Checks::checkInitialized(const AccessRecord &Access) {
  if (!isShared(Access.Address, Access.Size))
    return std::nullopt;
  const size_t First = Access.Address - Shared;
  if (Access.Kind & AccessWrite) {
    // An atomic operation both reads and writes, but the read is often of no
    // interest.
    std::fill_n(Written.begin() + long(First), Access.Size, true);
    return std::nullopt;
  }
  for (size_t I = First; I != First + Access.Size; ++I)
    if (Written[I])
      return std::nullopt;
  return describe(Access) + " of shared memory that nobody wrote";
}

std::optional<std::string> Checks::checkWord(const AccessRecord &Access,
                                             Word &Place, uint8_t Bytes) {
  // Who wrote a value itself reads it, or one that others wrote alike.
  const bool IsOwn = !(Access.Kind & AccessWrite) &&
                     std::any_of(std::begin(Place.Cells), std::end(Place.Cells),
                                 [&](const Cell &C) {
                                   return C.At && C.Lane == Access.Lane &&
                                          (C.Kind & AccessWrite) &&
                                          (C.Bytes & Bytes) == Bytes;
                                 });
  for (const Cell &Before : Place.Cells) {
    if (!Before.At || Before.Lane == Access.Lane || !(Before.Bytes & Bytes) ||
        !((Before.Kind | Access.Kind) & AccessWrite) ||
        (Before.Kind & Access.Kind & AccessAtomic) || IsOwn ||
        Order.isBefore(Before.Lane, Before.Time, Access.Lane))
      continue;
    const std::string Message =
        describe(Access) +
        (isShared(Access.Address, 0) ? " of shared memory" : "") +
        " that thread " + std::to_string(Before.Lane) + " of the block " +
        (Before.Kind & AccessWrite ? "wrote" : "read") + placeText(*Before.At) +
        ", and nothing orders the two: a data race";
    if (!(Access.Kind & AccessWrite))
      return Message;
    const char *Place = reinterpret_cast<const char *>(Access.Address);
    LastWrite = {Access.Address,
                 {Place, Place + Access.Size},
                 Message + placeText(*Access.At)};
  }
  return std::nullopt;
}

/// In the place of the lane's last access of the kind, or of one that comes
/// before this, or of the oldest.
void Checks::note(const AccessRecord &Access, Word &Place, uint8_t Bytes) {
  Cell *Free = nullptr;
  for (Cell &Each : Place.Cells)
    if (!Each.At ||
        (Each.Lane == Access.Lane && (Each.Kind & ~Access.Kind) == 0 &&
         (Each.Bytes & ~Bytes) == 0) ||
        ((Each.Bytes & ~Bytes) == 0 && (Access.Kind & AccessWrite) &&
         Order.isBefore(Each.Lane, Each.Time, Access.Lane))) {
      Free = &Each;
      break;
    }
  if (!Free) {
    Free = &Place.Cells[Place.Next];
    Place.Next = uint8_t((Place.Next + 1) % CellsPerWord);
  }
  *Free = {Access.At, Order.now(Access.Lane), Access.Lane, Bytes,
           uint8_t(Access.Kind)};
}

std::optional<std::string> Checks::checkOrder(const AccessRecord &Access) {
  if (Access.Kind & AccessAtomic)
    Order.meetAt(Access.Address, Access.Lane);
  const uintptr_t End = Access.Address + std::min(Access.Size, MaxTrackedBytes);
  for (uintptr_t At = Access.Address; At < End;) {
    const uintptr_t Begin = At / WordBytes * WordBytes;
    const uintptr_t Stop = std::min(End, Begin + WordBytes);
    const uint8_t Bytes = uint8_t(((1u << (Stop - At)) - 1) << (At - Begin));
    Word &Place = Words[Begin];
    if (auto Wrong = checkWord(Access, Place, Bytes))
      return Wrong;
    note(Access, Place, Bytes);
    At = Stop;
  }
  return std::nullopt;
}

std::optional<std::string> Checks::check(const AccessRecord &Access) {
  if (auto Wrong = checkPlace(Access))
    return Wrong;
  if (auto Wrong = checkInitialized(Access))
    return Wrong;
  return checkOrder(Access);
}

std::optional<std::string> Checks::checkWritten() {
  if (!LastWrite)
    return std::nullopt;
  const Doubtful Write = std::move(*LastWrite);
  LastWrite.reset();
  if (!std::memcmp(reinterpret_cast<const void *>(Write.Address),
                   Write.Before.data(), Write.Before.size()))
    return std::nullopt;
  return Write.Message;
}

} // namespace ompjit::vgpu
