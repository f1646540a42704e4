//===- DataInPlace.cpp - Data that needs no copy --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device that works in the host's memory could use all mapped data where it
// is, if programs could not tell: while data is mapped, the host may write to
// what the kernel must not see, and a kernel to what is not copied back.
// Neither is possible for data that a launch brings in for itself and copies
// back, while the host's thread waits for it; other threads that used the data
// meanwhile would race with the copy back. The same holds for data that is only
// brought in, if the kernel is known not to write to it. So such data gets a
// mapping like all other data, by which other launches find it, but no memory.
//
// All other constructs need a copy. They wait until the launches that use the
// data in its place are over, and until they have inserted their own mappings,
// no launch maps in place. A launch only does so if it finds nothing that it
// has to wait for, so that no two constructs wait for each other.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include <algorithm>

namespace ompjit {

namespace {

constexpr int64_t ByValue = MapLiteral | MapPrivate;

/// What changes pointers in mapped data, gives pointers to the program, or
/// does not end with the launch.
constexpr int64_t NeedsCopy = MapPtrAndObj | MapReturnParam | MapDelete |
                              MapClose | MapOmpxHold | MapNonContig;

bool overlap(const MapArguments &Arguments, uint32_t I, uint32_t Other) {
  return Arguments.begin(I) < Arguments.begin(Other) + Arguments.size(Other) &&
         Arguments.begin(Other) < Arguments.begin(I) + Arguments.size(I);
}

} // namespace

bool DataEnvironment::Construct::mapsInPlace(int64_t Type, uint32_t I) const {
  return Stays != InPlace::None && !isMember(Type) &&
         (Type & MapFrom || StaysRead.has(I));
}

/// Returns the items through which the kernel only reads.
static ItemSet onlyReadItems(const MapArguments &Arguments,
                             const jit::MemoryUse *Use) {
  ItemSet Items;
  if (!Use || !~Use->Written)
    return Items;
  uint32_t Argument = 0;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!Arguments.has(I, MapTargetParam))
      continue;
    if (!Use->writes(Argument) && !Use->captures(Argument))
      Items.add(I);
    ++Argument;
  }
  return Items;
}

/// Returns those of them that are brought in only, and to which no other item
/// may lead the kernel.
static ItemSet broughtInOnly(const MapArguments &Arguments, ItemSet OnlyRead) {
  ItemSet Items;
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (OnlyRead.has(I) && Arguments.has(I, MapTo) &&
        !Arguments.has(I, MapFrom | ByValue))
      Items.add(I);
  for (uint32_t Other = 0; !Items.empty() && Other < Arguments.Count; ++Other) {
    if (OnlyRead.has(Other) || Arguments.has(Other, ByValue | MapAttach))
      continue;
    // Nobody knows yet where the pointer of an empty section leads.
    if (!Arguments.size(Other))
      return ItemSet();
    for (uint32_t I = 0; I < Arguments.Count; ++I)
      if (Items.has(I) && overlap(Arguments, I, Other))
        Items.drop(I);
  }
  return Items;
}

/// Finds out which new data of a launch stays in its place.
void DataEnvironment::planInPlace(const MapArguments &Arguments,
                                  const InPlaceTerms &Terms,
                                  Construct &C) const {
  if (!Options.LeavesInPlace || NumCopying)
    return;
  const ItemSet OnlyRead = onlyReadItems(Arguments, Terms.Use);
  C.StaysRead = broughtInOnly(Arguments, OnlyRead);
  absl::InlinedVector<uint32_t, 4> New;
  bool IsAll = true, SharesAny = false;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const int64_t Type = Arguments.Types[I];
    if (Type & NeedsCopy || isMember(Type))
      return;
    if (Type & ByValue)
      continue;
    if (Type & MapAttach) {
      if (!isUnmappedPointer(Arguments, I))
        return;
      IsAll &= !(Type & MapAlways) && !Options.AlwaysAttach;
      continue;
    }
    const HostAddress Begin = Arguments.begin(I);
    const uint64_t Size = Arguments.size(I);
    if (!Settled.find(Begin, Size)) {
      const bool MayStay = Type & MapFrom || C.StaysRead.has(I);
      Match There = Table.findSection(Begin, Size);
      if (There.Found) {
        // What the kernel writes must not reach what others read in its place.
        if (!There.Found->isSettled() ||
            (There.Found->IsInPlace && !MayStay && !OnlyRead.has(I)))
          return;
        SharesAny |= There.Found->IsInPlace;
      }
      const bool IsNew = !There.Found && MayStay && Size;
      IsAll &=
          IsNew && !(Type & MapPresent) && Begin.Value >= FirstPageBytes &&
          !(C.Contents && Type & MapTo && Size <= LaunchContents::MaxBytes) &&
          std::none_of(New.begin(), New.end(), [&](uint32_t Other) {
            return overlap(Arguments, I, Other);
          });
      if (IsNew)
        New.push_back(I);
    }
    IsAll &= !(Type & MapAlways);
  }
  if (!New.empty() || SharesAny)
    C.Stays = IsAll ? Construct::InPlace::All : Construct::InPlace::Some;
}

