//===- DeviceContents.cpp - What small mappings hold on a device ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lock guards one copy of the bytes. Launches read another copy without it,
// which consists of words and a version that is odd while they change.
//
//===----------------------------------------------------------------------===//

#include "DeviceContents.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ompjit {

namespace {

constexpr size_t WordBytes = sizeof(uint64_t);
constexpr size_t NumWords = DeviceContents::MaxBytes / WordBytes;
constexpr size_t NumMasks = NumWords / 8; ///< With one bit for each byte.

size_t wordsFor(uint64_t Bytes) { return (Bytes + WordBytes - 1) / WordBytes; }
size_t masksFor(uint64_t Bytes) { return (Bytes + 63) / 64; }

/// Returns the first byte from \p From on whose bit in \p Known is \p IsKnown,
/// or \p Size.
uint64_t nextByte(const uint64_t *Known, uint64_t From, uint64_t Size,
                  bool IsKnown) {
  while (From < Size) {
    const uint64_t Mask = IsKnown ? Known[From / 64] : ~Known[From / 64];
    if (const uint64_t Left = Mask >> (From % 64))
      return std::min(From + uint64_t(std::countr_zero(Left)), Size);
    From = (From / 64 + 1) * 64;
  }
  return Size;
}

/// Marks the bytes from \p From to \p To as known or unknown.
template <size_t Masks>
void setBytes(std::array<uint64_t, Masks> &Known, uint64_t From, uint64_t To,
              bool IsKnown) {
  while (From < To) {
    const uint64_t Count = std::min(64 - From % 64, To - From);
    const uint64_t Mask = ~uint64_t(0) >> (64 - Count) << (From % 64);
    uint64_t &Word = Known[From / 64];
    Word = IsKnown ? Word | Mask : Word & ~Mask;
    From += Count;
  }
}

template <size_t Masks> bool any(const std::array<uint64_t, Masks> &Known) {
  return std::any_of(Known.begin(), Known.end(),
                     [](uint64_t Mask) { return Mask != 0; });
}

/// Whether no other argument leads to the range of argument \p I.
bool isAlone(std::span<const jit::MappedRange> Arguments, size_t I) {
  for (size_t J = 0; J != Arguments.size(); ++J)
    if (J != I && Arguments[J].Begin == Arguments[I].Begin)
      return false;
  return true;
}

} // namespace

/// The copy that launches read.
struct DeviceContents::Snapshot {
  std::atomic<uint64_t> Version = 0;
  std::array<std::atomic<uint64_t>, NumMasks> Known = {};
  std::array<std::atomic<uint64_t>, NumWords> Words = {};

  /// To be called under the lock. Leaves unknown bytes as they are.
  void set(const Bytes &Now, const KnownBytes &Which, uint64_t Size) {
    Version.store(Version.load(std::memory_order_relaxed) + 1,
                  std::memory_order_relaxed);
    const size_t NumUsed = ompjit::any(Which) ? wordsFor(Size) : 0;
    for (size_t I = 0; I != NumUsed; ++I) {
      uint64_t Word;
      std::memcpy(&Word, Now.data() + I * WordBytes, WordBytes);
      Words[I].store(Word, std::memory_order_release);
    }
    for (size_t I = 0; I != masksFor(Size); ++I)
      Known[I].store(Which[I], std::memory_order_release);
    Version.store(Version.load(std::memory_order_relaxed) + 1,
                  std::memory_order_release);
  }

  /// Returns false if the bytes are being changed.
  bool read(uint64_t Size, uint64_t *Now, uint64_t *Which) const {
    const uint64_t Before = Version.load(std::memory_order_acquire);
    for (size_t I = 0; I != masksFor(Size); ++I)
      Which[I] = Known[I].load(std::memory_order_acquire);
    for (size_t I = 0; I != wordsFor(Size); ++I)
      Now[I] = Words[I].load(std::memory_order_acquire);
    return Before % 2 == 0 && Version.load(std::memory_order_relaxed) == Before;
  }
};

struct DeviceContents::Entry {
  explicit Entry(uint32_t Index) : Index(Index) {}

  const uint32_t Index; ///< In Begins.
  Snapshot Shown;
  /// Set if bytes are known, or will be when a copy ends.
  std::atomic<bool> MayBeKnown = false;

  // Guarded by the lock.
  uintptr_t Begin = 0; ///< 0: free.
  uint64_t Size = 0;
  uint64_t Id = 0;
  Bytes Now = {};
  KnownBytes Known = {};
  uint32_t Copies = 0;          ///< Under way.
  bool HasChangedTwice = false; ///< By these copies, in an unknown order.

  void show() {
    MayBeKnown.store(ompjit::any(Known) || Copies != 0,
                     std::memory_order_relaxed);
    Shown.set(Now, Copies ? KnownBytes() : Known, Size);
  }
};

DeviceContents::DeviceContents() = default;
DeviceContents::~DeviceContents() = default;

DeviceContents::Entry *DeviceContents::find(uintptr_t Begin) const {
  const uint32_t End = Used.load(std::memory_order_acquire);
  for (uint32_t I = 0; I != End; ++I)
    if (Begins[I].load(std::memory_order_acquire) == Begin)
      return Entries[I].get();
  return nullptr;
}

DeviceContents::Entry *DeviceContents::findAround(DeviceAddress Within) {
  const uint32_t End = Used.load(std::memory_order_relaxed);
  for (uint32_t I = 0; I != End; ++I) {
    Entry &Each = *Entries[I];
    if (Each.Begin && Within.Value - Each.Begin < Each.Size)
      return &Each;
  }
  return nullptr;
}

