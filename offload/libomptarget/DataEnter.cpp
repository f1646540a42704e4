//===- DataEnter.cpp - The start of a construct: bring data to the device -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "Diagnostics.h"

namespace ompjit {

namespace {

/// Neither of them is memory that the table could know.
constexpr int64_t ByValue = MapLiteral | MapPrivate;

/// Bytes to leave free before the data, so that the device's base address is
/// aligned as well as the host's: a section a[3:8] or the middle of a struct
/// does not begin where its base does, and the kernel may rely on the base's
/// alignment. An allocation is aligned to 128 bytes itself.
uint64_t paddingFor(HostAddress Base, HostAddress Begin) {
  constexpr uint64_t MaxAlignment = 128;
  if (Base == Begin)
    return 0;
  uint64_t Alignment = Base.Value & -Base.Value;
  if (Alignment == 0 || Alignment > MaxAlignment)
    Alignment = MaxAlignment;
  return Begin.Value % Alignment;
}

HostAddress readPointer(HostAddress Pointer) {
  return HostAddress(*static_cast<void **>(Pointer.pointer()));
}

} // namespace

Status DataEnvironment::begin(const MapArguments &Arguments,
                              DeviceAddress *Addresses) {
  if (Arguments.hasMappers())
    return beginExpanded(Arguments, Addresses);
  Construct C;
  return enterAll(Arguments, Addresses, C);
}

Status DataEnvironment::beginExpanded(const MapArguments &Arguments,
                                      DeviceAddress *Addresses) {
  MapperComponents Components = expandMappers(Arguments);
  Construct C;
  if (Status S = enterAll(Components.arguments(), nullptr, C); !S)
    return S;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (Arguments.has(I, ByValue | MapAttach))
      continue;
    DeviceAddress There = lookUp(Arguments.begin(I), 0);
    if (Addresses)
      Addresses[I] = There;
    if (Arguments.has(I, MapReturnParam) && There)
      Arguments.Bases[I] =
          (There - (Arguments.begin(I) - Arguments.base(I))).pointer();
  }
  return Done{};
}

Status DataEnvironment::enterAll(const MapArguments &Arguments,
                                 DeviceAddress *Addresses, Construct &C) {
  {
    MutexLock Lock(TableMutex);
    bool MayAttach = Options.AlwaysAttach;
    for (uint32_t I = 0; I < Arguments.Count; ++I) {
      MayAttach |= Arguments.has(I, MapAttach) && Arguments.has(I, MapAlways);
      Result<DeviceAddress> Place = enter(Arguments, I, C);
      if (!Place) {
        publish(C, MappingState::Failed);
        return Place.takeError();
      }
      if (Addresses)
        Addresses[I] = *Place;
    }
    // Pointers are attached to what this construct mapped newly, so there is
    // nothing to attach where everything was present.
    if (MayAttach || !C.Created.empty())
      for (uint32_t I = 0; I < Arguments.Count; ++I)
        if (Arguments.has(I, MapAttach))
          if (Status S = attach(
                  Arguments.base(I), Arguments.begin(I),
                  Options.AlwaysAttach || Arguments.has(I, MapAlways), C);
              !S) {
            publish(C, MappingState::Failed);
            return S;
          }
  }
  return bringIn(C);
}

/// Returns the device address of the argument's begin.
Result<DeviceAddress> DataEnvironment::enter(const MapArguments &Arguments,
                                             uint32_t I, Construct &C) {
  const int64_t Type = Arguments.Types[I];
  if (Type & (ByValue | MapAttach))
    return DeviceAddress();
  const bool HasPointer = Type & MapPtrAndObj;
  if (HasPointer) {
    // The pointer's own eight bytes. A member's pointer came with its parent.
    Item Pointer{Arguments,         I,
                 Arguments.base(I), Arguments.base(I),
                 sizeof(void *),    Type & ~int64_t(MapPresent | MapTo)};
    if (Result<Mapping *> M = findOrInsert(Pointer, C); !M)
      return M.takeError();
  }

  Item Pointee{Arguments, I,
               HasPointer ? readPointer(Arguments.base(I)) : Arguments.base(I),
               Arguments.begin(I), Arguments.size(I),
               // The pointee is no member: it lies elsewhere and has its own
               // reference count.
               HasPointer ? Type & ~(int64_t(-1) << MapMemberOfShift) : Type};
  Result<Mapping *> M = findOrInsert(Pointee, C);
  if (!M)
    return M.takeError();
  if (!*M) {
    bool InPlace = Options.UnifiedSharedMemory && Arguments.Begins[I];
    return InPlace ? DeviceAddress(Arguments.Begins[I]) : DeviceAddress();
  }
  DeviceAddress Place = (*M)->deviceAddress(Pointee.Begin);
  if (HasPointer)
    if (Status S = attach(Arguments.base(I), Pointee.Begin, /*Always=*/true, C);
        !S)
      return S.takeError();
  if (Type & MapReturnParam)
    Arguments.Bases[I] = (Place - (Pointee.Begin - Pointee.Base)).pointer();
  return Place;
}

