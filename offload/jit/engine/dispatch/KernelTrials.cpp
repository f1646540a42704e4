//===- KernelTrials.cpp - Whether a kernel's images are worth having ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A specialised image can be slower than the generic one: a constant has a loop
// unrolled that should not be, or a check for overlap goes that kept another
// pass away. Nobody can tell beforehand, so images that matter are tried.
//
//   1. One launch in many is timed. Short launches are left alone.
//   2. An image that has run for a while is hot. The generic image is compiled
//      behind it, unless it is there.
//   3. Launches that want the image alternate between the two (ImageTrial.h).
//   4. A loser gives its place in the scheme to the generic image, and the
//      tracker remembers that, for later runs, too. Where most images of the
//      kernel lose, its facts are given up.
//
// Both images are right for the launch, whatever is measured.
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// What is shorter is not tried: the launch itself takes 10 us on a GPU, and
/// three parts in a hundred of the rest are less than a clock can tell.
constexpr uint64_t ShortestNs = 20000;
/// So long an image runs before it is tried. A generic compile takes about a
/// tenth of that, in the background and once for all runs.
constexpr double HotNs = 250e6;
/// Between two samples of a kernel.
constexpr uint64_t SamplePeriodNs = 10000000;
/// Launches that are passed over after one that was too short.
constexpr uint64_t FewestShort = 1024;
/// An image that is decided is looked at so much less often.
constexpr uint64_t DecidedFactor = 64;
/// Trials of an image that end without a result. Each has to be earned by four
/// times the time of the one before.
constexpr unsigned MaxTrials = 3;
/// Launches of other images during a trial.
constexpr uint64_t MaxOthers = 4096;

uint64_t mixed(uint64_t Hash, uint64_t Value) {
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
  Hash = (Hash ^ Value) * Golden;
  return Hash ^ Hash >> 32;
}

} // namespace

bool KernelImpl::hasTrials() const {
  return Engine.Chosen.Async && Engine.Chosen.Trial && !AllFacts.empty() &&
         Base.Content != BaseContent::Whole && !Info.isInBase();
}

/// A launch that is due. Returns what it is to run.
ompjit_kernel *KernelImpl::lookCloser(const FoundLaunch &Found,
                                      LaunchTime &Time) {
  if (Found.Fit.variant().isGeneric()) {
    NextLook.store(Never, std::memory_order_relaxed);
    return Found.Fit.kernel();
  }
  const bool IsQuiet = Engine.Background.isIdle();
  {
    GatedLock Lock(Engine.Process, Guard);
    if (Trials.Running)
      return IsQuiet ? takePart(Found, Time) : Found.Fit.kernel();
  }
  if (isHot(Found))
    beginTrial(Found);
  else
    takeSample(Found, Time);
  return Found.Fit.kernel();
}

//===----------------------------------------------------------------------===//
// Which images are hot
//===----------------------------------------------------------------------===//

void KernelImpl::takeSample(const FoundLaunch &Found, LaunchTime &Time) {
  GatedLock Lock(Engine.Process, Guard);
  Trials.Timed.emplace(TrialState::Sample{&Found.Fit.variant(), Found.Hit});
  Time.want(*this, ++Trials.LastTicket);
  // Until the time is there.
  NextLook.store(Found.Hit + Trials.Pause, std::memory_order_relaxed);
}

void KernelImpl::noteSample(std::optional<uint64_t> Ns) {
  const TrialState::Sample Of = *std::exchange(Trials.Timed, std::nullopt);
  if (Ns && *Ns < ShortestNs) {
    Trials.Pause = std::max(FewestShort, Of.Hit);
  } else if (Ns) {
    TrialRecord &Image = Of.Of->Trial;
    // No more: stand-ins are hits, too.
    const uint64_t NumLaunches =
        std::min(Of.Hit - Trials.LastSampled, Trials.Pause);
    Image.Ns += double(*Ns) * double(NumLaunches);
    Trials.LastSampled = Of.Hit;
    Trials.Pause = std::max<uint64_t>(1, SamplePeriodNs / *Ns);
    if (Image.IsDecided)
      Trials.Pause *= DecidedFactor;
  }
  NextLook.store(Of.Hit + Trials.Pause, std::memory_order_relaxed);
}

bool KernelImpl::isHot(const FoundLaunch &Found) {
  GatedLock Lock(Engine.Process, Guard);
  const TrialRecord &Image = Found.Fit.variant().Trial;
  return !Image.IsDecided &&
         Image.Ns >= HotNs * double(1u << 2 * Image.NumTrials);
}

