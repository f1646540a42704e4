//===- Ompt.cpp - Tells an OMPT tool what happens on devices --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ompt.h"

#include "data/MapArguments.h"
#include "data/MappingTable.h"

#include <algorithm>
#include <utility>

namespace ompjit {

using namespace ompt;

/// A construct of a thread, with the tool's data.
struct OmptObserver::Region {
  Region *Outer = nullptr;
  ConstructKind Kind = ConstructKind::Routine;
  const void *CodeAddress = nullptr;
  const MapArguments *Arguments = nullptr;
  ompt::Id TargetId = 0;
  ompt::Data TargetData = {};
  ompt::Data *Task = nullptr; ///< The task that encountered the construct.
  ompt::Data *TargetTask = nullptr;
  // For the one operation and the one kernel that can be under way.
  ompt::Id DataOpId = 0;
  ompt::Id SubmitId = 0;

  // Mappings that were not reported to the tool yet.
  std::vector<void *> Hosts, Devices;
  std::vector<size_t> Bytes;
  std::vector<unsigned> Flags;

  bool isDirective() const { return Kind != ConstructKind::Routine; }
  bool bringsData() const {
    return Kind == ConstructKind::Target || Kind == ConstructKind::EnterData;
  }
  unsigned flagsOf(const MappingEvent &) const;
};

namespace {

TargetKind kindOf(const ConstructEvent &E) {
  TargetKind Kind = TargetKind::Update;
  switch (E.Kind) {
  case ConstructKind::Target:
    Kind = TargetKind::Target;
    break;
  case ConstructKind::EnterData:
    Kind = TargetKind::EnterData;
    break;
  case ConstructKind::ExitData:
    Kind = TargetKind::ExitData;
    break;
  case ConstructKind::Update:
  case ConstructKind::Routine:
    break;
  }
  return E.IsNoWait ? TargetKind(int(Kind) + int(TargetKind::NoWait)) : Kind;
}

/// The two ends of an operation as OMPT describes them.
struct OperationEnds {
  DataOp Kind;
  const void *Source;
  int SourceDevice;
  const void *Destination;
  int DestinationDevice;
};

/// Asynchronous operations are reported with the plain kinds, and copies
/// between devices as copies from a device, as in the packaged runtime:
/// existing tools know no other kinds.
OperationEnds describe(const DataEvent &E, int HostNumber) {
  constexpr int Nowhere = -1;
  switch (E.Kind) {
  case DataKind::Allocate:
    return {DataOp::Alloc, E.Host, HostNumber, E.Device, E.DeviceId};
  case DataKind::Free:
    return {DataOp::Delete, E.Device, E.DeviceId, nullptr, Nowhere};
  case DataKind::CopyFromDevice:
    return {DataOp::TransferFromDevice, E.Device, E.DeviceId, E.Host,
            HostNumber};
  case DataKind::CopyOnDevice: {
    // The devices' numbers tell tools that this is not a copy to the host.
    const int From = E.SourceDeviceId < 0 ? E.DeviceId : E.SourceDeviceId;
    return {DataOp::TransferFromDevice, E.Host, From, E.Device, E.DeviceId};
  }
  case DataKind::Associate:
    return {DataOp::Associate, E.Host, HostNumber, E.Device, E.DeviceId};
  case DataKind::Disassociate:
    return {DataOp::Disassociate, E.Host, HostNumber, nullptr, E.DeviceId};
  case DataKind::CopyToDevice:
  case DataKind::Fill:
    break;
  }
  return {DataOp::TransferToDevice, E.Host, HostNumber, E.Device, E.DeviceId};
}

unsigned requestedTeams(const KernelEvent &E) {
  constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
  const uint32_t Teams = E.Launch->num_teams[0];
  return Teams == NoTeamsConstruct ? 1 : Teams;
}

/// No device has a tracing interface: tools that ask for its functions are told
/// that there are none.
Function lookUpNothing(const char *) { return nullptr; }

} // namespace

/// The map type of the list item says more than the event; components of a
/// mapper have none.
unsigned OmptObserver::Region::flagsOf(const MappingEvent &E) const {
  int64_t Type = 0;
  for (uint32_t I = 0; Arguments && I < Arguments->Count; ++I)
    if (Arguments->begin(I) == E.Begin) {
      Type = Arguments->Types[I];
      break;
    }
  unsigned Flags = E.IsImplicit ? MapFlagImplicit : 0;
  if (Type & MapTo)
    Flags |= MapFlagTo;
  if (Type & MapFrom)
    Flags |= MapFlagFrom;
  if (Type & (MapTo | MapFrom))
    return Flags;
  if (Type & MapDelete)
    return Flags | MapFlagDelete;
  return Flags | (bringsData() ? MapFlagAlloc : MapFlagRelease);
}

template <typename Callback>
Callback OmptObserver::callback(ompt::Event Which) const {
  // Looked up each time, because tools may change their callbacks at any time.
  Function Found = nullptr;
  if (isOver() || !Around.GetCallback(int(Which), &Found))
    return nullptr;
  return reinterpret_cast<Callback>(Found);
}

namespace {

/// The constructs that the thread is in. Not a member, because members cannot
/// be thread-local; a process has a single tool.
thread_local void *Innermost = nullptr;

} // namespace

/// Data may also come and go outside of any construct.
OmptObserver::Region &OmptObserver::innermost() {
  static thread_local Region Outside;
  return Innermost ? *static_cast<Region *>(Innermost) : Outside;
}

void OmptObserver::constructBegins(const ConstructEvent &E) {
  auto *New = new Region;
  New->Outer = static_cast<Region *>(Innermost);
  New->Kind = E.Kind;
  New->CodeAddress = E.CodeAddress;
  New->Arguments = E.Arguments;
  Innermost = New;
  if (!New->isDirective())
    return;
  New->TargetId = newId();
  if (Around.GetTaskData)
    New->Task = Around.GetTaskData();
  if (Around.GetTargetTaskData)
    New->TargetTask = Around.GetTargetTaskData();
  tellConstruct(*New, E, Endpoint::Begin);
}

/// The tool sees neither this nor constructResumes(): for it the construct goes
/// on until its end, on any thread.
void OmptObserver::constructPauses(const ConstructEvent &E) {
  auto *Left = static_cast<Region *>(Innermost);
  if (!Left)
    return;
  tellMappings(*Left);
  Innermost = std::exchange(Left->Outer, nullptr);
  Left->Arguments = nullptr;
  MutexLock Lock(ListMutex);
  Paused.emplace(E.Deferred, Left);
}

void OmptObserver::constructResumes(const ConstructEvent &E) {
  Region *Known = nullptr;
  {
    MutexLock Lock(ListMutex);
    if (auto Place = Paused.find(E.Deferred); Place != Paused.end()) {
      Known = Place->second;
      Paused.erase(Place);
    }
  }
  // A construct that began before the tool was active gets a region that the
  // tool never sees.
  if (!Known)
    Known = new Region;
  Known->Outer = static_cast<Region *>(Innermost);
  Innermost = Known;
}

void OmptObserver::constructEnds(const ConstructEvent &E) {
  auto *Old = static_cast<Region *>(Innermost);
  // The construct began before the tool was active.
  if (!Old)
    return;
  if (Old->isDirective()) {
    tellMappings(*Old);
    tellConstruct(*Old, E, Endpoint::End);
  }
  Innermost = Old->Outer;
  delete Old;
}

void OmptObserver::tellConstruct(Region &R, const ConstructEvent &E,
                                 Endpoint Scope) {
  if (auto Emi = callback<TargetEmiFn>(ompt::Event::TargetEmi)) {
    Emi(kindOf(E), Scope, E.DeviceId, R.Task, R.TargetTask, &R.TargetData,
        E.CodeAddress);
  } else if (auto Plain = callback<TargetFn>(ompt::Event::Target)) {
    // EMI callbacks of the operations see the same id.
    R.TargetData.Value = R.TargetId;
    Plain(kindOf(E), Scope, E.DeviceId, R.Task, R.TargetId, E.CodeAddress);
  }
}

void OmptObserver::dataBegins(const DataEvent &E) {
  innermost().DataOpId = 0;
  tellData(E, Endpoint::Begin);
}

void OmptObserver::dataEnds(const DataEvent &E) { tellData(E, Endpoint::End); }

void OmptObserver::tellData(const DataEvent &E, Endpoint Scope) {
  Region &R = innermost();
  const OperationEnds What = describe(E, Around.GetHostNumber());
  auto *Source = const_cast<void *>(What.Source);
  auto *Destination = const_cast<void *>(What.Destination);
  if (auto Emi = callback<TargetDataOpEmiFn>(ompt::Event::TargetDataOpEmi)) {
    Emi(Scope, R.TargetTask, &R.TargetData, &R.DataOpId, What.Kind, Source,
        What.SourceDevice, Destination, What.DestinationDevice, E.Bytes,
        R.CodeAddress);
    return;
  }
  if (Scope == Endpoint::Begin)
    return;
  if (auto Plain = callback<TargetDataOpFn>(ompt::Event::TargetDataOp))
    Plain(R.TargetId, newId(), What.Kind, Source, What.SourceDevice,
          Destination, What.DestinationDevice, E.Bytes, R.CodeAddress);
}

void OmptObserver::kernelBegins(const KernelEvent &E) {
  Region &R = innermost();
  tellMappings(R);
  R.SubmitId = 0;
  if (auto Emi = callback<TargetSubmitEmiFn>(ompt::Event::TargetSubmitEmi))
    Emi(Endpoint::Begin, &R.TargetData, &R.SubmitId, requestedTeams(E));
  else if (auto Plain = callback<TargetSubmitFn>(ompt::Event::TargetSubmit))
    Plain(R.TargetId, newId(), requestedTeams(E));
}

void OmptObserver::kernelEnds(const KernelEvent &E) {
  Region &R = innermost();
  if (auto Emi = callback<TargetSubmitEmiFn>(ompt::Event::TargetSubmitEmi))
    Emi(Endpoint::End, &R.TargetData, &R.SubmitId, requestedTeams(E));
}

/// Only records the mapping, because the mapping table is locked.
void OmptObserver::mapping(const MappingEvent &E) {
  Region &R = innermost();
  const bool IsLeaving =
      E.Change == MappingChange::Released || E.Change == MappingChange::Removed;
  // The end of a target region maps nothing that its start did not, and an
  // update maps nothing at all.
  if (!R.isDirective() || R.Kind == ConstructKind::Update ||
      (IsLeaving && R.bringsData()))
    return;
  const bool HasPlace = E.Change == MappingChange::Created ||
                        (E.Now && E.Now->State != MappingState::Arriving);
  R.Hosts.push_back(E.Begin.pointer());
  R.Devices.push_back(HasPlace ? E.Now->deviceAddress(E.Begin).pointer()
                               : nullptr);
  R.Bytes.push_back(E.Size);
  R.Flags.push_back(R.flagsOf(E));
}

void OmptObserver::tellMappings(Region &R) {
  if (R.Hosts.empty())
    return;
  const unsigned Count = unsigned(R.Hosts.size());
  if (auto Emi = callback<TargetMapEmiFn>(ompt::Event::TargetMapEmi))
    Emi(&R.TargetData, Count, R.Hosts.data(), R.Devices.data(), R.Bytes.data(),
        R.Flags.data(), R.CodeAddress);
  else if (auto Plain = callback<TargetMapFn>(ompt::Event::TargetMap))
    Plain(R.TargetId, Count, R.Hosts.data(), R.Devices.data(), R.Bytes.data(),
          R.Flags.data(), R.CodeAddress);
  R.Hosts.clear();
  R.Devices.clear();
  R.Bytes.clear();
  R.Flags.clear();
}

void OmptObserver::deviceOpened(const DeviceEvent &E) {
  {
    MutexLock Lock(ListMutex);
    OpenDevices.push_back(E.DeviceId);
  }
  auto Tell = callback<DeviceInitializeFn>(ompt::Event::DeviceInitialize);
  if (!Tell)
    return;
  ompjit_device_info Info = {};
  E.Plugin->device_info(E.Handle, &Info);
  Tell(E.DeviceId, Info.arch, E.Handle, lookUpNothing, nullptr);
}

void OmptObserver::deviceCloses(const DeviceEvent &E) {
  {
    MutexLock Lock(ListMutex);
    if (std::erase(OpenDevices, E.DeviceId) == 0)
      return;
  }
  if (auto Tell = callback<DeviceFinalizeFn>(ompt::Event::DeviceFinalize))
    Tell(E.DeviceId);
}

void OmptObserver::imageLoaded(const ImageEvent &E) {
  uint64_t ModuleId;
  {
    MutexLock Lock(ListMutex);
    ModuleId = NextModuleId++;
    Images.push_back({E, ModuleId});
  }
  // The image is part of the program's memory and not a file.
  if (auto Tell = callback<DeviceLoadFn>(ompt::Event::DeviceLoad))
    Tell(E.DeviceId, nullptr, 0, nullptr, E.Size, const_cast<void *>(E.Begin),
         nullptr, ModuleId);
}

void OmptObserver::imageUnloads(const ImageEvent &E) {
  uint64_t ModuleId;
  {
    MutexLock Lock(ListMutex);
    auto Place = std::find_if(Images.begin(), Images.end(), [&](auto &Each) {
      return Each.Event.DeviceId == E.DeviceId && Each.Event.Begin == E.Begin;
    });
    if (Place == Images.end())
      return;
    ModuleId = Place->ModuleId;
    Images.erase(Place);
  }
  if (auto Tell = callback<DeviceUnloadFn>(ompt::Event::DeviceUnload))
    Tell(E.DeviceId, ModuleId);
}

void OmptObserver::finish() {
  std::vector<int> Devices;
  {
    MutexLock Lock(ListMutex);
    Devices.swap(OpenDevices);
  }
  std::sort(Devices.begin(), Devices.end());
  auto Tell = callback<DeviceFinalizeFn>(ompt::Event::DeviceFinalize);
  if (Tell)
    for (int Each : Devices)
      Tell(Each);
  Over = true;
}

} // namespace ompjit
