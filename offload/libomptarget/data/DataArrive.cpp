//===- DataArrive.cpp - The start of a construct: bring data in -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates and copies what DataEnter.cpp has planned, without the lock, and
// makes constructs that map the same data at the same time wait for each other.
// A construct publishes its own places before it waits for another's place, and
// its own data before it waits for another's data, so no two of them wait for
// each other.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "support/Diagnostics.h"

namespace ompjit {

/// Returns the event after which all data is there; null if it is there now.
Result<std::shared_ptr<ArrivalEvent>>
DataEnvironment::bringIn(const MapArguments &Arguments, Construct &C) {
  if (Status S = allocate(Arguments, C); !S)
    return S.takeError();
  std::vector<PointerStore> Stores;
  if (!C.Foreign.empty() || !C.Attachments.empty())
    placePointers(C, Stores);
  if (Status S = awaitArrivals(C); !S)
    return S.takeError();
  if (Status S = copyIn(C); !S)
    return S.takeError();
  for (const PointerStore &Each : Stores)
    if (Status S = storePointer(Each.Pointer, Each.Value, C.Work); !S)
      return S.takeError();
  if (!C.Work.overlaps() || C.Created.empty())
    return std::shared_ptr<ArrivalEvent>();
  return C.Work.recordArrival();
}

/// The place of a mapping is not read while it is arriving, so no lock is
/// needed to write it.
Status DataEnvironment::allocate(const MapArguments &Arguments, Construct &C) {
  for (const Construct::NewMapping &Each : C.Created) {
    Mapping &M = *Each.Created;
    Result<void *> Memory = Device.allocate(
        M.size() + Each.Padding, OMPJIT_MEMORY_DEVICE, M.Begin.pointer());
    if (!Memory)
      return diagnose(Diagnostic::DeviceMemoryExhausted,
                      {Arguments.describe(Each.Index), std::to_string(M.size()),
                       Memory.error().message()});
    M.Allocation = *Memory;
    if (Arguments.Names && Device.table().memory_name)
      Device.table().memory_name(Device.handle(), *Memory,
                                 Arguments.describe(Each.Index).c_str());
    M.Device = DeviceAddress(*Memory) + Each.Padding;
    if (!C.IsLaunch && IsWatching.load(std::memory_order_relaxed))
      Known.watch(M.Device, M.size());
    if (Options.Pins)
      if (Status S = Options.Pins->lockMapped(M.Begin, M.size()); !S)
        return diagnose(Diagnostic::MapNotPinned,
                        {Arguments.describe(Each.Index), S.error().message()});
    report(MappingChange::Created, Arguments, Each.Index, M.Begin, M.size(),
           &M);
  }
  return Done{};
}

/// Publishes the places of new mappings, waits for the places that others
/// allocate, and computes the values of attached pointers.
void DataEnvironment::placePointers(Construct &C,
                                    std::vector<PointerStore> &Stores) {
  WriteLock Lock(TableMutex);
  for (const Construct::NewMapping &Each : C.Created)
    Each.Created->State = MappingState::Placed;
  Changed.notifyAll();
  for (HostAddress Each : C.Foreign)
    (void)findWhenNot(&Mapping::isArriving, Each, 0);
  for (const Attachment &Each : C.Attachments) {
    (void)findWhenNot(&Mapping::isArriving, Each.Pointer, sizeof(void *));
    Match Target = findWhenNot(&Mapping::isArriving, Each.Pointee, 0);
    // Looked up again, because waiting for the target released the lock.
    Match Holder = Table.find(Each.Pointer, sizeof(void *));
    if (!Holder.isContained() || !Target.isContained())
      continue;
    forgetContents(*Target.Found);
    Stores.push_back({Holder.Found->deviceAddress(Each.Pointer),
                      Target.Found->deviceAddress(Each.Pointee) - Each.Offset});
  }
}

/// Makes the construct's new mappings usable by others, or marks them as
/// failed.
void DataEnvironment::publish(Construct &C, MappingState State,
                              const std::shared_ptr<ArrivalEvent> &Arrival) {
  if (C.Created.empty())
    return;
  std::vector<HostAddress> Begins;
  for (const Construct::NewMapping &Each : C.Created) {
    Each.Created->State = State;
    Each.Created->Construct = nullptr;
    if (Arrival)
      Each.Created->makeExtra().Arrival = Arrival;
    if (Each.Created->isSettled())
      Settled.insert(*Each.Created);
    if (Arrival)
      Begins.push_back(Each.Created->Begin);
  }
  Changed.notifyAll();
  if (Arrival)
    C.Work.afterwards([this, Begins = std::move(Begins), Arrival] {
      forgetArrival(Begins, Arrival);
      return Done{};
    });
}

/// Called when the data is there, so that nobody needs to wait for it any
/// longer.
void DataEnvironment::forgetArrival(
    const std::vector<HostAddress> &Begins,
    const std::shared_ptr<ArrivalEvent> &Arrival) {
  WriteLock Lock(TableMutex);
  for (HostAddress Each : Begins)
    if (Match There = Table.find(Each, 0);
        There.Found && There.Found->extra().Arrival == Arrival) {
      There.Found->makeExtra().Arrival = nullptr;
      if (There.Found->isSettled())
        Settled.insert(*There.Found);
    }
}

/// Waits for mappings that other constructs were bringing in when this one
/// found them.
Status DataEnvironment::awaitOthers(Construct &C) {
  C.Arrivals.clear();
  for (HostAddress Each : C.Foreign) {
    Match There = findWhenNot(&Mapping::isUnderway, Each, 0);
    if (There.Found && There.Found->State == MappingState::Failed)
      return diagnose(Diagnostic::MapFailedElsewhere, {describeAddress(Each)});
    if (There.Found && There.Found->extra().Arrival)
      C.Arrivals.push_back(There.Found->extra().Arrival);
  }
  return Done{};
}

/// Makes this construct's queue wait for data that arrives in other queues.
Status DataEnvironment::awaitArrivals(const Construct &C) const {
  for (const std::shared_ptr<ArrivalEvent> &Each : C.Arrivals)
    if (Status S = C.Work.await(*Each); !S)
      return S;
  return Done{};
}

} // namespace ompjit