//===----------------------------------------------------------------------===//
// The trial
//===----------------------------------------------------------------------===//

/// The next launch is its first.
void KernelImpl::beginTrial(const FoundLaunch &Found) {
  {
    const ProcessLocks::Moment Gate(Engine.Process);
    resumeTracking();
  }
  Variant &Of = Found.Fit.variant();
  const cache::Key &Key = imageOf(Of).Key;
  const bool IsKnown = trialOf(Key) == TrialOutcome::NotSlower;
  std::optional<Selection> Generic;
  if (!IsKnown && !HasGenericFailed)
    Generic = fullGeneric(Found.Values);
  GatedLock Lock(Engine.Process, Guard);
  if (Trials.Running)
    return;
  TrialRecord &Image = Of.Trial;
  // With the same code there is nothing to compare.
  Image.IsDecided =
      IsKnown || (Generic && Generic->Kernel == Found.Fit.kernel());
  if (Generic && !Image.IsDecided) {
    ++Image.NumTrials;
    Trials.Running.emplace(TrialState::Trial{&Of, Found.Fit.kernel(),
                                             Generic->Kernel, ImageTrial()});
  }
  NextLook.store(Trials.Running     ? 0
                 : HasGenericFailed ? Never
                                    : Found.Hit + Trials.Pause,
                 std::memory_order_relaxed);
}

/// The generic image with all optimisations, loaded; nothing while it is
/// compiled, and where it cannot be.
std::optional<KernelImpl::Selection>
KernelImpl::fullGeneric(const LaunchValues &Launch) {
  Variant &Generic = generic();
  if (Scheme::Fit Fit = Generic.scheme().find(Launch); Fit && !Fit.awaited())
    return Selection{Fit.kernel(), Served::L1};
  std::optional<ObtainedImage> Found = Engine.Source.find(imageOf(Generic));
  if (!Found) {
    const Handle Behind = awaited(Generic);
    const Result<ObtainedImage> *Outcome = Behind ? Behind->outcome() : nullptr;
    if (!Outcome) {
      compileGenericBehind();
      return std::nullopt;
    }
    if (*Outcome)
      Found = fromMemory(**Outcome);
  }
  Result<ompjit_kernel *> Loaded = Error("");
  if (Found)
    Loaded = loadGeneric(Generic, Launch, *Found->Content, /*IsFull=*/true);
  if (Loaded)
    return Selection{*Loaded, servedFrom(Found->From)};
  HasGenericFailed = true;
  return std::nullopt;
}

ompjit_kernel *KernelImpl::takePart(const FoundLaunch &Found,
                                    LaunchTime &Time) {
  TrialState::Trial &Now = *Trials.Running;
  ompjit_kernel *Own = Found.Fit.kernel();
  if (Now.Of != &Found.Fit.variant()) {
    if (++Now.NumOthers > MaxOthers)
      endTrial(/*IsDecided=*/false);
    return Own;
  }
  // Either may have been unloaded meanwhile, and loaded again.
  const Scheme::Fit Generic = genericVariant().scheme().find(Found.Values);
  if (Own != Now.Special || Generic.kernel() != Now.Generic) {
    endTrial(/*IsDecided=*/false);
    return Own;
  }
  const uint64_t Ticket = ++Trials.LastTicket;
  const std::optional<ImageTrial::Side> Side =
      Now.Rounds.begin(workOf(Found), Ticket);
  if (!Side) {
    if (Now.Rounds.verdict() == ImageTrial::Verdict::Unclear)
      endTrial(/*IsDecided=*/false);
    return Own;
  }
  Time.want(*this, Ticket);
  if (*Side == ImageTrial::Side::Special)
    return Own;
  Generic.variant().touch(Budget.now());
  Report.counts().countStandIn();
  return Generic.kernel();
}

/// Launches that are alike in this do the same work, as far as can be seen.
uint64_t KernelImpl::workOf(const FoundLaunch &Found) const {
  const ompjit_launch &Launch = Found.Launch;
  uint64_t Hash = mixed(Launch.trip_count, Launch.dynamic_memory_bytes);
  for (int I = 0; I != 3; ++I)
    Hash = mixed(mixed(Hash, Launch.num_teams[I]), Launch.thread_limit[I]);
  const PackageView &View = Package->view();
  for (uint32_t I = 0; I != Launch.num_args; ++I)
    if (View.parameter(Info, I).Kind == package::ParameterKind::Scalar)
      Hash = mixed(Hash, uint64_t(Launch.args[I]));
  for (const MappedRange &Each : Found.Memory.Ranges)
    Hash = mixed(Hash, Each.Size);
  return Hash;
}