/// Starts a launch that brings in nothing.
void DataEnvironment::enterInPlace(const MapArguments &Arguments,
                                   uint32_t First, ItemPlaces Places) {
  for (uint32_t I = First; I < Arguments.Count; ++I) {
    auto EnterIfPresent = [&]() OMPJIT_NO_ANALYSIS {
      return enterIfPresent(Arguments, I, Places, nullptr);
    };
    if (EnterIfPresent())
      continue;
    Mapping &New =
        insertInPlace({Arguments, I, Arguments.base(I), Arguments.begin(I),
                       Arguments.size(I), Arguments.Types[I]});
    count(New, Arguments.Types[I]);
    report(MappingChange::Created, Arguments, I, New.Begin, New.size(), &New);
    Places.set(I, New.Device, {New.Device.Value, New.size()});
  }
}

/// Whether the pointer of an item that attaches it is not on the device, so
/// that there is nothing to attach.
bool DataEnvironment::isUnmappedPointer(const MapArguments &Arguments,
                                        uint32_t I) const {
  const HostAddress Pointer = Arguments.base(I);
  for (uint32_t Other = 0; Other < Arguments.Count; ++Other)
    if (!Arguments.has(Other, ByValue | MapAttach) &&
        Pointer + sizeof(void *) > Arguments.begin(Other) &&
        Pointer < Arguments.begin(Other) + Arguments.size(Other))
      return false;
  return Table.find(Pointer, sizeof(void *)).Kind == Overlap::None;
}

/// Inserts a mapping for memory that stays where it is.
Mapping &DataEnvironment::insertInPlace(const Item &Wanted) {
  Mapping &New = Table.insert(Wanted.Begin, Wanted.Size);
  New.Base = std::min(Wanted.Base, Wanted.Begin);
  New.Device = DeviceAddress(Wanted.Begin.Value);
  New.IsInPlace = true;
  New.State = MappingState::Present;
  if (Wanted.Arguments.Names)
    New.Name = static_cast<const char *>(Wanted.Arguments.Names[Wanted.Index]);
  ++NumInPlace;
  return New;
}

void DataEnvironment::removeInPlace(Mapping &M) {
  Table.erase(M);
  --NumInPlace;
  Changed.notifyAll();
}

/// Returns when no launch uses an item of the construct in its place. The
/// construct must have been counted in NumCopying.
void DataEnvironment::awaitInPlace(const MapArguments &Arguments) {
  auto Await = [&](HostAddress Begin, uint64_t Size) OMPJIT_NO_ANALYSIS {
    for (const Mapping *M = Table.findSection(Begin, Size).Found;
         M && M->IsInPlace; M = Table.findSection(Begin, Size).Found)
      Changed.wait(TableMutex);
  };
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (Arguments.has(I, ByValue))
      continue;
    Await(Arguments.begin(I), Arguments.size(I));
    if (Arguments.has(I, MapPtrAndObj | MapAttach))
      Await(Arguments.base(I), sizeof(void *));
  }
}

void DataEnvironment::forgetLaunches() {
  MappingList InPlace;
  Table.forEach([&](Mapping &M) {
    if (M.IsInPlace)
      InPlace.push_back(&M);
  });
  for (Mapping *Each : InPlace)
    removeInPlace(*Each);
  NumCopying = 0;
}

} // namespace ompjit
