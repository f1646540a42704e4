//===- DataEnvironment.cpp - The data of one device -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookups, and what begin(), end() and update() share; see DataEnter.cpp,
// DataLeave.cpp and DataUpdate.cpp for these.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

#include "Diagnostics.h"

namespace ompjit {

DataEnvironment::~DataEnvironment() {
  Table.forEach([this](const Mapping &Each) {
    if (Each.Allocation)
      (void)Device.free(Each.Allocation, OMPJIT_MEMORY_DEVICE);
  });
}

void DataEnvironment::addGlobal(HostAddress Host, DeviceAddress Place,
                                uint64_t Size) {
  MutexLock Lock(TableMutex);
  // Two libraries may define one variable; the first is the one in use, as for
  // every other symbol.
  if (Table.find(Host, Size).Kind != Overlap::None)
    return;
  Mapping &New = Table.insert(Host, Size);
  New.Device = Place;
  New.IsPermanent = true;
  New.State = MappingState::Present;
}

Status DataEnvironment::associate(HostAddress Host, DeviceAddress Place,
                                  uint64_t Size) {
  MutexLock Lock(TableMutex);
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
  New.State = MappingState::Present;
  return Done{};
}

bool DataEnvironment::forget(HostAddress Host) {
  MutexLock Lock(TableMutex);
  Match There = Table.find(Host, 0);
  if (!There.Found || There.Found->Begin != Host || !There.Found->IsPermanent)
    return false;
  Table.erase(*There.Found);
  return true;
}

DeviceAddress DataEnvironment::lookUp(HostAddress Host, uint64_t Size) {
  MutexLock Lock(TableMutex);
  Match There = Table.find(Host, Size);
  if (!There.isContained())
    return DeviceAddress();
  return There.Found->deviceAddress(Host);
}

void DataEnvironment::Construct::planCopy(const Mapping &Where,
                                          HostAddress Begin, uint64_t Size,
                                          std::vector<Transfer> &Transfers) {
  if (Where.Attached.empty()) {
    Transfers.push_back({Begin, Where.deviceAddress(Begin), Size});
    return;
  }
  std::vector<Piece> Pieces;
  appendPieces(Where, Begin, Size, Pieces);
  for (const Piece &Each : Pieces)
    Transfers.push_back({Each.Host, Where.deviceAddress(Each.Host), Each.Size});
}

Status DataEnvironment::copyIn(const Construct &C) const {
  for (const Transfer &Each : C.In)
    if (Status S = Device.copyTo(Each.Device, Each.Host.pointer(), Each.Size);
        !S)
      return diagnose(Diagnostic::TransferFailed,
                      {std::to_string(Each.Size), S.error().message()});
  return Done{};
}

Status DataEnvironment::copyOut(const Construct &C) const {
  for (const Transfer &Each : C.Out)
    if (Status S = Device.copyFrom(Each.Host.pointer(), Each.Device, Each.Size);
        !S)
      return diagnose(Diagnostic::TransferFailed,
                      {std::to_string(Each.Size), S.error().message()});
  return Done{};
}

} // namespace ompjit