void DeviceContents::watch(DeviceAddress Begin, uint64_t Size) {
  if (!Begin || !Size || Size > MaxBytes)
    return;
  MutexLock Lock(Guard);
  auto *Free = std::find_if(Begins.begin(), Begins.end(), [](const auto &Each) {
    return Each.load(std::memory_order_relaxed) == 0;
  });
  if (Free == Begins.end())
    return;
  const auto Index = uint32_t(Free - Begins.begin());
  if (!Entries[Index])
    Entries[Index] = std::make_unique<Entry>(Index);
  Entry &New = *Entries[Index];
  New.Begin = Begin.Value;
  New.Size = Size;
  New.Id = ++LastId;
  New.Known = {};
  New.Copies = 0;
  New.HasChangedTwice = false;
  New.show();
  Free->store(Begin.Value, std::memory_order_release);
  if (Index >= Used.load(std::memory_order_relaxed))
    Used.store(Index + 1, std::memory_order_release);
}

void DeviceContents::remove(Entry &Old) {
  Old.Known = {};
  Old.show();
  Old.Begin = 0;
  Begins[Old.Index].store(0, std::memory_order_release);
  uint32_t End = Used.load(std::memory_order_relaxed);
  while (End && !Entries[End - 1]->Begin)
    --End;
  Used.store(End, std::memory_order_release);
}

void DeviceContents::forget(DeviceAddress Within) {
  if (!any())
    return;
  MutexLock Lock(Guard);
  if (Entry *There = findAround(Within))
    remove(*There);
}

void DeviceContents::lose(Entry &E, uint64_t Offset, uint64_t Size) {
  const uint64_t End = std::min(Size, E.Size - Offset) + Offset;
  setBytes(E.Known, Offset, End, false);
  E.HasChangedTwice |= E.Copies != 0;
  E.show();
}

void DeviceContents::lose(DeviceAddress Address, uint64_t Size) {
  if (!any())
    return;
  MutexLock Lock(Guard);
  if (Entry *There = findAround(Address))
    lose(*There, Address.Value - There->Begin, Size);
}

uint64_t DeviceContents::begin(DeviceAddress To) {
  MutexLock Lock(Guard);
  Entry *There = findAround(To);
  if (!There)
    return 0;
  There->HasChangedTwice |= There->Copies != 0;
  ++There->Copies;
  There->show();
  return There->Id;
}

void DeviceContents::end(uint64_t Id, DeviceAddress To, uint64_t Size,
                         const void *Bytes) {
  MutexLock Lock(Guard);
  Entry *There = findAround(To);
  if (!There || There->Id != Id)
    return;
  const uint64_t Offset = To.Value - There->Begin;
  const bool IsKnown =
      Bytes && !There->HasChangedTwice && Size <= There->Size - Offset;
  if (IsKnown)
    std::memcpy(There->Now.data() + Offset, Bytes, Size);
  setBytes(There->Known, Offset, Offset + std::min(Size, There->Size - Offset),
           IsKnown);
  if (--There->Copies == 0)
    There->HasChangedTwice = false;
  There->show();
}

/// A mapping to which a running launch refers keeps its place here, unless it
/// is forgotten; then another mapping may have taken the place.
void DeviceContents::tell(const Entry &There, const jit::MappedRange &Range,
                          LaunchContents &Told) const {
  uint64_t *Now = Told.reserve(wordsFor(Range.Size));
  uint64_t Known[NumMasks];
  if (!Now || !There.Shown.read(Range.Size, Now, Known) ||
      Begins[There.Index].load(std::memory_order_relaxed) != Range.Begin)
    return;
  const uint64_t Size = Range.Size;
  for (uint64_t From = 0; From != Size;) {
    From = nextByte(Known, From, Size, true);
    const uint64_t To = nextByte(Known, From, Size, false);
    if (From != To)
      Told.add(DeviceAddress(Range.Begin) + From, To - From,
               reinterpret_cast<const char *>(Now) + From);
    From = To;
  }
}

void DeviceContents::launch(size_t I,
                            std::span<const jit::MappedRange> Arguments,
                            const jit::MemoryUse &Use, LaunchContents *Told) {
  const jit::MappedRange &Range = Arguments[I];
  if (!Range.Size || Range.Size > MaxBytes)
    return;
  const Entry *There = find(Range.Begin);
  if (!There)
    return;
  const bool MayBeKnown = There->MayBeKnown.load(std::memory_order_relaxed);
  if (MayBeKnown && Told && Use.wantsOlder(I) && isAlone(Arguments, I))
    tell(*There, Range, *Told);
  if (Use.captures(I))
    forget(DeviceAddress(Range.Begin));
  else if (MayBeKnown && Use.writes(I))
    lose(DeviceAddress(Range.Begin), Range.Size);
}

void DeviceContents::launch(std::span<const jit::MappedRange> Arguments,
                            const jit::MemoryUse &Use, LaunchContents *Told) {
  constexpr size_t NumBits = 64;
  const size_t NumListed = std::min(Arguments.size(), NumBits);
  uint64_t Left = Use.Written | Use.Captured | (Told ? Use.Older : 0);
  if (NumListed < NumBits)
    Left &= (uint64_t(1) << NumListed) - 1;
  for (; Left; Left &= Left - 1)
    launch(size_t(std::countr_zero(Left)), Arguments, Use, Told);
  for (size_t I = NumListed; I != Arguments.size(); ++I)
    launch(I, Arguments, Use, Told);
}

} // namespace ompjit