/// The mapping that holds the item, with its reference counted and its copy
/// planned. Null where the item needs none: an empty section of something that
/// is not mapped, or anything under unified shared memory.
Result<Mapping *> DataEnvironment::findOrInsert(const Item &Wanted,
                                                Construct &C) {
  Match There = Table.find(Wanted.Begin, Wanted.Size);
  while (There.Found && There.Found->State == MappingState::Leaving) {
    Changed.wait(TableMutex);
    There = Table.find(Wanted.Begin, Wanted.Size);
  }
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
    if (!New || !*New)
      return New;
    M = *New;
  } else if (M->State == MappingState::Failed) {
    return diagnose(Diagnostic::MapFailedElsewhere,
                    {Wanted.Arguments.describe(Wanted.Index)});
  } else if (M->State == MappingState::Arriving && M->Construct != &C) {
    C.Foreign.push_back(M->Begin);
  }

  const bool IsMember = (uint64_t(Wanted.Type) >> MapMemberOfShift) != 0;
  const bool CountsReference = !IsMember && Wanted.Size != 0;
  if (CountsReference && !M->IsPermanent)
    ++(Wanted.Type & MapOmpxHold ? M->Holds : M->References);
  if ((Wanted.Type & MapTo) && Wanted.Size &&
      (Wanted.Type & MapAlways || C.hasCreated(*M)))
    Construct::planCopy(*M, Wanted.Begin, Wanted.Size, C.In);
  return M;
}

Result<Mapping *> DataEnvironment::insert(const Item &Wanted, Construct &C) {
  if (Options.UnifiedSharedMemory && !(Wanted.Type & MapClose))
    return nullptr;
  if (Wanted.Type & MapPresent)
    return diagnose(Diagnostic::MapNotPresent,
                    {Wanted.Arguments.describe(Wanted.Index),
                     describeAddress(Wanted.Begin),
                     std::to_string(Wanted.Size)});
  if (Wanted.Size == 0)
    return nullptr;
  uint64_t Padding = paddingFor(Wanted.Base, Wanted.Begin);
  Result<void *> Memory =
      Device.allocate(Wanted.Size + Padding, OMPJIT_MEMORY_DEVICE);
  if (!Memory)
    return diagnose(Diagnostic::DeviceMemoryExhausted,
                    {Wanted.Arguments.describe(Wanted.Index),
                     std::to_string(Wanted.Size), Memory.error().message()});
  Mapping &New = Table.insert(Wanted.Begin, Wanted.Size);
  New.Allocation = *Memory;
  New.Device = DeviceAddress(*Memory) + Padding;
  New.Construct = &C;
  C.Created.push_back(&New);
  return &New;
}

/// Plans to make the device's copy of the pointer point to the device's copy of
/// what it points to, where both exist and one of them is new or \p Always.
Status DataEnvironment::attach(HostAddress Pointer, HostAddress Pointee,
                               bool Always, Construct &C) {
  Match Holder = Table.find(Pointer, sizeof(void *));
  Match Target = Table.find(Pointee, 0);
  if (!Holder.isContained() || !Target.isContained())
    return Done{};
  if (!Always && !C.hasCreated(*Holder.Found) && !C.hasCreated(*Target.Found))
    return Done{};
  // The section may begin behind (or before) where the pointer points.
  DeviceAddress Value =
      Target.Found->deviceAddress(Pointee) - (Pointee - readPointer(Pointer));
  addAttachment(*Holder.Found, Pointer);
  C.Stores.push_back({Holder.Found->deviceAddress(Pointer), Value});
  return Done{};
}

/// Copies, then lets the others see what this construct has created, then waits
/// for what they create. In this order two constructs cannot wait for each
/// other.
Status DataEnvironment::bringIn(Construct &C) {
  Status Copied = copyIn(C);
  for (const PointerStore &Each : C.Stores) {
    if (!Copied)
      break;
    void *Value = Each.Value.pointer();
    if (Status S = Device.copyTo(Each.Pointer, &Value, sizeof(Value)); !S)
      Copied = diagnose(Diagnostic::TransferFailed,
                        {std::to_string(sizeof(Value)), S.error().message()});
  }
  if (C.Created.empty() && C.Foreign.empty())
    return Copied;
  MutexLock Lock(TableMutex);
  publish(C, Copied ? MappingState::Present : MappingState::Failed);
  return Copied ? awaitOthers(C) : Copied;
}

void DataEnvironment::publish(Construct &C, MappingState State) {
  for (Mapping *Each : C.Created) {
    Each->State = State;
    Each->Construct = nullptr;
  }
  if (!C.Created.empty())
    Changed.notifyAll();
}

Status DataEnvironment::awaitOthers(Construct &C) {
  for (HostAddress Each : C.Foreign) {
    Match There = Table.find(Each, 0);
    while (There.Found && There.Found->State == MappingState::Arriving) {
      Changed.wait(TableMutex);
      There = Table.find(Each, 0);
    }
    if (There.Found && There.Found->State == MappingState::Failed)
      return diagnose(Diagnostic::MapFailedElsewhere, {describeAddress(Each)});
  }
  return Done{};
}

} // namespace ompjit
