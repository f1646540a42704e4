//===- Checks.cpp - Checks of accesses ------------------------------------===//
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

constexpr uintptr_t WordBytes = ShadowPage::WordBytes;

constexpr char UseInside[] = "check the index against the size",
               UseMapped[] = "map what the region uses, or pass an address of "
                             "device memory",
               UseAlive[] = "keep it mapped, or allocated, until the region "
                            "has ended",
               UseSet[] = "check where the pointer is set, and that it is one "
                          "of the device's",
               WriteFirst[] = "write it first, or map it with 'to'",
               WriteShared[] = "write it first, with a barrier between writing "
                               "and reading in other threads",
               Synchronize[] = "put a barrier between the two, or make both "
                               "atomic",
               Separate[] = "teams do not wait for each other: make both "
                            "atomic, use a reduction, or begin a new region",
               UseAligned[] =
                   "use pointers of a type only to what is aligned for "
                   "it, or memcpy",
               SameSize[] = "use atomic operations of one size";

const char *verbOf(uint32_t Kind) {
  return Kind & AccessWrite ? "writes " : "reads ";
}

std::string bytesText(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

std::string variableText(const Variable &V) {
  constexpr const char *Kinds[] = {"local", "shared", "global"};
  const std::string Kind = Kinds[V.Space];
  if (!*V.Name)
    return "a " + Kind + " variable of " + bytesText(V.Size);
  return "the " + Kind + " variable '" + V.Name + "' of " + bytesText(V.Size);
}

/// Describes the place of an access at \p Offset that is not wholly within \p
/// Size bytes.
std::string outsideText(int64_t Offset, uint64_t Size) {
  if (Offset < 0)
    return bytesText(uint64_t(-Offset)) + " before ";
  if (uint64_t(Offset) < Size)
    return "at the end of ";
  if (uint64_t(Offset) == Size)
    return "right behind ";
  return bytesText(uint64_t(Offset) - Size) + " behind ";
}

} // namespace

Checks::Checks(LaunchChecks &Common, const char *Shared, uint32_t SharedBytes)
    : Common(Common), Shared(reinterpret_cast<uintptr_t>(Shared)),
      SharedBytes(SharedBytes),
      Order(Common.BlockSize.X * Common.BlockSize.Y * Common.BlockSize.Z),
      Teams(Common.Order,
            Common.BlockSize.X * Common.BlockSize.Y * Common.BlockSize.Z),
      Written(SharedBytes) {}

