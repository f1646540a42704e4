//===- KernelTrials.cpp - Trials of a kernel's images ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTrials.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// The hit at which the first launch is sampled; earlier ones find cold caches.
constexpr uint64_t FirstLook = 4;
/// Shorter launches are not tried: starting a kernel takes 10 us on a GPU, and
/// 3 % of the rest is less than a clock can measure.
constexpr uint64_t ShortestNs = 20000;
/// The total time of an image's launches before it is tried. A generic compile
/// takes about a tenth of that, in the background and once for all runs.
constexpr double HotNs = 250e6;
/// The time between two samples of a kernel.
constexpr uint64_t SamplePeriodNs = 10000000;
/// The minimum number of launches that are skipped after one that was too
/// short.
constexpr uint64_t FewestShort = 1024;
/// An image whose trial is decided is sampled less often by this factor.
constexpr uint64_t DecidedFactor = 64;
/// The maximum number of trials of an image that end without a result. Each
/// requires four times as much time of launches as the one before.
constexpr unsigned MaxTrials = 3;
/// The maximum number of launches of other images during a trial.
constexpr uint64_t MaxOthers = 4096;

uint64_t mixed(uint64_t Hash, uint64_t Value) {
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
  Hash = (Hash ^ Value) * Golden;
  return Hash ^ Hash >> 32;
}

} // namespace

KernelTrials::KernelTrials(const KernelPlace &Place, bool HasFacts,
                           const KernelReport &Report, VariantTable &Table,
                           KernelImages &Images, KernelFacts &Facts,
                           KernelTiers &Tiers)
    : Place(Place), HasFacts(HasFacts), Report(Report), Table(Table),
      Images(Images), Facts(Facts), Tiers(Tiers),
      NextLook(areMade() ? FirstLook : Never) {}

bool KernelTrials::areMade() const {
  return Place.Engine.Chosen.Async && Place.Engine.Chosen.Trial && HasFacts &&
         !Place.isInBase();
}

ompjit_kernel *KernelTrials::look(const FoundLaunch &Found, LaunchTime &Time) {
  if (Found.Fit.variant().isGeneric()) {
    NextLook.store(Never, std::memory_order_relaxed);
    return Found.Fit.kernel();
  }
  const bool IsQuiet = Place.Engine.Queue.isIdle();
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    if (Running)
      return IsQuiet ? takePart(Found, Time) : Found.Fit.kernel();
  }
  if (isHot(Found))
    begin(Found);
  else
    takeSample(Found, Time);
  return Found.Fit.kernel();
}

//===----------------------------------------------------------------------===//
// Which images are hot
//===----------------------------------------------------------------------===//

void KernelTrials::takeSample(const FoundLaunch &Found, LaunchTime &Time) {
  GatedLock Lock(Place.Engine.Process, Guard);
  Timed.emplace(Sample{&Found.Fit.variant(), Found.Hit});
  Time.want(*this, ++LastTicket);
  // No further sample until the time is known.
  NextLook.store(Found.Hit + Pause, std::memory_order_relaxed);
}

void KernelTrials::noteSample(std::optional<uint64_t> Ns) {
  const Sample Taken = *std::exchange(Timed, std::nullopt);
  if (Ns && *Ns < ShortestNs) {
    Pause = std::max(FewestShort, Taken.Hit);
  } else if (Ns) {
    TrialRecord &Record = Taken.Image->Trial;
    // At most the pause, because stand-ins are hits, too.
    const uint64_t NumLaunches = std::min(Taken.Hit - LastSampled, Pause);
    Record.Ns += double(*Ns) * double(NumLaunches);
    LastSampled = Taken.Hit;
    Pause = std::max<uint64_t>(1, SamplePeriodNs / *Ns);
    if (Record.IsDecided)
      Pause *= DecidedFactor;
  }
  NextLook.store(Taken.Hit + Pause, std::memory_order_relaxed);
}

bool KernelTrials::isHot(const FoundLaunch &Found) {
  GatedLock Lock(Place.Engine.Process, Guard);
  const TrialRecord &Record = Found.Fit.variant().Trial;
  return !Record.IsDecided &&
         Record.Ns >= HotNs * double(1u << 2 * Record.NumTrials);
}

//===----------------------------------------------------------------------===//
// The trial
//===----------------------------------------------------------------------===//

/// Begins a trial; the next launch is the first to take part.
void KernelTrials::begin(const FoundLaunch &Found) {
  Variant &Image = Found.Fit.variant();
  const bool IsKnown =
      Facts.trialOf(Images.full(Image).Key) == TrialOutcome::NotSlower;
  std::optional<Selection> Generic;
  if (!IsKnown && !Tiers.hasGenericFailed())
    Generic = Tiers.fullGeneric(Found.Values);
  GatedLock Lock(Place.Engine.Process, Guard);
  if (Running)
    return;
  TrialRecord &Record = Image.Trial;
  // There is nothing to compare if both have the same code.
  Record.IsDecided =
      IsKnown || (Generic && Generic->Kernel == Found.Fit.kernel());
  // Another expensive compile only for a comparison does not pay.
  if (!Generic && Images.cost().isHigh())
    Record.IsDecided = true;
  if (Generic && !Record.IsDecided) {
    ++Record.NumTrials;
    Running.emplace(
        Trial{&Image, Found.Fit.kernel(), Generic->Kernel, ImageTrial()});
  }
  NextLook.store(Running                    ? 0
                 : Tiers.hasGenericFailed() ? Never
                                            : Found.Hit + Pause,
                 std::memory_order_relaxed);
}