/// What the engine itself compiles meanwhile disturbs, too.
void KernelImpl::launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) {
  if (Ns && !Engine.Background.isIdle())
    Ns.reset();
  std::optional<TrialState::Trial> Decided;
  {
    GatedLock Lock(Engine.Process, Guard);
    if (Trials.Running) {
      Trials.Running->Rounds.end(Ticket, Ns);
      Decided = takeDecided();
    } else if (Trials.Timed && Ticket == Trials.LastTicket) {
      noteSample(Ns);
    }
  }
  if (Decided)
    conclude(*Decided);
}

std::optional<TrialState::Trial> KernelImpl::takeDecided() {
  const ImageTrial::Verdict Verdict = Trials.Running->Rounds.verdict();
  if (Verdict == ImageTrial::Verdict::Open)
    return std::nullopt;
  const TrialState::Trial Decided = *Trials.Running;
  const bool IsClear =
      Verdict == ImageTrial::Verdict::NotSlower ||
      (Verdict == ImageTrial::Verdict::Slower && demote(Decided));
  endTrial(IsClear);
  return IsClear ? std::optional(Decided) : std::nullopt;
}

void KernelImpl::endTrial(bool IsDecided) {
  TrialRecord &Image = Trials.Running->Of->Trial;
  Image.IsDecided = IsDecided || Image.NumTrials == MaxTrials;
  Image.Ns = 0;
  Trials.Running.reset();
  Trials.Timed.reset();
  Trials.LastSampled = Report.counts().l1Hits();
  NextLook.store(Trials.LastSampled + Trials.Pause, std::memory_order_relaxed);
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// False where the generic image is not loaded any more.
bool KernelImpl::demote(const TrialState::Trial &Loser) {
  const Scheme::Fit Generic = genericVariant().scheme().find(
      LaunchValues(nullptr, ompjit_launch_size{}));
  if (!Generic || Generic.awaited())
    return false;
  Loser.Of->scheme().publish(*Loser.Of, Generic.kernel());
  return true;
}

/// Tells the tracker, people, and the next run.
void KernelImpl::conclude(const TrialState::Trial &Decided) {
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  const bool IsSlower = Decided.Rounds.verdict() == ImageTrial::Verdict::Slower;
  {
    GatedLock Lock(Engine.Process, Guard);
    Facts.addTrial(
        imageOf(*Decided.Of).Key,
        IsSlower ? TrialOutcome::Slower : TrialOutcome::NotSlower, *Decided.Of,
        Current.load(std::memory_order_relaxed) == &Decided.Of->scheme());
  }
  Report.tried(*Decided.Of, Decided.Rounds.ratio(), Decided.Rounds.pairs(),
               IsSlower);
  rememberTracking();
  History.save();
}

/// How the image did, in this run or an earlier one.
std::optional<TrialOutcome> KernelImpl::trialOf(const cache::Key &Key) {
  GatedLock Lock(Engine.Process, Guard);
  return Facts.trialOf(Key);
}

/// Whether it is known to be slower than the generic one.
bool KernelImpl::isSlower(Variant &Wanted) {
  if (!hasTrials() || Wanted.isGeneric())
    return false;
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  {
    GatedLock Lock(Engine.Process, Guard);
    // Naming an image costs more than most launches.
    if (!Facts.hasTrials())
      return false;
  }
  return trialOf(imageOf(Wanted).Key) == TrialOutcome::Slower;
}

/// The generic image, where the wanted one is known to be slower; whatever is
/// loaded, while that is compiled.
std::optional<KernelImpl::Selection>
KernelImpl::insteadOfSlower(Variant &Wanted, const LaunchValues &Launch) {
  if (HasGenericFailed || !isSlower(Wanted))
    return std::nullopt;
  std::optional<Selection> Generic = fullGeneric(Launch);
  if (!Generic)
    return loadedStandIn(Wanted.scheme(), Launch);
  GatedLock Lock(Engine.Process, Guard);
  if (!isRetired(Generic->Kernel))
    Wanted.scheme().publish(Wanted, Generic->Kernel);
  return Generic;
}
