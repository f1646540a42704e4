//===- DataLeave.cpp - The end of a construct: bring data back and release it
//===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "support/Diagnostics.h"

namespace ompjit {

namespace {

constexpr int64_t Unmapped = MapLiteral | MapPrivate | MapAttach;

/// Returns the map type with which the rest of a list item is ended when the
/// queue is done. An item that was released already is then treated like a
/// member: it is copied back if the mapping leaves after all.
int64_t typeForLater(int64_t Type, bool IsReleased) {
  constexpr int64_t Member = int64_t(1) << MapMemberOfShift;
  if (!IsReleased)
    return Type & ~(MapAlways | MapPresent);
  return Type & MapAlways ? Member : Member | (Type & MapFrom);
}

} // namespace

/// Calls \p Visit with each mapping that the end of a list item releases.
template <typename Visitor>
void DataEnvironment::forEachReleased(const MapArguments &Arguments, uint32_t I,
                                      Visitor Visit) const {
  const int64_t Type = Arguments.Types[I];
  if (Type & Unmapped)
    return;
  const bool HasPointer = Type & MapPtrAndObj;
  // A member was counted with its parent.
  if (!isMember(Type) || HasPointer)
    if (Match There = find(Arguments.begin(I), Arguments.size(I));
        There.holds(Type & MapImplicit))
      Visit(*There.Found);
  if (HasPointer && !isMember(Type))
    if (Match Pointer = Table.find(Arguments.base(I), sizeof(void *));
        Pointer.Found)
      Visit(*Pointer.Found);
}

Status DataEnvironment::end(const MapArguments &Arguments, Operation &Work) {
  if (Arguments.hasMappers()) {
    MapperComponents Components = expandMappers(Arguments);
    return end(Components.arguments(), Work);
  }
  if (Work.overlaps())
    return endInQueue(Arguments, Work);
  uint32_t NumReleased = leavePresent(Arguments);
  if (NumReleased == Arguments.Count) [[likely]]
    return Done{};
  Construct C(Work);
  {
    WriteLock Lock(TableMutex);
    awaitDeleted(Arguments);
    for (uint32_t I = NumReleased; I < Arguments.Count; ++I)
      if (Status S = leave(Arguments, I, C); !S)
        return S;
    planCopiesBack(Arguments, C);
  }
  return sendOff(C);
}

/// The construct's kernel may still be in the queue, and if a reference were
/// given up now, others could free what the kernel works on. So only mappings
/// without other references leave now, behind the kernel and through the queue;
/// other references are given up when the queue is done.
Status DataEnvironment::endInQueue(const MapArguments &Arguments,
                                   Operation &Work) {
  Construct C(Work);
  MapperComponents Later;
  {
    WriteLock Lock(TableMutex);
    awaitDeleted(Arguments);
    for (uint32_t I = 0; I < Arguments.Count; ++I)
      forEachReleased(Arguments, I,
                      [&](Mapping &M) OMPJIT_REQUIRES(TableMutex) {
                        Launches.collect(M);
                        M.Ending.add(Arguments.Types[I], M);
                      });
    for (uint32_t I = 0; I < Arguments.Count; ++I) {
      const bool LeavesNow = leavesNow(Arguments, I);
      if (LeavesNow)
        if (Status S = leave(Arguments, I, C); !S)
          return S;
      Later.push(Arguments.Bases[I], Arguments.Begins[I], Arguments.Sizes[I],
                 typeForLater(Arguments.Types[I], LeavesNow),
                 Arguments.Names ? Arguments.Names[I] : nullptr);
    }
    for (uint32_t I = 0; I < Arguments.Count; ++I)
      forEachReleased(Arguments, I, [](Mapping &M) { M.Ending = {}; });
    planCopiesBack(Arguments, C);
  }
  Work.afterwards([this, Later = std::move(Later)]() mutable {
    Operation Now(Device, nullptr);
    return end(Later.arguments(), Now);
  });
  return sendOff(C);
}

/// Whether the list item can be ended while the queue runs: the construct holds
/// the last references to what the item releases, or the item must fail.
bool DataEnvironment::leavesNow(const MapArguments &Arguments,
                                uint32_t I) const {
  const int64_t Type = Arguments.Types[I];
  if (Type & Unmapped)
    return false;
  if (Type & MapDelete)
    return true;
  bool ReleasesAny = false, IsUsedByOthers = false;
  forEachReleased(Arguments, I, [&](const Mapping &M) {
    ReleasesAny = true;
    IsUsedByOthers |= M.IsPermanent || M.References > M.Ending.References ||
                      M.Holds > M.Ending.Holds;
  });
  return ReleasesAny ? !IsUsedByOthers : bool(Type & MapPresent);
}

/// `delete` removes the mapping even if others have references, but it must not
/// remove what another construct is still copying.
void DataEnvironment::awaitDeleted(const MapArguments &Arguments) {
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (Arguments.has(I, MapDelete))
      (void)findWhenNot(&Mapping::isUnderway, Arguments.begin(I),
                        Arguments.size(I));
}

Status DataEnvironment::leave(const MapArguments &Arguments, uint32_t I,
                              Construct &C) {
  const int64_t Type = Arguments.Types[I];
  if (Type & MapPresent && !(Type & Unmapped) && !Options.UnifiedSharedMemory) {
    Match There = find(Arguments.begin(I), Arguments.size(I));
    if (!There.holds(Type & MapImplicit))
      return diagnose(Diagnostic::MapNotPresent,
                      {Arguments.describe(I),
                       describeAddress(Arguments.begin(I)),
                       std::to_string(Arguments.size(I))});
  }
  forEachReleased(Arguments, I, [&](Mapping &M) OMPJIT_REQUIRES(TableMutex) {
    release(M, Arguments, I, C);
  });
  return Done{};
}

void DataEnvironment::release(Mapping &M, const MapArguments &Arguments,
                              uint32_t I, Construct &C) {
  const int64_t Type = Arguments.Types[I];
  if ((M.IsPermanent && !(Type & MapOmpxHold)) ||
      M.State != MappingState::Present)
    return;
  // Notes are made of settled data only.
  if (!M.IsInPlace)
    Launches.collect(M);
  std::atomic<uint64_t> &Count = Type & MapOmpxHold ? M.Holds : M.References;
  if (Type & MapDelete)
    Count = 0;
  else if (Count)
    --Count;
  const bool IsLast = M.isUnreferenced();
  report(IsLast ? MappingChange::Removed : MappingChange::Released, Arguments,
         I, M.Begin, M.size(), &M);
  if (!IsLast)
    return;
  if (M.IsInPlace)
    return removeInPlace(M);
  if (M.isSettled())
    Settled.erase(M);
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
    if (There.Found->extra().Arrival)
      C.Arrivals.push_back(There.Found->extra().Arrival);
    if (IsAlways || C.isRemoving(*There.Found))
      Construct::planCopy(*There.Found, Arguments.begin(I), Arguments.size(I),
                          C.Out);
  }
}

