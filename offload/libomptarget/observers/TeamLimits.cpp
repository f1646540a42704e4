//===- observers/TeamLimits.cpp - Regions that get too few teams ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamLimits.h"

namespace ompjit {

void TeamLimits::opened(const DeviceEvent &E) {
  MutexLock Lock(AllMutex);
  Devices[E.DeviceId] = E;
}

void TeamLimits::closes(const DeviceEvent &E) {
  MutexLock Lock(AllMutex);
  Devices.erase(E.DeviceId);
}

DeviceEvent TeamLimits::find(int DeviceId) {
  MutexLock Lock(AllMutex);
  auto Place = Devices.find(DeviceId);
  return Place == Devices.end() ? DeviceEvent() : Place->second;
}

bool TeamLimits::isFirst(const KernelEvent &E) {
  MutexLock Lock(AllMutex);
  return Described.emplace(E.DeviceId, E.Name).second;
}

std::string TeamLimits::describe(const KernelEvent &E) {
  constexpr uint32_t NoTeamsConstruct = ~uint32_t(0);
  const uint32_t Wanted = E.Launch->num_teams[0];
  if (Wanted == NoTeamsConstruct)
    return "";
  const DeviceEvent Device = find(E.DeviceId);
  if (!Device.Handle)
    return "";
  ompjit_device_info Info = {};
  Device.Plugin->device_info(Device.Handle, &Info);
  if (!Info.max_teams || Wanted <= Info.max_teams || !isFirst(E))
    return "";
  return std::string("Kernel ") + E.Name + " asks for " +
         std::to_string(Wanted) + " teams and gets " +
         std::to_string(Info.max_teams) +
         ", the most that this device forms (on the host: the number of "
         "processors, or KMP_TEAMS_THREAD_LIMIT)";
}

} // namespace ompjit
