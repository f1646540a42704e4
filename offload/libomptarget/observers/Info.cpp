//===- observers/Info.cpp - LIBOMPTARGET_INFO -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Info.h"

#include "Describe.h"
#include "data/MapArguments.h"
#include "data/MappingTable.h"

namespace ompjit {

namespace {

using Stack = ConstructStack<InfoObserver>;

/// The packaged runtime prints "being_mapper", so scripts look for it.
std::string_view enteringWords(ConstructKind Kind) {
  switch (Kind) {
  case ConstructKind::Target:
    return "Entering OpenMP kernel";
  case ConstructKind::EnterData:
    return "Entering OpenMP data region with being_mapper";
  case ConstructKind::ExitData:
    return "Exiting OpenMP data region with end_mapper";
  case ConstructKind::Update:
  case ConstructKind::Routine:
    break;
  }
  return "Updating data within the OpenMP data region with update_mapper";
}

std::string dynamicCount(const Mapping &M) {
  return M.IsPermanent ? "INF" : std::to_string(M.References.load());
}

std::string countsOf(const Mapping &M, const char *Note) {
  return "DynRefCount=" + dynamicCount(M) + Note +
         ", HoldRefCount=" + std::to_string(M.Holds.load());
}

/// Returns the place on the device, which is not known for a mapping that
/// another thread is creating.
std::string devicePlace(const MappingEvent &E) {
  const bool IsKnown = E.Change == MappingChange::Created ||
                       E.Now->State != MappingState::Arriving;
  return describeFull(IsKnown ? E.Now->deviceAddress(E.Begin).pointer()
                              : nullptr);
}

/// \p First is the first dimension; 0 means the device's choice.
std::string extent(uint32_t First, const uint32_t (&Wanted)[3]) {
  std::string Text = "[" + std::to_string(First);
  for (int I = 1; I < 3; ++I)
    Text += "," + std::to_string(Wanted[I] ? Wanted[I] : 1);
  return Text + "]";
}

} // namespace

void InfoObserver::print(int DeviceId, const std::string &Text) {
  PrintLine("omptarget device " + std::to_string(DeviceId) + " info: " + Text);
}

void InfoObserver::failure(const ident_t *Location) {
  if (has(InfoTable))
    PrintLine(DescribeTables(describePlace(Location)));
}

void InfoObserver::constructBegins(const ConstructEvent &E) {
  Stack::push(E);
  if (!has(InfoArguments) || !E.Arguments)
    return;
  const MapArguments &All = *E.Arguments;
  print(E.DeviceId, std::string(enteringWords(E.Kind)) + " at " +
                        describePlace(E.Location) + " with " +
                        std::to_string(All.Count) + " arguments:");
  for (uint32_t I = 0; I < All.Count; ++I) {
    const char *Name =
        All.Names ? static_cast<const char *>(All.Names[I]) : nullptr;
    print(E.DeviceId, std::string(mapKind(All.Types[I], All.Sizes[I])) + "(" +
                          itemName(Name) + ")[" + std::to_string(All.Sizes[I]) +
                          "] ");
  }
}

void InfoObserver::constructEnds(const ConstructEvent &E) {
  if (Stack::pop() && has(InfoTable) && E.Kind != ConstructKind::Routine)
    PrintLine(DescribeTables(describePlace(E.Location)));
}

void InfoObserver::constructPauses(const ConstructEvent &) { Stack::pop(); }

void InfoObserver::constructResumes(const ConstructEvent &E) { Stack::push(E); }

void InfoObserver::dataBegins(const DataEvent &E) {
  if (!has(InfoTransfer))
    return;
  const std::string End = ", Size=" + std::to_string(E.Bytes) + ", Name=" +
                          itemName(findItem(Stack::top(), HostAddress(E.Host)));
  const std::string Host = describeFull(E.Host),
                    Device = describeFull(E.Device);
  if (E.Kind == DataKind::CopyToDevice)
    print(E.DeviceId, "Copying data from host to device, HstPtr=" + Host +
                          ", TgtPtr=" + Device + End);
  if (E.Kind == DataKind::CopyFromDevice)
    print(E.DeviceId, "Copying data from device to host, TgtPtr=" + Device +
                          ", HstPtr=" + Host + End);
  if (E.Kind == DataKind::CopyOnDevice)
    print(E.DeviceId, "Copying data from device to device, SrcPtr=" + Host +
                          ", DstPtr=" + Device +
                          ", Size=" + std::to_string(E.Bytes));
}

void InfoObserver::kernelBegins(const KernelEvent &E) {
  if (!has(InfoKernel))
    return;
  const bool IsKnown = E.Shape.num_blocks[0] != 0;
  const auto &Blocks = IsKnown ? E.Shape.num_blocks : E.Launch->num_teams;
  const auto &Threads = IsKnown ? E.Shape.block_size : E.Launch->thread_limit;
  PrintLine("\"PluginInterface\" device " + std::to_string(E.DeviceId) +
            " info: Launching kernel " + E.Name + " with " +
            extent(IsKnown ? Blocks[0] : Limits.teamsOf(E), Blocks) +
            " blocks and " + extent(Threads[0], Threads) + " threads");
  if (const std::string Limit = Limits.describe(E); !Limit.empty())
    print(E.DeviceId, Limit);
}

void InfoObserver::mapping(const MappingEvent &E) {
  const std::string Name = itemName(E.Name);
  if (E.Change == MappingChange::Empty) {
    if (has(InfoEmpty))
      print(E.DeviceId,
            "variable " + Name + " does not have a valid device counterpart");
    return;
  }
  if (E.Change != MappingChange::Created && has(InfoMappingExists))
    printExists(E);
  if (!has(InfoMappingChanged))
    return;
  if (E.Change == MappingChange::Created)
    print(E.DeviceId, "Creating new map entry with HstPtrBase=" +
                          describeFull(findBase(Stack::top(), E.Begin)) +
                          ", HstPtrBegin=" + describeFull(E.Begin) +
                          ", TgtAllocBegin=" + describeFull(E.Now->Allocation) +
                          ", TgtPtrBegin=" + devicePlace(E) +
                          ", Size=" + std::to_string(E.Size) + ", " +
                          countsOf(*E.Now, "") + ", Name=" + Name);
  if (E.Change == MappingChange::Removed)
    print(E.DeviceId,
          "Removing map entry with HstPtrBegin=" + describeFull(E.Begin) +
              ", TgtPtrBegin=" + devicePlace(E) +
              ", Size=" + std::to_string(E.Size) + ", Name=" + Name);
}

void InfoObserver::printExists(const MappingEvent &E) {
  const ConstructEvent *Construct = Stack::top();
  const char *Note = " (incremented)";
  if (E.Change == MappingChange::Removed)
    Note = isDeleted(Construct, E.Begin) ? " (reset, delayed deletion)"
                                         : " (decremented, delayed deletion)";
  else if (E.Change == MappingChange::Released)
    Note = " (decremented)";
  else if (E.Now->IsPermanent ||
           (Construct && Construct->Kind == ConstructKind::Update))
    Note = " (update suppressed)";
  print(E.DeviceId, "Mapping exists with HstPtrBegin=" + describeFull(E.Begin) +
                        ", TgtPtrBegin=" + devicePlace(E) +
                        ", Size=" + std::to_string(E.Size) + ", " +
                        countsOf(*E.Now, Note) + ", Name=" + itemName(E.Name));
}

} // namespace ompjit
