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
// meanwhile would race with the copy back. So such data gets a mapping like
// all other data, by which other launches find it, but no memory.
//
// All other constructs need a copy. They wait until the launches that use the
// data in its place are over, and until they have inserted their own mappings,
// no launch maps in place. A launch only does so if it finds nothing that it
// has to wait for, so that no two constructs wait for each other.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

namespace ompjit {

namespace {

constexpr int64_t ByValue = MapLiteral | MapPrivate;

/// What changes pointers in mapped data, gives pointers to the program, or
/// does not end with the launch.
constexpr int64_t NeedsCopy = MapPtrAndObj | MapReturnParam | MapDelete |
                              MapClose | MapOmpxHold | MapNonContig;

/// Its address tells which thread has created a mapping in place.
thread_local char ThisThread;

} // namespace

/// Whether an item of the type is copied back, so that what the kernel writes
/// may be seen.
bool DataEnvironment::Construct::mapsInPlace(int64_t Type) const {
  return MapsInPlace && (Type & MapFrom) && !isMember(Type);
}

/// What a launch may leave in its place.
InPlace DataEnvironment::inPlaceFor(const MapArguments &Arguments,
                                    const LaunchContents *Contents) const {
  if (!Options.LeavesInPlace || NumCopying)
    return InPlace::Nothing;
  absl::InlinedVector<uint32_t, 4> New;
  bool IsAll = true, SharesAny = false;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const int64_t Type = Arguments.Types[I];
    if (Type & NeedsCopy || isMember(Type))
      return InPlace::Nothing;
    if (Type & ByValue)
      continue;
    if (Type & MapAttach) {
      if (!isUnmappedPointer(Arguments, I))
        return InPlace::Nothing;
      IsAll &= !(Type & MapAlways) && !Options.AlwaysAttach;
      continue;
    }
    const HostAddress Begin = Arguments.begin(I);
    const uint64_t Size = Arguments.size(I);
    if (!Settled.find(Begin, Size)) {
      Match There = Table.findSection(Begin, Size);
      if (There.Found && !There.Found->isSettled())
        return InPlace::Nothing;
      SharesAny |= There.Found && There.Found->IsInPlace;
      const bool IsNew = !There.Found && Type & MapFrom && Size;
      IsAll &= IsNew && !(Type & MapPresent) && Begin.Value >= FirstPageBytes &&
               !(Contents && Type & MapTo && Size <= LaunchContents::MaxBytes);
      if (!IsNew)
        continue;
      for (uint32_t Other : New)
        IsAll &= Begin + Size <= Arguments.begin(Other) ||
                 Arguments.begin(Other) + Arguments.size(Other) <= Begin;
      New.push_back(I);
    }
    IsAll &= !(Type & MapAlways);
  }
  if (New.empty() && !SharesAny)
    return InPlace::Nothing;
  return IsAll ? InPlace::All : InPlace::Some;
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
  New.Construct = &ThisThread;
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

/// Returns when no item of the construct is used in its place by another
/// thread. The construct must have been counted in NumCopying.
void DataEnvironment::awaitInPlace(const MapArguments &Arguments) {
  auto IsBusy = [&](HostAddress Begin, uint64_t Size) OMPJIT_NO_ANALYSIS {
    const Mapping *M = Table.find(Begin, Size).Found;
    return M && M->IsInPlace && M->Construct != &ThisThread;
  };
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (Arguments.has(I, ByValue))
      continue;
    while (IsBusy(Arguments.begin(I), Arguments.size(I)) ||
           (Arguments.has(I, MapPtrAndObj | MapAttach) &&
            IsBusy(Arguments.base(I), sizeof(void *)))) {
      Changed.wait(TableMutex);
    }
  }
}

} // namespace ompjit
