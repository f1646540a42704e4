//===- DataPresent.cpp - Constructs whose data is on the device already ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most constructs find everything mapped, copy nothing and remove nothing. They
// only change counters, so threads can do this concurrently under the shared
// lock; launches change nothing that other threads read. The first list item
// that needs more ends the walk, and the rest is done under the exclusive lock;
// see DataEnter.cpp and DataLeave.cpp.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

namespace ompjit {

namespace {

constexpr int64_t AlwaysTo = MapAlways | MapTo;
constexpr int64_t AlwaysFrom = MapAlways | MapFrom;

bool hasAll(int64_t Type, int64_t Bits) { return (Type & Bits) == Bits; }

/// Decrements a counter, unless it is 1.
bool dropUnlessLast(std::atomic<uint64_t> &Count) {
  uint64_t Now = Count.load(std::memory_order_relaxed);
  while (Now > 1)
    if (Count.compare_exchange_weak(Now, Now - 1, std::memory_order_acq_rel))
      return true;
  return false;
}

} // namespace

uint32_t DataEnvironment::enterPresent(const MapArguments &Arguments,
                                       ItemPlaces Places,
                                       LaunchReferences::Row **Noted) {
  if (!Arguments.Count)
    return 0;
  ReadLock Lock(TableMutex);
  LaunchReferences::Row *Row = Noted ? takeRow(Arguments) : nullptr;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!enterIfPresent(Arguments, I, Places, Row)) {
      if (Row)
        Row->abandon();
      return I;
    }
  }
  if (Row) {
    Row->close();
    *Noted = Row;
  }
  return Arguments.Count;
}

/// Returns a row for the launch's references; null if these have to be counted,
/// because an observer wants to see the counts or the end of the launch does
/// more than give up references.
LaunchReferences::Row *DataEnvironment::takeRow(const MapArguments &Arguments) {
  if (Arguments.Count > LaunchReferences::Row::Capacity ||
      Device.observers().any())
    return nullptr;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const int64_t Type = Arguments.Types[I];
    if (Type & (MapDelete | MapOmpxHold) || hasAll(Type, AlwaysFrom))
      return nullptr;
  }
  return Launches.take();
}

bool DataEnvironment::enterIfPresent(const MapArguments &Arguments, uint32_t I,
                                     ItemPlaces Places,
                                     LaunchReferences::Row *Row) {
  const int64_t Type = Arguments.Types[I];
  if (Type & (MapLiteral | MapPrivate | MapAttach)) {
    Places.set(I, DeviceAddress());
    return !(Type & MapAttach) ||
           (!(Type & MapAlways) && !Options.AlwaysAttach);
  }
  if (Type & MapPtrAndObj || hasAll(Type, AlwaysTo))
    return false;
  const HostAddress Begin = Arguments.begin(I);
  const uint64_t Size = Arguments.size(I);
  Mapping *M;
  DeviceAddress Place;
  if (const SettledPlace *There = Settled.find(Begin, Size)) [[likely]] {
    M = There->Owner;
    Place = There->deviceAddress(Begin);
    Places.set(I, Place, rangeFor(*There));
    if ((!There->IsPermanent || Type & MapOmpxHold) && !isMember(Type)) {
      if (Row)
        Row->add(*M);
      else
        count(*M, Type);
    }
  } else if (!staysUnmapped(Type, Size)) {
    return false;
  } else {
    // Either nothing is mapped there, or this is an empty section before a
    // mapping.
    Match Near = Table.findSection(Begin, Size);
    if (!Near.Found) {
      Places.set(I, inPlace(Begin));
      report(MappingChange::Empty, Arguments, I, Begin, Size, nullptr);
      return true;
    }
    if (!Near.isContained() || !Near.Found->isSettled() ||
        Begin >= Near.Found->Begin)
      return false;
    M = Near.Found;
    Place = M->deviceAddress(Begin);
    Places.set(I, Place);
    forgetContents(*M);
  }
  if (Type & MapReturnParam) {
    Arguments.Bases[I] = (Place - (Begin - Arguments.base(I))).pointer();
    forgetContents(*M);
  }
  report(MappingChange::Found, Arguments, I, Begin, Size, M);
  return true;
}

uint32_t DataEnvironment::leavePresent(const MapArguments &Arguments) {
  if (!Arguments.Count)
    return 0;
  ReadLock Lock(TableMutex);
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (!leaveIfReferenced(Arguments, I))
      return I;
  return Arguments.Count;
}

bool DataEnvironment::leaveIfReferenced(const MapArguments &Arguments,
                                        uint32_t I) {
  const int64_t Type = Arguments.Types[I];
  if (Type & (MapLiteral | MapPrivate | MapAttach))
    return true;
  if (Type & (MapPtrAndObj | MapDelete) || hasAll(Type, AlwaysFrom))
    return false;
  const uint64_t Size = Arguments.size(I);
  const SettledPlace *There = Settled.find(Arguments.begin(I), Size);
  if (!There) {
    if (NumInPlace && Type & MapFrom)
      return false; // Looked up under the exclusive lock.
    Match Else = Table.find(Arguments.begin(I), Size);
    if (!Else.holds(Type & MapImplicit))
      return !(Type & MapPresent) || Options.UnifiedSharedMemory;
    return Else.Found->IsPermanent || isMember(Type);
  }
  if ((There->IsPermanent && !(Type & MapOmpxHold)) || isMember(Type))
    return true;
  Mapping &M = *There->Owner;
  if (!dropUnlessLast(Type & MapOmpxHold ? M.Holds : M.References))
    return false;
  report(MappingChange::Released, Arguments, I, Arguments.begin(I), Size, &M);
  return true;
}

} // namespace ompjit
