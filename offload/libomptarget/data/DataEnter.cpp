//===- DataEnter.cpp - The start of a construct: what goes to the device --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List items that are not simply present are found or inserted under the
// exclusive lock. DataArrive.cpp brings in those that were inserted.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "support/Diagnostics.h"

#include <algorithm>

namespace ompjit {

namespace {

/// Items of these types are not memory that the table could contain.
constexpr int64_t ByValue = MapLiteral | MapPrivate;

/// Returns the bytes to leave free before the data, so that the device's base
/// address is aligned as well as the host's: a section a[3:8] or the middle of
/// a struct does not begin where its base does, and the kernel may rely on the
/// base's alignment. Allocations are aligned to 128 bytes, and so is the
/// device's base if the host's has the alignment of malloc and the stack, so
/// that a kernel that is compiled for it also serves the next run.
uint64_t paddingFor(HostAddress Base, HostAddress Begin, int64_t Type) {
  constexpr uint64_t MaxAlignment = 128, UsualAlignment = 16;
  if (Base == Begin)
    return 0;
  uint64_t Alignment = Base.Value & -Base.Value;
  if (Alignment == 0 || Alignment > MaxAlignment)
    Alignment = MaxAlignment;
  // For an attached pointer, the base is the pointer's own address.
  if (Type & MapPtrAndObj || Alignment < UsualAlignment)
    return Begin.Value % Alignment;
  return (Begin - Base) % MaxAlignment;
}

HostAddress readPointer(HostAddress Pointer) {
  return HostAddress(*static_cast<void **>(Pointer.pointer()));
}

} // namespace

Status DataEnvironment::begin(const MapArguments &Arguments, ItemPlaces Places,
                              Operation &Work) {
  return begin(Arguments, Places, Work, nullptr, nullptr, {});
}

/// If the device overlaps with the host, references are given up one by one
/// when the queue is done.
Status DataEnvironment::beginLaunch(const MapArguments &Arguments,
                                    ItemPlaces Places, Operation &Work,
                                    LaunchReferences::Row *&Noted,
                                    LaunchContents *Contents,
                                    InPlaceTerms Terms) {
  Noted = nullptr;
  return begin(Arguments, Places, Work, Work.overlaps() ? nullptr : &Noted,
               Contents, Terms);
}

Status DataEnvironment::begin(const MapArguments &Arguments, ItemPlaces Places,
                              Operation &Work, LaunchReferences::Row **Noted,
                              LaunchContents *Contents,
                              const InPlaceTerms &Terms) {
  if (Arguments.hasMappers())
    return beginExpanded(Arguments, Places, Work);
  uint32_t NumPresent = enterPresent(Arguments, Places, Noted);
  if (NumPresent == Arguments.Count) [[likely]]
    return Done{};
  return enterRest(Arguments, NumPresent, Places, Work, Contents, Terms);
}

Status DataEnvironment::beginExpanded(const MapArguments &Arguments,
                                      ItemPlaces Places, Operation &Work) {
  MapperComponents Components = expandMappers(Arguments);
  if (Status S = begin(Components.arguments(), nullptr, Work); !S)
    return S;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (Arguments.has(I, ByValue | MapAttach)) {
      Places.set(I, DeviceAddress());
      continue;
    }
    DeviceAddress There = lookUp(Arguments.begin(I), 0);
    Places.set(I, There);
    Known.forget(There);
    if (Arguments.has(I, MapReturnParam) && There)
      Arguments.Bases[I] =
          (There - (Arguments.begin(I) - Arguments.base(I))).pointer();
  }
  return Done{};
}

Status DataEnvironment::enterRest(const MapArguments &Arguments, uint32_t First,
                                  ItemPlaces Places, Operation &Work,
                                  LaunchContents *Contents,
                                  const InPlaceTerms &Terms) {
  Construct C(Work, Contents);
  C.IsLaunch = Places.Addresses;
  {
    WriteLock Lock(TableMutex);
    if (Terms.IsAwaited)
      planInPlace(Arguments, Terms, C);
    if (C.Stays == Construct::InPlace::All) {
      enterInPlace(Arguments, First, Places);
      return Done{};
    }
    if (Status S = planEntry(Arguments, First, C); !S) {
      publish(C, MappingState::Failed, nullptr);
      return S;
    }
    // Of what stays in its place; others come with their copies.
    tellContents(Arguments, C);
    C.Kept.clear();
    if (!C.concernsOthers())
      resolve(Arguments, First, C, Places);
  }
  Result<std::shared_ptr<ArrivalEvent>> Arrival = bringIn(Arguments, C);
  if (!C.concernsOthers())
    return Arrival ? Status(Done{}) : Status(Arrival.takeError());
  {
    WriteLock Lock(TableMutex);
    publish(C, Arrival ? MappingState::Present : MappingState::Failed,
            Arrival ? *Arrival : nullptr);
    if (!Arrival)
      return Arrival.takeError();
    if (Status S = awaitOthers(C); !S)
      return S;
    resolve(Arguments, First, C, Places);
    tellContents(Arguments, C);
  }
  return awaitArrivals(C);
}

