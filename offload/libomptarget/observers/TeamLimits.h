//===- observers/TeamLimits.h - Regions that get too few teams ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a device with few processors a region gets fewer teams than its num_teams
// clause asks for. Only the program knows whether that is wrong: in OpenMP 5.0
// the number is an upper bound, from 5.1 on it is also the lower bound, and the
// runtime does not know for which version the program was compiled. Most
// programs only distribute loops and are right with any number. So this is
// reported only if the user asks for information on kernels, and not in every
// run.
//
// Thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_TEAMLIMITS_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_TEAMLIMITS_H

#include "ompjit/Support/Mutex.h"
#include "support/Observer.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace ompjit {

class TeamLimits {
public:
  void opened(const DeviceEvent &);
  void closes(const DeviceEvent &);

  /// Returns how many teams the launch has, which may be fewer than it asks
  /// for; 0: the device chooses.
  uint32_t teamsOf(const KernelEvent &);

  /// Returns a sentence for the first launch of each region that asks a device
  /// for too many teams; "" for all others.
  std::string describe(const KernelEvent &);

private:
  uint32_t maxTeams(int DeviceId);
  bool isFirst(const KernelEvent &);

  Mutex AllMutex;
  std::map<int, DeviceEvent> Devices OMPJIT_GUARDED_BY(AllMutex);
  /// By device, for those that were queried.
  std::map<int, uint32_t> MaxTeams OMPJIT_GUARDED_BY(AllMutex);
  std::set<std::pair<int, std::string>> Described OMPJIT_GUARDED_BY(AllMutex);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_TEAMLIMITS_H