Status DataEnvironment::sendOff(Construct &C) {
  Status Copied = awaitArrivals(C);
  if (Copied)
    Copied = copyOut(C);
  if (C.Removed.empty())
    return Copied;
  if (!C.Work.overlaps()) {
    Status Freed = remove(C.Removed);
    return Copied ? Freed : Copied;
  }
  C.Work.afterwards([this, Removed = C.Removed] { return remove(Removed); });
  // A deferred construct comes back at some time; a thread that needs the place
  // earlier finishes it itself. Nothing may be added to the operation from here
  // on.
  if (std::shared_ptr<Operation> Deferred = C.Work.weak_from_this().lock()) {
    WriteLock Lock(TableMutex);
    for (Mapping *Each : C.Removed)
      Each->makeExtra().Remover = Deferred;
    Changed.notifyAll();
  }
  return Copied;
}

Status DataEnvironment::remove(const MappingList &Removed) {
  Status Freed = Done{};
  for (Mapping *Each : Removed) {
    // Done before somebody else can get the memory.
    forgetContents(*Each);
    if (Options.Pins)
      (void)Options.Pins->unlockMapped(Each->Begin);
    if (Each->Allocation)
      if (Status S = Device.free(Each->Allocation, OMPJIT_MEMORY_DEVICE,
                                 Each->Begin.pointer());
          !S && Freed)
        Freed = diagnose(Diagnostic::FreeFailed,
                         {"unmapping", describeAddress(Each->Allocation),
                          S.error().message()});
  }
  WriteLock Lock(TableMutex);
  for (Mapping *Each : Removed)
    Table.erase(*Each);
  Changed.notifyAll();
  return Freed;
}

} // namespace ompjit
