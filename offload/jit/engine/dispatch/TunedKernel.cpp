//===- TunedKernel.cpp - A kernel with choices of its own -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TunedKernel.h"

#include "ompjit/Support/ProgramEnvironment.h"

using namespace ompjit;
using namespace ompjit::jit;

static std::string launchesText(const tuning::TripRange &Trips) {
  if (Trips == tuning::TripRange())
    return "";
  std::string Text = " in launches of " + std::to_string(Trips.First);
  if (Trips.Last == UINT64_MAX)
    return Text + " or more iterations";
  if (Trips.Last != Trips.First)
    Text += " to " + std::to_string(Trips.Last);
  return Text + " iterations";
}

TunedKernel::TunedKernel(EngineContext &Engine,
                         const std::shared_ptr<SharedPackage> &Package,
                         const Device &Target, const LoadedBase &Base,
                         TrackerHistory &History, KernelImpl &Usual,
                         tuning::Profile Choices)
    : Usual(Usual), IsForGpu(Target.Plugin->launch_size) {
  for (tuning::Choice &Each : Choices) {
    auto Tuned = std::make_unique<KernelImpl>(
        Engine, Package, Target, Base, History, Usual.info(), Each.Chosen);
    if (Base.Image)
      Tuned->findInBase();
    if (Base.Content == BaseContent::Native && Engine.Chosen.Async &&
        Tuned->beginsWithNative())
      Engine.Firsts.expect(1);
    Classes.push_back({std::move(Each), std::move(Tuned)});
  }
}

void TunedKernel::announce(const SupplyReport &Report, int DeviceId) const {
  for (const Class &Each : Classes)
    Report.note(std::string(name()) + " is tuned on device " +
                std::to_string(DeviceId) + launchesText(Each.How.Trips) + ": " +
                tuning::describe(Each.How.Chosen));
}

const TunedKernel::Class *TunedKernel::find(const ompjit_launch &Launch) const {
  for (const Class &Each : Classes)
    if (Each.How.Trips.contains(Launch.trip_count))
      return &Each;
  return nullptr;
}

Result<ompjit_kernel *> TunedKernel::select(const ompjit_launch &Launch,
                                            const LaunchMemory &Memory,
                                            LaunchTime *Time) {
  const Class *Found = find(Launch);
  return (Found ? *Found->Tuned : Usual).select(Launch, Memory, Time);
}

/// What the program or its user asks for comes first.
void TunedKernel::shape(ompjit_launch &Launch) const {
  const Class *Found = IsForGpu ? find(Launch) : nullptr;
  if (!Found)
    return;
  static const bool LeavesTeams = !programVariable("OMP_NUM_TEAMS"),
                    LeavesThreads = !programVariable("OMP_TEAMS_THREAD_LIMIT");
  if (LeavesTeams && Launch.num_teams[0] == 0)
    Launch.num_teams[0] = Found->How.Chosen.Teams;
  if (LeavesThreads && Launch.thread_limit[0] == 0)
    Launch.thread_limit[0] = Found->How.Chosen.Threads;
}

void TunedKernel::remember() {
  for (const Class &Each : Classes)
    Each.Tuned->remember();
}