ompjit_kernel *KernelTrials::takePart(const FoundLaunch &Found,
                                      LaunchTime &Time) {
  Trial &Now = *Running;
  ompjit_kernel *Own = Found.Fit.kernel();
  if (Now.Image != &Found.Fit.variant()) {
    if (++Now.NumOthers > MaxOthers)
      end(/*IsDecided=*/false);
    return Own;
  }
  // Either image may have been unloaded meanwhile, and loaded again.
  const Scheme::Fit Generic = Table.generic().scheme().find(Found.Values);
  if (Own != Now.Special || Generic.kernel() != Now.Generic) {
    end(/*IsDecided=*/false);
    return Own;
  }
  const uint64_t Ticket = ++LastTicket;
  const std::optional<ImageTrial::Side> Side =
      Now.Rounds.begin(workOf(Found), Ticket);
  if (!Side) {
    if (Now.Rounds.verdict() == ImageTrial::Verdict::Unclear)
      end(/*IsDecided=*/false);
    return Own;
  }
  Time.want(*this, Ticket);
  if (*Side == ImageTrial::Side::Special)
    return Own;
  Generic.variant().touch(Images.now());
  Report.counts().countStandIn();
  return Generic.kernel();
}

/// Returns a hash that is equal for launches which do the same work, as far as
/// the engine can tell.
uint64_t KernelTrials::workOf(const FoundLaunch &Found) const {
  const ompjit_launch &Launch = Found.Launch;
  uint64_t Hash = mixed(Launch.trip_count, Launch.dynamic_memory_bytes);
  for (int I = 0; I != 3; ++I)
    Hash = mixed(mixed(Hash, Launch.num_teams[I]), Launch.thread_limit[I]);
  const PackageView &View = Place.Package->view();
  for (uint32_t I = 0; I != Launch.num_args; ++I)
    if (View.parameter(Place.Info, I).Kind == package::ParameterKind::Scalar)
      Hash = mixed(Hash, uint64_t(Launch.args[I]));
  for (const MappedRange &Each : Found.Memory.Ranges)
    Hash = mixed(Hash, Each.Size);
  return Hash;
}

/// Compiles of the engine disturb a launch, too, so its time does not count.
void KernelTrials::launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) {
  if (Ns && !Place.Engine.Queue.isIdle())
    Ns.reset();
  std::optional<Trial> Decided;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    if (Running) {
      Running->Rounds.end(Ticket, Ns);
      Decided = takeDecided();
    } else if (Timed && Ticket == LastTicket) {
      noteSample(Ns);
    }
  }
  if (Decided)
    conclude(*Decided);
}

std::optional<KernelTrials::Trial> KernelTrials::takeDecided() {
  const ImageTrial::Verdict Verdict = Running->Rounds.verdict();
  if (Verdict == ImageTrial::Verdict::Open)
    return std::nullopt;
  const Trial Decided = *Running;
  const bool IsClear =
      Verdict == ImageTrial::Verdict::NotSlower ||
      (Verdict == ImageTrial::Verdict::Slower && demote(Decided));
  end(IsClear);
  return IsClear ? std::optional(Decided) : std::nullopt;
}

void KernelTrials::end(bool IsDecided) {
  TrialRecord &Record = Running->Image->Trial;
  Record.IsDecided = IsDecided || Record.NumTrials == MaxTrials;
  Record.Ns = 0;
  Running.reset();
  Timed.reset();
  LastSampled = Report.counts().l1Hits();
  NextLook.store(LastSampled + Pause, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// Returns false if the generic image is not loaded any more.
bool KernelTrials::demote(const Trial &Lost) {
  const Scheme::Fit Generic = Table.generic().scheme().find(
      LaunchValues(nullptr, ompjit_launch_size{}));
  return Generic && !Generic.isStandIn() &&
         Table.publish(*Lost.Image, Generic.kernel(), Tier::Generic,
                       ImageState::Demoted);
}

/// Passes the result to the report, the tracker and later runs.
void KernelTrials::conclude(const Trial &Decided) {
  const bool IsSlower = Decided.Rounds.verdict() == ImageTrial::Verdict::Slower;
  Report.tried(*Decided.Image, Decided.Rounds.ratio(), Decided.Rounds.pairs(),
               IsSlower);
  Facts.addTrial(*Decided.Image, Images.full(*Decided.Image).Key,
                 IsSlower ? TrialOutcome::Slower : TrialOutcome::NotSlower);
}

bool KernelTrials::isSlower(Variant &Wanted) {
  // Naming an image costs more than most launches.
  return areMade() && !Wanted.isGeneric() && Facts.hasTrials() &&
         Facts.trialOf(Images.full(Wanted).Key) == TrialOutcome::Slower;
}