Status DataEnvironment::planEntry(const MapArguments &Arguments, uint32_t First,
                                  Construct &C) {
  if (C.Stays != Construct::InPlace::None)
    return planItems(Arguments, First, C);
  ++NumCopying;
  if (NumInPlace)
    awaitInPlace(Arguments);
  Status Planned = planItems(Arguments, First, C);
  --NumCopying;
  return Planned;
}

Status DataEnvironment::planItems(const MapArguments &Arguments, uint32_t First,
                                  Construct &C) {
  absl::InlinedVector<uint32_t, 4> Unmapped;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (C.IsLaunch && isUnmappedSection(Arguments, I))
      Unmapped.push_back(I);
    if (I < First)
      continue;
    if (Status S = enter(Arguments, I, C); !S)
      return S;
  }
  // A kernel's pointer may come before the item that maps what it points to.
  for (uint32_t I : Unmapped) {
    if (isUnmappedSection(Arguments, I))
      continue;
    if (Status S = enter(Arguments, I, C); !S)
      return S;
    C.Late.push_back(I);
  }
  // Pointers are attached to new mappings of this construct, so if everything
  // was present there is nothing to attach, unless it is forced.
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const bool IsForced = Options.AlwaysAttach || Arguments.has(I, MapAlways);
    if (Arguments.has(I, MapAttach) && (IsForced || !C.Created.empty()))
      attach(Arguments.base(I), Arguments.begin(I), IsForced, C);
  }
  return Done{};
}

/// Whether the item is an empty section that has no mapping yet.
bool DataEnvironment::isUnmappedSection(const MapArguments &Arguments,
                                        uint32_t I) const {
  return Arguments.size(I) == 0 &&
         !Arguments.has(I, ByValue | MapAttach | MapPtrAndObj) &&
         !Table.findSection(Arguments.begin(I), 0).Found;
}

Status DataEnvironment::enter(const MapArguments &Arguments, uint32_t I,
                              Construct &C) {
  const int64_t Type = Arguments.Types[I];
  if (Type & (ByValue | MapAttach))
    return Done{};
  const bool HasPointer = Type & MapPtrAndObj;
  if (HasPointer) {
    // The pointer's own eight bytes; a member's pointer was mapped with its
    // parent.
    Item Pointer{Arguments,         I,
                 Arguments.base(I), Arguments.base(I),
                 sizeof(void *),    Type & ~int64_t(MapPresent | MapTo)};
    if (Status S = findOrInsert(Pointer, C); !S)
      return S;
  }

  Item Pointee{Arguments, I,
               HasPointer ? readPointer(Arguments.base(I)) : Arguments.base(I),
               Arguments.begin(I), Arguments.size(I),
               // The pointee is not a member: it is elsewhere and has its own
               // reference count.
               HasPointer ? Type & ~(int64_t(-1) << MapMemberOfShift) : Type};
  if (Status S = findOrInsert(Pointee, C); !S)
    return S;
  if (HasPointer)
    attach(Arguments.base(I), Pointee.Begin, /*Always=*/true, C);
  return Done{};
}

/// Finds or inserts the mapping that holds the item, counts its reference and
/// plans its copy. Makes no mapping if the item needs none.
Status DataEnvironment::findOrInsert(const Item &Wanted, Construct &C) {
  Match There = findWhenNot(&Mapping::isLeaving, Wanted.Begin, Wanted.Size);
  if (There.Kind == Overlap::Partial && !(Wanted.Type & MapImplicit))
    return diagnose(Diagnostic::MapOverlap,
                    {Wanted.Arguments.describe(Wanted.Index),
                     describeAddress(Wanted.Begin),
                     describeAddress(Wanted.Begin + Wanted.Size),
                     describeAddress(There.Found->Begin),
                     describeAddress(There.Found->End)});
  Mapping *M = There.Found;
  if (!M) {
    Result<Mapping *> New = insert(Wanted, C);
    if (!New)
      return New.takeError();
    M = *New;
    if (!M) {
      report(MappingChange::Empty, Wanted.Arguments, Wanted.Index, Wanted.Begin,
             Wanted.Size, nullptr);
      return Done{};
    }
  } else if (M->State == MappingState::Failed) {
    return diagnose(Diagnostic::MapFailedElsewhere,
                    {Wanted.Arguments.describe(Wanted.Index)});
  } else {
    if (M->State != MappingState::Present && !C.hasCreated(*M))
      C.Foreign.push_back(M->Begin);
    if (M->extra().Arrival)
      C.Arrivals.push_back(M->extra().Arrival);
    report(MappingChange::Found, Wanted.Arguments, Wanted.Index, Wanted.Begin,
           Wanted.Size, M);
  }

  if (isCounted(*M, Wanted.Type, Wanted.Begin, Wanted.Size))
    count(*M, Wanted.Type);
  if (M->IsInPlace && !There.Found)
    report(MappingChange::Created, Wanted.Arguments, Wanted.Index, Wanted.Begin,
           Wanted.Size, M);
  if ((Wanted.Type & MapTo) && Wanted.Size &&
      (Wanted.Type & MapAlways || C.hasCreated(*M)))
    Construct::planCopy(*M, Wanted.Begin, Wanted.Size, C.In);
  return Done{};
}

