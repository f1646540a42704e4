//===- observers/TeamLimits.cpp - Regions that get too few teams ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamLimits.h"

#include <algorithm>

namespace ompjit {

namespace {

/// Whether the region has no teams.
bool isPlain(const KernelEvent &E) {
  return E.Launch->num_teams[0] == ~uint32_t(0);
}

} // namespace

void TeamLimits::opened(const DeviceEvent &E) {
  MutexLock Lock(AllMutex);
  Devices[E.DeviceId] = E;
}

void TeamLimits::closes(const DeviceEvent &E) {
  MutexLock Lock(AllMutex);
  Devices.erase(E.DeviceId);
  MaxTeams.erase(E.DeviceId);
}

/// Returns 0 if there is no limit. Querying a device may take long.
uint32_t TeamLimits::maxTeams(int DeviceId) {
  MutexLock Lock(AllMutex);
  auto Device = Devices.find(DeviceId);
  if (Device == Devices.end())
    return 0;
  auto [Place, IsNew] = MaxTeams.emplace(DeviceId, 0);
  if (IsNew) {
    ompjit_device_info Info = {};
    Device->second.Plugin->device_info(Device->second.Handle, &Info);
    Place->second = Info.max_teams;
  }
  return Place->second;
}

bool TeamLimits::isFirst(const KernelEvent &E) {
  MutexLock Lock(AllMutex);
  return Described.emplace(E.DeviceId, E.Name).second;
}

uint32_t TeamLimits::teamsOf(const KernelEvent &E) {
  if (isPlain(E))
    return 1;
  const uint32_t Wanted = E.Launch->num_teams[0];
  const uint32_t Max = maxTeams(E.DeviceId);
  return Max ? std::min(Wanted, Max) : Wanted;
}

std::string TeamLimits::describe(const KernelEvent &E) {
  const uint32_t Wanted = E.Launch->num_teams[0], Formed = teamsOf(E);
  if (isPlain(E) || Formed == Wanted || !isFirst(E))
    return "";
  return std::string("Kernel ") + E.Name + " asks for " +
         std::to_string(Wanted) + " teams and gets " + std::to_string(Formed) +
         ", the most that this device forms (on the host: the number of "
         "processors, or KMP_TEAMS_THREAD_LIMIT)";
}

} // namespace ompjit
