//===- DataLeave.cpp - The end of a construct: bring data back and release it
//===//
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

constexpr int64_t Unmapped = MapLiteral | MapPrivate | MapAttach;

bool isMember(int64_t Type) {
  return (uint64_t(Type) >> MapMemberOfShift) != 0;
}

} // namespace

Status DataEnvironment::end(const MapArguments &Arguments) {
  if (Arguments.hasMappers()) {
    MapperComponents Components = expandMappers(Arguments);
    return end(Components.arguments());
  }
  Construct C;
  {
    MutexLock Lock(TableMutex);
    awaitArrivals(Arguments);
    for (uint32_t I = 0; I < Arguments.Count; ++I)
      if (Status S = leave(Arguments, I, C); !S)
        return S;
    planCopiesBack(Arguments, C);
  }
  return sendOff(C);
}

/// `delete` takes the mapping away whoever else has references. It must not
/// take away what another construct is still copying.
void DataEnvironment::awaitArrivals(const MapArguments &Arguments) {
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!Arguments.has(I, MapDelete))
      continue;
    auto IsArriving = [&]() OMPJIT_REQUIRES(TableMutex) {
      Match There = Table.find(Arguments.begin(I), Arguments.size(I));
      return There.Found && There.Found->State == MappingState::Arriving;
    };
    while (IsArriving())
      Changed.wait(TableMutex);
  }
}

Status DataEnvironment::leave(const MapArguments &Arguments, uint32_t I,
                              Construct &C) {
  const int64_t Type = Arguments.Types[I];
  if (Type & Unmapped)
    return Done{};
  const bool HasPointer = Type & MapPtrAndObj;
  Match There = Table.find(Arguments.begin(I), Arguments.size(I));
  if (!There.Found) {
    if (Type & MapPresent && !Options.UnifiedSharedMemory)
      return diagnose(Diagnostic::MapNotPresent,
                      {Arguments.describe(I),
                       describeAddress(Arguments.begin(I)),
                       std::to_string(Arguments.size(I))});
  } else if (!isMember(Type) || HasPointer) {
    // An empty section was not counted when it came.
    if (Arguments.size(I) || Type & MapDelete)
      release(*There.Found, Type, C);
  }
  if (HasPointer && !isMember(Type))
    if (Match Pointer = Table.find(Arguments.base(I), sizeof(void *));
        Pointer.Found)
      release(*Pointer.Found, Type, C);
  return Done{};
}

void DataEnvironment::release(Mapping &M, int64_t Type, Construct &C) {
  if (M.IsPermanent || M.State != MappingState::Present)
    return;
  uint64_t &Count = Type & MapOmpxHold ? M.Holds : M.References;
  if (Type & MapDelete)
    Count = 0;
  else if (Count)
    --Count;
  if (!M.isUnreferenced())
    return;
  M.State = MappingState::Leaving;
  M.Construct = &C;
  C.Removed.push_back(&M);
}

/// Which mappings leave is known only after the last argument: a struct's
/// members come after the struct.
void DataEnvironment::planCopiesBack(const MapArguments &Arguments,
                                     Construct &C) {
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const int64_t Type = Arguments.Types[I];
    const bool IsAlways = Type & MapAlways;
    if (Type & Unmapped || !(Type & MapFrom) || !Arguments.size(I) ||
        (C.Removed.empty() && !IsAlways))
      continue;
    Match There = Table.find(Arguments.begin(I), Arguments.size(I));
    if (!There.isContained())
      continue;
    if (IsAlways || C.isRemoving(*There.Found))
      Construct::planCopy(*There.Found, Arguments.begin(I), Arguments.size(I),
                          C.Out);
  }
}

Status DataEnvironment::sendOff(Construct &C) {
  Status Copied = copyOut(C);
  if (C.Removed.empty())
    return Copied;
  for (Mapping *Each : C.Removed)
    if (Each->Allocation)
      if (Status S = Device.free(Each->Allocation, OMPJIT_MEMORY_DEVICE);
          !S && Copied)
        Copied = diagnose(Diagnostic::FreeFailed,
                          {"unmapping", describeAddress(Each->Allocation),
                           S.error().message()});
  MutexLock Lock(TableMutex);
  for (Mapping *Each : C.Removed)
    Table.erase(*Each);
  Changed.notifyAll();
  return Copied;
}

} // namespace ompjit