Result<Mapping *> DataEnvironment::insert(const Item &Wanted, Construct &C) {
  if (staysUnmapped(Wanted.Type, Wanted.Size))
    return nullptr;
  if (Wanted.Type & MapPresent)
    return diagnose(Diagnostic::MapNotPresent,
                    {Wanted.Arguments.describe(Wanted.Index),
                     describeAddress(Wanted.Begin),
                     std::to_string(Wanted.Size)});
  if (Wanted.Type & (MapTo | MapFrom) && Wanted.Size &&
      Wanted.Begin.Value < FirstPageBytes)
    return diagnose(Diagnostic::MapNull,
                    {Wanted.Arguments.describe(Wanted.Index),
                     std::to_string(Wanted.Size),
                     describeAddress(Wanted.Begin)});
  if (C.mapsInPlace(Wanted.Type, Wanted.Index)) {
    Mapping &New = insertInPlace(Wanted);
    if (Wanted.Type & MapTo && C.Contents &&
        Wanted.Size <= LaunchContents::MaxBytes)
      C.Kept.push_back(
          {&New, Wanted.Begin, Wanted.Size, Wanted.Begin.pointer()});
    return &New;
  }
  Mapping &New = Table.insert(Wanted.Begin, Wanted.Size);
  New.Base = std::min(Wanted.Base, Wanted.Begin);
  New.Construct = &C;
  if (Wanted.Arguments.Names)
    New.Name = static_cast<const char *>(Wanted.Arguments.Names[Wanted.Index]);
  C.Created.push_back(
      {&New, paddingFor(Wanted.Base, Wanted.Begin, Wanted.Type), Wanted.Index});
  return &New;
}

/// Plans to make the device's copy of the pointer point to the device's copy of
/// its pointee, if both exist and one of them is new or \p Always is set.
void DataEnvironment::attach(HostAddress Pointer, HostAddress Pointee,
                             bool Always, Construct &C) {
  Match Holder = Table.find(Pointer, sizeof(void *));
  Match Target = Table.find(Pointee, 0);
  if (!Holder.isContained() || !Target.isContained())
    return;
  if (!Always && !C.hasCreated(*Holder.Found) && !C.hasCreated(*Target.Found))
    return;
  addAttachment(*Holder.Found, Pointer);
  // The section may begin behind (or before) the place to which the pointer
  // points.
  C.Attachments.push_back({Pointer, Pointee, Pointee - readPointer(Pointer)});
}

/// Returns where the items' data is, now that all of it has a place.
void DataEnvironment::resolve(const MapArguments &Arguments, uint32_t First,
                              const Construct &C, ItemPlaces Places) {
  auto Resolve = [&](uint32_t I)
                     OMPJIT_NO_ANALYSIS { resolve(Arguments, I, Places); };
  for (uint32_t I = First; I < Arguments.Count; ++I)
    Resolve(I);
  for (uint32_t I : C.Late)
    if (I < First)
      Resolve(I);
}

void DataEnvironment::resolve(const MapArguments &Arguments, uint32_t I,
                              ItemPlaces Places) {
  if (Arguments.has(I, ByValue | MapAttach))
    return Places.set(I, DeviceAddress());
  const HostAddress Begin = Arguments.begin(I);
  Match There = find(Begin, Arguments.size(I));
  if (!There.Found)
    There = Table.findSection(Begin, Arguments.size(I));
  if (!There.Found)
    return Places.set(I, inPlace(Begin));
  const DeviceAddress Place = There.Found->deviceAddress(Begin);
  if (Arguments.has(I, MapReturnParam)) {
    const HostAddress Base = Arguments.has(I, MapPtrAndObj)
                                 ? readPointer(Arguments.base(I))
                                 : Arguments.base(I);
    Arguments.Bases[I] = (Place - (Begin - Base)).pointer();
  }
  const jit::MappedRange Range = Arguments.has(I, MapPtrAndObj)
                                     ? jit::MappedRange{0, 0}
                                     : rangeFor(*There.Found, Begin);
  if (!Range.Size || Arguments.has(I, MapReturnParam))
    forgetContents(*There.Found);
  Places.set(I, Place, Range);
}

} // namespace ompjit