void Checks::begin(uint64_t Block) {
  Self = uint32_t(Block);
  Order.reset();
  Teams.begin(Block);
  Written.forget(0, SharedBytes);
  OfShared.clear();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

bool Checks::isShared(uintptr_t Address, uint64_t Size) const {
  return Address >= Shared && Address - Shared <= SharedBytes &&
         Size <= SharedBytes - (Address - Shared);
}

/// Returns the last variable that begins at or before the offset.
const SharedRecord *Checks::sharedAt(uint64_t Offset) const {
  auto After =
      std::upper_bound(Common.Shared.begin(), Common.Shared.end(), Offset,
                       [](uint64_t Position, const SharedRecord &Each) {
                         return Position < Each.Offset;
                       });
  return After == Common.Shared.begin() ? nullptr : &*std::prev(After);
}

const MemoryRange *Checks::rangeOf(uintptr_t Address) {
  if (const uint64_t Now = Common.Memory.numChanges(); Now != RangesAt) {
    Ranges.fill({});
    RangesAt = Now;
  }
  for (const MemoryRange &Each : Ranges)
    if (Address - Each.Begin < Each.Size)
      return &Each;
  const std::optional<MemoryRange> Found =
      Common.Memory.find(reinterpret_cast<const void *>(Address));
  if (!Found)
    return nullptr;
  MemoryRange &Place = Ranges[NextRange++ % Ranges.size()];
  Place = *Found;
  return &Place;
}

std::string Checks::verb(const AccessRecord &Access) const {
  return verbOf(Access.Kind) + bytesText(Access.Size);
}

/// Returns " of" and the name of what is accessed, for messages, if it has one.
std::string Checks::thing(const AccessRecord &Access) {
  if (Access.Site->Accessed && Access.Base)
    return " of " + variableText(*Access.Site->Accessed);
  if (isShared(Access.Address, 0)) {
    const uint64_t Offset = Access.Address - Shared;
    const SharedRecord *In = sharedAt(Offset);
    return In && Offset < In->Offset + In->What->Size
               ? " of " + variableText(*In->What)
               : " of shared memory";
  }
  const MemoryRange *Range = rangeOf(Access.Address);
  if (!Range || !Range->Name || Range->Name->empty())
    return "";
  return " at byte " + std::to_string(Access.Address - Range->Begin) + " of " +
         *Range->Name;
}

std::optional<Fault> Checks::checkVariable(const AccessRecord &Access) const {
  const Variable *Var = Access.Site->Accessed;
  if (!Var || !Access.Base)
    return std::nullopt;
  const uint64_t Offset = Access.Address - Access.Base;
  if (Offset <= Var->Size && Access.Size <= Var->Size - Offset)
    return std::nullopt;
  return Fault{verb(Access) + " " + outsideText(int64_t(Offset), Var->Size) +
                   variableText(*Var),
               UseInside};
}

/// The fault of an access to memory that the lane must not use.
Fault Checks::misses(const AccessRecord &Access) {
  const void *Place = reinterpret_cast<const void *>(Access.Address);
  const std::string What = verb(Access) + " " + Common.Memory.describe(Place);
  if (!Place)
    return {What, UseSet};
  switch (Common.Memory.placeOf(Place)) {
  case DeviceMemory::Place::Freed:
    return {What, UseAlive};
  case DeviceMemory::Place::Near:
    return {What, UseInside};
  default:
    return {What, UseMapped};
  }
}

/// Checks the alignment that the code assumes; GPUs do not split misaligned
/// accesses.
std::optional<Fault> Checks::checkAlignment(const AccessRecord &Access) {
  const uint64_t Alignment = Access.Site->Alignment;
  if (!(Access.Address & (Alignment - 1)))
    return std::nullopt;
  return Fault{verb(Access) + thing(Access) +
                   " at an address that is not a multiple of " +
                   std::to_string(Alignment),
               UseAligned};
}

std::optional<Fault> Checks::checkShared(const AccessRecord &Access) {
  const uint64_t Offset = Access.Address - Shared;
  if (!isShared(Access.Address, Access.Size))
    return Fault{verb(Access) + " behind the shared memory", UseInside};
  if (const SharedRecord *In = sharedAt(Offset);
      In && Offset < Common.StaticBytes && !Access.Base) {
    const uint64_t Inside = Offset - In->Offset;
    if (Inside > In->What->Size || Access.Size > In->What->Size - Inside)
      return Fault{verb(Access) + " " +
                       outsideText(int64_t(Inside), In->What->Size) +
                       variableText(*In->What),
                   UseInside};
  }
  if (Access.Kind & AccessGuess)
    return std::nullopt;
  if (auto Wrong = checkWritten(Access, Written, Offset))
    return Wrong;
  return checkOrder(Access, OfShared);
}

std::optional<Fault> Checks::checkGlobal(const AccessRecord &Access) {
  const MemoryRange *Range = rangeOf(Access.Address);
  if (!Range || Access.Size > Range->Size - (Access.Address - Range->Begin))
    return misses(Access);
  if (Access.Kind & AccessGuess)
    return std::nullopt;
  if (Range->Written)
    if (auto Wrong = checkWritten(Access, *Range->Written,
                                  Access.Address - Range->Begin))
      return Wrong;
  return checkOrder(Access, Common.Global);
}

std::optional<Fault> Checks::check(const AccessRecord &Access) {
  const bool ToShared =
      isShared(Access.Address, 0) &&
      (Access.Address != Shared + SharedBytes || !rangeOf(Access.Address));
  if (auto Wrong = ToShared ? checkShared(Access) : checkGlobal(Access))
    return Wrong;
  return checkAlignment(Access);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

/// Bytes from memory that is not watched count as written.
void Checks::noteCopied(const AccessRecord &Access, WrittenBytes &There,
                        uint64_t Offset) {
  const auto From = reinterpret_cast<uintptr_t>(Access.Value);
  There.note(Offset, Access.Size);
  if (isShared(From, Access.Size))
    return There.copy(Offset, Access.Size, Written, From - Shared);
  const MemoryRange *Range = rangeOf(From);
  if (Range && Range->Written &&
      Access.Size <= Range->Size - (From - Range->Begin))
    There.copy(Offset, Access.Size, *Range->Written, From - Range->Begin);
}

std::optional<Fault> Checks::checkWritten(const AccessRecord &Access,
                                          WrittenBytes &There,
                                          uint64_t Offset) {
  if (Access.Kind & AccessWrite) {
    // An atomic operation both reads and writes, but the result of the read is
    // often not used.
    if (Access.Kind & AccessCopies)
      noteCopied(Access, There, Offset);
    else
      There.note(Offset, Access.Size);
    return std::nullopt;
  }
  if ((Access.Kind & AccessCopies) || There.hasAny(Offset, Access.Size))
    return std::nullopt;
  const bool IsShared = isShared(Access.Address, 0);
  std::string Thing = thing(Access);
  if (Thing.empty())
    Thing = " of device memory";
  return Fault{verb(Access) + Thing + " that nobody wrote",
               IsShared ? WriteShared : WriteFirst};
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool Checks::isBefore(const Cell &Before, uint32_t Lane) const {
  return Before.Block == Self ? Order.isBefore(Before.Lane, Before.Time, Lane)
                              : Teams.isBefore(Before.Block, Before.Stamp);
}

std::string Checks::owner(const Cell &C) const {
  if (C.Block == Self)
    return "thread " + std::to_string(C.Lane) + " of the block";
  auto Triple = [](uint32_t Index, const Size3 &S) {
    return "(" + std::to_string(Index % S.X) + "," +
           std::to_string(Index / S.X % S.Y) + "," +
           std::to_string(Index / S.X / S.Y) + ")";
  };
  return "thread " + Triple(C.Lane, Common.BlockSize) + " of block " +
         Triple(C.Block, Common.NumBlocks);
}

Fault Checks::race(const AccessRecord &Access, const Cell &Before) {
  const std::string Pair = verb(Access) + thing(Access) + " that " +
                           owner(Before) +
                           (Before.isWrite() ? " wrote" : " read");
  if ((Access.Kind & AccessAtomic) && Before.isAtomic())
    return {Pair + placeText(Before.Source->Source) +
                " with an atomic operation of another size",
            SameSize};
  return {Pair + (Before.isAtomic() ? " atomically" : "") +
              placeText(Before.Source->Source) +
              ", and nothing orders the two: a data race",
          Before.Block == Self ? Synchronize : Separate};
}

/// Returns the bytes of the access that are in the eight bytes at \p Begin, at
/// their places there.
static uint64_t valueIn(const AccessRecord &Access, uintptr_t Begin) {
  uint64_t Value = 0;
  auto *To = reinterpret_cast<char *>(&Value);
  const auto *From = static_cast<const char *>(Access.Value);
  const uintptr_t End =
      std::min(Begin + WordBytes, Access.Address + Access.Size);
  for (uintptr_t I = std::max(Begin, Access.Address); I < End; ++I)
    To[I - Begin] = From[Access.Kind & AccessFill ? 0 : I - Access.Address];
  return Value;
}

/// Expands a mask of bytes to a mask of bits.
static uint64_t bitsOf(uint8_t Bytes) {
  uint64_t Bits = 0;
  for (unsigned I = 0; I != WordBytes; ++I)
    if (Bytes >> I & 1)
      Bits |= uint64_t(0xff) << (8 * I);
  return Bits;
}

/// Whether the bytes of a plain write already have the value.
static bool isThere(const AccessRecord &Access, uint64_t There, uint8_t Bytes) {
  const uintptr_t Begin = Access.Address / WordBytes * WordBytes;
  return Access.Value && !((valueIn(Access, Begin) ^ There) & bitsOf(Bytes));
}

/// Whether an unordered pair of accesses is harmless.
bool Checks::isHarmless(const AccessRecord &Access, ShadowPage &Page,
                        const Cell &Before, const Cell &New) const {
  Word &Place = Page.word(Access.Address);
  if (New.isPlainRead())
    // The lane reads a value that it wrote itself, or that others wrote as
    // well.
    return Place.IsCommon && Before.isPlainWrite() &&
           Page.writers(Access.Address).contains(New.owner());
  if (!New.isPlainWrite() || !Access.Value)
    return false;
  const uintptr_t Begin = Access.Address / WordBytes * WordBytes;
  uint64_t There = Place.Value;
  if (!Before.isPlainWrite())
    for (unsigned I = 0; I != WordBytes; ++I)
      if (New.Bytes >> I & 1)
        reinterpret_cast<char *>(&There)[I] =
            reinterpret_cast<const volatile char *>(Begin)[I];
  return isThere(Access, There, New.Bytes & Before.Bytes);
}

static bool mayConflict(const Cell &A, const Cell &B) {
  if (!(A.Bytes & B.Bytes) || !(A.isWrite() || B.isWrite()) ||
      A.owner() == B.owner())
    return false;
  // Atomic operations of the same size may be unordered.
  return !(A.isAtomic() && B.isAtomic() && A.Bytes == B.Bytes);
}

/// \p Access must be within one word.
std::optional<Fault> Checks::checkWord(const AccessRecord &Access,
                                       ShadowPage &Page, Cell New) {
  Word &Place = Page.word(Access.Address);
  bool IsCommon = false;
  for (const Cell &Before : Place.Cells) {
    if (!mayConflict(Before, New) || isBefore(Before, Access.Lane))
      continue;
    if (!isHarmless(Access, Page, Before, New))
      return race(Access, Before);
    IsCommon |= New.isPlainWrite() && Before.isPlainWrite();
  }
  if (IsCommon) {
    Place.IsCommon = true;
    auto &Writers = Page.writers(Access.Address);
    for (const Cell &Before : Place.Cells)
      if (Before.isPlainWrite() && (Before.Bytes & New.Bytes))
        Writers.insert(Before.owner());
    Writers.insert(New.owner());
  } else if (New.isPlainWrite() && Place.IsCommon &&
             isThere(Access, Place.Value, New.Bytes)) {
    // The lanes that wrote it before may still read it.
    Page.writers(Access.Address).insert(New.owner());
  } else if (New.isPlainWrite() && Place.IsCommon) {
    Place.IsCommon = false;
    Page.writers(Access.Address).clear();
  }
  note(Access, Place, New);
  return std::nullopt;
}

/// Replaces accesses that need not be known any more: an access that is not
/// ordered with them is not ordered with this one, either.
void Checks::note(const AccessRecord &Access, Word &Place, const Cell &New) {
  std::erase_if(Place.Cells, [&](const Cell &C) {
    if ((C.Bytes & ~New.Bytes) || (New.isAtomic() && !C.isAtomic()) ||
        (C.isWrite() && !New.isWrite()))
      return false;
    return isBefore(C, Access.Lane);
  });
  if (New.isPlainWrite() && Access.Value) {
    const uint64_t Bits = bitsOf(New.Bytes);
    const uintptr_t Begin = Access.Address / WordBytes * WordBytes;
    Place.Value = (Place.Value & ~Bits) | (valueIn(Access, Begin) & Bits);
  }
  // Two accesses of a kind are enough: any other racing access also races with
  // one of them. Those of different blocks are most informative.
  Cell *Same[2] = {nullptr, nullptr};
  unsigned Count = 0;
  for (Cell &C : Place.Cells)
    if ((C.Bytes & New.Bytes) && C.Kind == New.Kind && Count < 2)
      Same[Count++] = &C;
  if (Count < 2) {
    Place.Cells.push_back(New);
    return;
  }
  *Same[Same[0]->Block == New.Block && Same[1]->Block != New.Block ? 0 : 1] =
      New;
}

ShadowPage &Checks::pageOf(uintptr_t Address, Shadow &In) {
  const uintptr_t Number = Address / ShadowPage::Bytes;
  KnownPage &Known = Pages[Number % Pages.size()];
  if (Known.Number != Number || Known.In != &In)
    Known = {Number, &In, &In.page(Address)};
  return *Known.Page;
}

std::optional<Fault> Checks::checkOrder(const AccessRecord &Access,
                                        Shadow &In) {
  Cell New = {Access.Site,
              Order.now(Access.Lane),
              Teams.now(),
              Self,
              uint16_t(Access.Lane),
              0,
              uint8_t(Access.Kind & (AccessRead | AccessWrite | AccessAtomic))};
  const uintptr_t End = Access.Address + Access.Size;
  AccessRecord Part = Access;
  while (Part.Address < End) {
    const uintptr_t Begin = Part.Address / WordBytes * WordBytes;
    const uintptr_t Stop = std::min(End, Begin + WordBytes);
    Part.Size = Stop - Part.Address;
    New.Bytes = uint8_t(((1u << Part.Size) - 1) << (Part.Address - Begin));
    ShadowPage &Page = pageOf(Part.Address, In);
    std::unique_lock Lock(Page);
    std::optional<Fault> Wrong = checkWord(Part, Page, New);
    Lock.unlock();
    if (Wrong)
      return Wrong;
    if (Part.Value && !(Part.Kind & AccessFill))
      Part.Value = static_cast<const char *>(Part.Value) + Part.Size;
    Part.Address = Stop;
  }
  if ((Access.Kind & AccessWrite) && (Access.Kind & AccessAtomic)) {
    const bool IsRelease = Access.Kind & AccessRelease;
    Order.release(Access.Address, Access.Lane, IsRelease);
    if (&In == &Common.Global && !(Access.Kind & AccessOfBlock))
      Teams.release(Access.Address, Access.Lane, IsRelease);
  }
  return std::nullopt;
}

void Checks::acquire(uintptr_t Place, uint32_t Lane, uint32_t Kind) {
  const bool IsAcquire = Kind & AccessAcquire;
  Order.acquire(Place, Lane, IsAcquire);
  if (!isShared(Place, 0) && !(Kind & AccessOfBlock))
    Teams.acquire(Place, IsAcquire);
}

void Checks::fence(uint32_t Lane, uint32_t Kind) {
  const bool IsAcquire = Kind & AccessAcquire, IsRelease = Kind & AccessRelease;
  Order.fence(Lane, IsAcquire, IsRelease);
  if (!(Kind & AccessOfBlock))
    Teams.fence(Lane, IsAcquire, IsRelease);
}

} // namespace ompjit::vgpu
