//===- DataEnvironment.cpp - The data of one device -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookups, and what begin(), end() and update() share; see DataPresent.cpp,
// DataEnter.cpp, DataArrive.cpp, DataLeave.cpp and DataUpdate.cpp for these.
//
//===----------------------------------------------------------------------===//

#include "DataEnvironment.h"

#include "support/Diagnostics.h"

#include <functional>

namespace ompjit {

DataEnvironment::~DataEnvironment() {
  Table.forEach([this](const Mapping &Each) {
    if (Each.Allocation)
      (void)Device.free(Each.Allocation, OMPJIT_MEMORY_DEVICE);
  });
}

void DataEnvironment::addGlobal(HostAddress Host, DeviceAddress Place,
                                uint64_t Size, const char *Name) {
  WriteLock Lock(TableMutex);
  // Two libraries may define one variable; the first is the one in use, as for
  // every other symbol.
  if (Table.find(Host, Size).Kind != Overlap::None)
    return;
  Mapping &New = Table.insert(Host, Size);
  New.Device = Place;
  New.IsPermanent = true;
  New.Name = Name;
  New.State = MappingState::Present;
  Settled.insert(New);
}

Status DataEnvironment::associate(HostAddress Host, DeviceAddress Place,
                                  uint64_t Size) {
  WriteLock Lock(TableMutex);
  Match There = Table.find(Host, Size);
  if (There.isContained() && There.Found->IsPermanent &&
      There.Found->deviceAddress(Host) == Place)
    return Done{};
  if (There.Kind != Overlap::None)
    return diagnose(Diagnostic::AssociateOverlap,
                    {describeAddress(Host), describeAddress(Host + Size)});
  Mapping &New = Table.insert(Host, Size);
  New.Device = Place;
  New.IsPermanent = true;
  New.IsAssociated = true;
  New.State = MappingState::Present;
  Settled.insert(New);
  return Done{};
}

Status DataEnvironment::disassociate(HostAddress Host) {
  WriteLock Lock(TableMutex);
  Match There = Table.find(Host, 0);
  if (There.Found && There.Found->IsAssociated && There.Found->Holds)
    return diagnose(Diagnostic::DisassociateHeld, {describeAddress(Host)});
  if (forget(Host, true))
    return Done{};
  return diagnose(Diagnostic::DisassociateFailed, {describeAddress(Host)});
}

void DataEnvironment::removeGlobal(HostAddress Host) {
  WriteLock Lock(TableMutex);
  (void)forget(Host, false);
}

bool DataEnvironment::forget(HostAddress Host, bool IsAssociated) {
  Match There = Table.find(Host, 0);
  if (!There.Found || There.Found->Begin != Host || !There.Found->IsPermanent ||
      There.Found->IsAssociated != IsAssociated)
    return false;
  Settled.erase(*There.Found);
  Table.erase(*There.Found);
  return true;
}

void DataEnvironment::keepNames(ByteView Going) {
  const std::less<const char *> Before;
  std::vector<Mapping *> Named;
  WriteLock Lock(TableMutex);
  Table.forEach([&](Mapping &M) {
    if (M.Name && !Before(M.Name, Going.data()) &&
        Before(M.Name, Going.data() + Going.size()))
      Named.push_back(&M);
  });
  for (Mapping *Each : Named)
    Each->Name = KeptNames.emplace(Each->Name).first->c_str();
}

DeviceAddress DataEnvironment::lookUp(HostAddress Host, uint64_t Size) {
  {
    ReadLock Lock(TableMutex);
    if (const SettledPlace *P = Settled.find(Host, Size)) [[likely]]
      return P->deviceAddress(Host);
    Match There = Table.find(Host, Size);
    if (!There.isContained() || There.Found->State == MappingState::Failed)
      return DeviceAddress();
    if (!There.Found->isArriving())
      return There.Found->deviceAddress(Host);
  }
  WriteLock Lock(TableMutex);
  Match There = findWhenNot(&Mapping::isArriving, Host, Size);
  if (!There.isContained() || There.Found->State == MappingState::Failed)
    return DeviceAddress();
  return There.Found->deviceAddress(Host);
}

/// As the table's function, which takes longer for data that is settled.
Match DataEnvironment::find(HostAddress Begin, uint64_t Size) const {
  if (const SettledPlace *There = Settled.find(Begin, Size))
    return {Overlap::Contained, There->Owner};
  return Table.find(Begin, Size);
}

/// Returns the mapping there as soon as it is not in that state. A thread that
/// waits for a deferred construct finishes it itself, because all threads that
/// could do it instead may be waiting, too.
Match DataEnvironment::findWhenNot(bool (Mapping::*IsBusy)() const,
                                   HostAddress Begin, uint64_t Size) {
  // What is settled is in none.
  if (const SettledPlace *There = Settled.find(Begin, Size))
    return {Overlap::Contained, There->Owner};
  for (;;) {
    Match There = Table.findSection(Begin, Size);
    if (!There.Found || !(There.Found->*IsBusy)())
      return There;
    std::shared_ptr<Operation> Remover = There.Found->extra().Remover;
    if (!Remover) {
      Changed.wait(TableMutex);
      continue;
    }
    TableMutex.unlock();
    // The construct to which it belongs reports its failure.
    (void)Remover->finish();
    TableMutex.lock();
  }
}

/// Members share their parent's reference. An empty section has one if it
/// begins inside the mapping, where its end will find it. Permanent mappings
/// count their holders, because the program may ask to disassociate them.
bool DataEnvironment::isCounted(const Mapping &M, int64_t Type,
                                HostAddress Begin, uint64_t Size) {
  const bool IsOutside = Size == 0 && Begin < M.Begin;
  return !isMember(Type) && !IsOutside &&
         (!M.IsPermanent || Type & MapOmpxHold);
}

void DataEnvironment::count(Mapping &M, int64_t Type) {
  (Type & MapOmpxHold ? M.Holds : M.References)
      .fetch_add(1, std::memory_order_relaxed);
}

/// Whether an item that is not mapped needs no mapping.
bool DataEnvironment::staysUnmapped(int64_t Type, uint64_t Size) const {
  if (Options.UnifiedSharedMemory && !(Type & MapClose))
    return true;
  return Size == 0 && !(Type & MapPresent);
}

/// Returns the address that kernels use for memory that is not mapped.
DeviceAddress DataEnvironment::inPlace(HostAddress Host) const {
  return Options.UnifiedSharedMemory ? DeviceAddress(Host.Value)
                                     : DeviceAddress();
}

void DataEnvironment::report(MappingChange Change,
                             const MapArguments &Arguments, uint32_t I,
                             HostAddress Begin, uint64_t Size,
                             const Mapping *Now) const {
  if (!Device.observers().any()) [[likely]]
    return;
  auto *Name =
      static_cast<const char *>(Arguments.Names ? Arguments.Names[I] : nullptr);
  Device.observers().tell(&Observer::mapping,
                          MappingEvent{Change, Arguments.has(I, MapImplicit),
                                       Device.id(), Begin, Size, Name, Now});
}

} // namespace ompjit
