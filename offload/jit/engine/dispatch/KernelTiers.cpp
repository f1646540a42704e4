//===- KernelTiers.cpp - The tiers of a kernel's launches -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTiers.h"

#include "policy/HostThreads.h"

using namespace ompjit;
using namespace ompjit::jit;

/// The maximum number of images that a kernel ever requests from the
/// background. If the tracker keeps so many values specialised, searching them
/// for a stand-in would take long; further variants use the generic scheme.
static constexpr size_t MaxAwaited = 256;

/// A launch on the native image waits for the full one if it is expected to
/// take as long as so many compiles.
static constexpr unsigned CompilesToWait = 4;

/// In the ticket of a launch, beside the variant's address: it started threads
/// and touched memory for the first time, so its time says nothing about
/// others.
static constexpr uint64_t IsFirstLaunch = 1;
/// The same for one whose time stands for that of several.
static constexpr uint64_t IsSample = 2;

/// After so many launches of the native image only every so many are timed:
/// reading clocks takes a tenth of a microsecond.
static constexpr uint64_t LaunchesToTime = 64, LaunchesPerSample = 16;

/// Why a first launch waits for its full image.
static constexpr char IsLongLaunch[] =
    "; the launch is expected to take longer than its compile";

/// How many iterations a GPU is expected to run in the time that one takes.
static constexpr unsigned IterationsOfGpu = 2048;

KernelTiers::~KernelTiers() {
  std::vector<Handle> Unwanted;
  // A compile keeps its variant alive, so the variant must let go of it.
  Table.forEach([&](Variant &Each) {
    if (Each.Compile)
      Unwanted.push_back(std::move(Each.Compile));
  });
  if (FirstGeneric)
    Unwanted.push_back(FirstGeneric);
  for (const Handle &Each : Unwanted)
    Place.Engine.Queue.drop(Each);
}

Result<Selection> KernelTiers::make(Variant &Wanted,
                                    const LaunchValues &Launch) {
  if (const Result<ObtainedImage> *Ended = outcome(Wanted); Ended && *Ended)
    Images.noteCost(**Ended);
  if (const Result<ObtainedImage> *Ended = outcome(Wanted))
    return *Ended ? Client.install(Wanted, Launch, fromMemory(**Ended))
                  : Client.fallBack(Wanted, Launch, Ended->error());
  std::optional<Selection> StandIn = loadedStandIn(Wanted.scheme(), Launch);
  if (StandIn && runsNative(*StandIn)) {
    if (waitsForFull(Wanted, Launch))
      return makeFullAtOnce(Wanted, Launch, IsLongLaunch);
    if (waitsWithOthers(Wanted))
      return makeWithOthers(Wanted, Launch);
    beginAtOnceIfPaid(Wanted.progress());
  }
  std::optional<ObtainedImage> Quick;
  if (!StandIn && quickComesFirst())
    Quick = Place.Engine.Source.find(Images.quick(Wanted));
  // Asking a server takes less time than any compile.
  if (!StandIn && !Quick)
    if (std::optional<ObtainedImage> Full =
            Place.Engine.Source.findRemote(Images.full(Wanted))) {
      withdrawCompile(Wanted);
      return Client.install(Wanted, Launch, *Full);
    }
  if (!StandIn && !Quick && !Wanted.isGeneric())
    StandIn = genericStandIn(Wanted, Launch);
  if (!StandIn) {
    withdrawCompile(Wanted);
    if (!Quick && quickComesFirst() && isLong(Launch))
      return makeFullAtOnce(Wanted, Launch, IsLongLaunch);
    return makeFirst(Wanted, Launch, std::move(Quick));
  }
  compileBehind(Wanted, StandIn);
  return *StandIn;
}

/// To be called by a launch that gets the image itself.
void KernelTiers::withdrawCompile(const Variant &Wanted) {
  if (const Handle Queued = compileOf(Wanted))
    Place.Engine.Queue.withdraw(Queued);
}

bool KernelTiers::quickComesFirst() const {
  return Place.Engine.Chosen.Pipeline == PipelineMode::Auto &&
         Place.Engine.Chosen.OptLevel != 0;
}

bool KernelTiers::isLong(const LaunchValues &Launch, unsigned Compiles) const {
  const LaunchEstimate Estimate(Place.Package->view(), Place.Info);
  if (Estimate.isShort(Launch))
    return false;
  const unsigned Parallel = isOnHost() ? hostThreads() : IterationsOfGpu;
  return Estimate.launchNs(Launch, Parallel) > Compiles * Images.cost().ns();
}

bool KernelTiers::isOnHost() const { return !Place.Target.Plugin->launch_size; }

/// Whether the launch would run the native image on the host. A compile beside
/// it may take time from its threads, which wait for the last of them.
bool KernelTiers::runsNative(const Selection &StandIn) const {
  return StandIn.Kernel == Native && quickComesFirst() && isOnHost();
}

/// Whether a long first launch waits for its full image all the same: the
/// native one is compiled for any processor of its kind.
bool KernelTiers::waitsForFull(const Variant &Wanted,
                               const LaunchValues &Launch) {
  return isLong(Launch, CompilesToWait) && isFirst(Wanted);
}

/// Whether another launch does, because those before it have taken long enough.
bool KernelTiers::waitsWithOthers(Variant &Wanted) {
  const ImageProgress &Progress = Wanted.progress();
  return Progress.needsLaunches() && Progress.hasWaited() &&
         Place.Engine.Chosen.Async && !Images.cost().isHigh() &&
         fillProcessors();
}

/// Lets the background begin if no launch is going to compile the image.
void KernelTiers::beginAtOnceIfPaid(ImageProgress &Progress) {
  if (Progress.needsLaunches() && Progress.hasWaited())
    Progress.needNothing();
}

/// Serves a launch of a program whose threads fill the processors. They rest,
/// so that images of other kernels are compiled at the same time.
Result<Selection> KernelTiers::makeWithOthers(Variant &Wanted,
                                              const LaunchValues &Launch) {
  withdrawCompile(Wanted);
  Result<Selection> Made = Error("");
  Place.Engine.Queue.compileTogether([&] {
    Made = makeFullAtOnce(Wanted, Launch,
                          "; its launches take long enough to pay for it");
  });
  return Made;
}

/// Serves a launch that waits for its full image.
Result<Selection> KernelTiers::makeFullAtOnce(Variant &Wanted,
                                              const LaunchValues &Launch,
                                              const char *Reason) {
  std::string Why = whyNew(Wanted);
  if (!Why.empty())
    Why += Reason;
  if (isOnHost())
    restHostThreads();
  Result<ObtainedImage> Full = Images.obtain(Images.full(Wanted), Why);
  return Full ? Client.install(Wanted, Launch, *Full)
              : Client.fallBack(Wanted, Launch, Full.takeError());
}

/// Compiles the quick version of the image, unless it was found, as a stand-in
/// for the full one, which is compiled in the background.
Result<Selection> KernelTiers::makeFirst(Variant &Wanted,
                                         const LaunchValues &Launch,
                                         std::optional<ObtainedImage> Found) {
  if (!quickComesFirst())
    return Client.makeInForeground(Wanted, Launch);
  const WantedImage &Want = Images.quick(Wanted);
  Result<ObtainedImage> Quick =
      Found ? std::move(*Found) : Images.obtain(Want, whyNew(Wanted));
  if (!Quick)
    return Client.fallBack(Wanted, Launch, Quick.takeError());
  Result<ompjit_kernel *> Loaded =
      Images.loadStandIn(Wanted, Launch, *Quick->Content);
  if (!Loaded && Images.refuses(Want, Loaded.error()))
    return makeFirst(Wanted, Launch, std::nullopt);
  if (!Loaded)
    return Client.withoutLoading(Wanted, Launch, Loaded.takeError());
  // The queue serves its newest entry first, so the generic image is requested
  // before the wanted one.
  if (!Wanted.isGeneric() && !HasGenericFailed)
    compileGenericBehind();
  const Selection Selected = {*Loaded, servedFrom(Quick->Origin),
                              /*IsStandIn=*/true, Tier::Quick};
  standInBehind(Wanted, Launch, Selected);
  return Selected;
}

/// Makes launches run the stand-in until the variant's image is compiled. If no
/// background compile is possible any more, the stand-in stays.
void KernelTiers::standInBehind(Variant &Wanted, const LaunchValues &Launch,
                                const Selection &StandIn) {
  compileBehind(Wanted, StandIn);
  if (!Wanted.scheme().find(Launch))
    Images.publish(Wanted, StandIn.Kernel, StandIn.Serving, ImageState::Loaded);
}

std::optional<Selection>
KernelTiers::loadedStandIn(const Scheme &Wanted, const LaunchValues &Launch) {
  Selection StandIn = {Table.findForLaunches(Wanted, Launch), Served::L1,
                       /*IsStandIn=*/true, Tier::Generic};
  if (!StandIn.Kernel && Native) {
    StandIn.Kernel = Native;
    StandIn.Serving = Tier::Native;
  }
  if (!StandIn.Kernel) {
    // An image for facts that were given up since may still fit this launch.
    StandIn.Kernel = Table.findForLaunch(Launch);
    StandIn.IsForOnce = true;
  }
  return StandIn.Kernel ? std::optional(StandIn) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Expensive compiles
//===----------------------------------------------------------------------===//

bool KernelTiers::pays(Variant &Wanted) {
  return Images.cost().paysFor(Wanted.progress().waitedNs());
}

void KernelTiers::beginFirst(Variant &Wanted, LaunchTime *Time) {
  if (!Time || !isOnHost())
    return;
  // What the compile takes is found out later.
  Wanted.progress().need(UINT64_MAX, UINT64_MAX);
  listen(Wanted, *Time, IsFirstLaunch);
}

/// Has the time of a launch count for the variant's image.
void KernelTiers::listen(Variant &Wanted, LaunchTime &Time, uint64_t Flags) {
  Wanted.progress().beginWaiting(nowNs());
  Time.want(*this, reinterpret_cast<uint64_t>(&Wanted) | Flags);
}

/// Leaves the launches of the variant to a stand-in until its image pays.
void KernelTiers::holdBack(Variant &Wanted, const Selection &StandIn) {
  Wanted.progress().holdBack(true);
  Wanted.progress().setNews(false);
  if (!StandIn.IsForOnce)
    Table.publishStandIn(Wanted, StandIn.Kernel, StandIn.Serving);
  if (!HasTold.exchange(true))
    Report.heldBack(Images.cost().ns());
}

void KernelTiers::waits(Variant &Wanted, LaunchTime *Time) {
  ImageProgress &Progress = Wanted.progress();
  if (pays(Wanted) && Progress.hasWaited()) {
    // A compile may have taken less than was expected.
    if (Progress.holdBack(false))
      Progress.setNews(true);
    return;
  }
  const uint64_t Number = Progress.launches();
  const bool IsOften = Progress.needsLaunches() && Number > LaunchesToTime;
  if (IsOften && Number % LaunchesPerSample != 0)
    return;
  const uint64_t Flags = IsOften ? IsSample : 0;
  if (Time)
    listen(Wanted, *Time, Flags);
  else
    launchTook(reinterpret_cast<uint64_t>(&Wanted) | Flags, std::nullopt);
}

void KernelTiers::launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) {
  // Variants live as long as their kernel.
  ImageProgress &Progress =
      reinterpret_cast<Variant *>(Ticket & ~(IsFirstLaunch | IsSample))
          ->progress();
  if (Ticket & IsFirstLaunch)
    return Progress.endWaiting();
  const uint64_t Weight = Images.cost().weightOf(Ns.value_or(0));
  Progress.addWaited(Ticket & IsSample ? LaunchesPerSample * Weight : Weight);
  if (Images.cost().paysFor(Progress.waitedNs()) && Progress.hasWaited())
    Progress.setNews(true);
}

Result<Selection> KernelTiers::makeInForeground(Variant &Wanted,
                                                const LaunchValues &Launch) {
  if (pays(Wanted) || HasGenericFailed || (isFirst(Wanted) && isLong(Launch)))
    return Client.makeInForeground(Wanted, Launch);
  std::optional<Selection> StandIn = loadedStandIn(Wanted.scheme(), Launch);
  if (!StandIn)
    StandIn = genericStandIn(Wanted, Launch);
  if (!StandIn)
    return Client.makeInForeground(Wanted, Launch);
  holdBack(Wanted, *StandIn);
  return *StandIn;
}

//===----------------------------------------------------------------------===//
// The generic image
//===----------------------------------------------------------------------===//

/// Returns nothing if that fails, and at the kernel's first launch, which
/// compiles its own image while the generic one is compiled in the background.
std::optional<Selection>
KernelTiers::genericStandIn(Variant &Wanted, const LaunchValues &Launch) {
  if (HasGenericFailed)
    return std::nullopt;
  Variant &Generic = Table.generic();
  ImageSource &Source = Place.Engine.Source;
  std::optional<ObtainedImage> Found = Source.find(Images.full(Generic));
  const bool IsFull =
      Found || !quickComesFirst() || (!hasFirstGeneric() && isLong(Launch));
  const WantedImage &Want =
      IsFull ? Images.full(Generic) : Images.quick(Generic);
  if (!IsFull)
    Found = Source.find(Want);
  if (!Found && isFirst(Wanted) && isLong(Launch))
    return std::nullopt;
  // An expensive kernel has no image for the values of its first launch only.
  if (!Found && isFirst(Wanted) && !Images.cost().isHigh()) {
    compileGenericBeside(Want);
    return std::nullopt;
  }
  Result<ObtainedImage> Obtained =
      Found ? std::move(*Found) : obtainGeneric(Want);
  Result<ompjit_kernel *> Loaded = Error("");
  if (Obtained)
    Loaded = IsFull ? Images.load(Generic, Launch, *Obtained->Content)
                    : loadQuickGeneric(Generic, Launch, *Obtained->Content);
  if (Obtained && !Loaded && Images.refuses(Want, Loaded.error()))
    return genericStandIn(Wanted, Launch);
  if (!Obtained || !Loaded) {
    HasGenericFailed = true;
    return std::nullopt;
  }
  return Selection{*Loaded, servedFrom(Obtained->Origin), /*IsStandIn=*/true,
                   Tier::Generic};
}

/// Whether the generic image that a launch may have to wait for was requested.
bool KernelTiers::hasFirstGeneric() {
  GatedLock Lock(Place.Engine.Process, Guard);
  return FirstGeneric != nullptr;
}

/// Requests the generic image that another launch may have to wait for.
void KernelTiers::compileGenericBeside(const WantedImage &Want) {
  Handle Compile;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    if (!FirstGeneric)
      FirstGeneric = std::make_shared<QueuedCompile>(
          Want, std::make_shared<ImageProgress>(), Priority::Normal,
          Report.counts(), Report.compiledBehind(Want, "it serves any values"));
    Compile = FirstGeneric;
  }
  Place.Engine.Queue.ask(Compile);
}

/// Requests the full generic image, which at least later runs need.
void KernelTiers::compileGenericBehind() {
  compileBehind(Table.generic(), std::nullopt);
}

/// Compiles the generic image in this thread, unless another one has begun to.
Result<ObtainedImage> KernelTiers::obtainGeneric(const WantedImage &Want) {
  Handle Compile;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    Compile = FirstGeneric;
  }
  if (Compile) {
    if (const Result<ObtainedImage> *Ended = Compile->outcome())
      return *Ended ? fromMemory(**Ended) : *Ended;
    Place.Engine.Queue.withdraw(Compile);
  }
  return Images.obtain(Want, "it serves any values");
}

Result<ompjit_kernel *>
KernelTiers::loadQuickGeneric(Variant &Generic, const LaunchValues &Launch,
                              const Image &Content) {
  Result<ompjit_kernel *> Loaded = Images.loadStandIn(Generic, Launch, Content);
  if (Loaded)
    standInBehind(Generic, Launch,
                  {*Loaded, Served::L1, /*IsStandIn=*/true, Tier::Quick});
  return Loaded;
}

std::optional<Selection> KernelTiers::fullGeneric(const LaunchValues &Launch) {
  Variant &Generic = Table.generic();
  const Scheme::Fit Fit = Generic.scheme().find(Launch);
  if (Fit && !Fit.isStandIn())
    return Selection{Fit.kernel(), Served::L1};
  std::optional<ObtainedImage> Found =
      Place.Engine.Source.find(Images.full(Generic));
  if (!Found) {
    const Result<ObtainedImage> *Ended = outcome(Generic);
    if (!Ended) {
      compileGenericBehind();
      return std::nullopt;
    }
    if (*Ended)
      Found = fromMemory(**Ended);
  }
  Result<ompjit_kernel *> Loaded = Error("");
  if (Found)
    Loaded = Images.load(Generic, Launch, *Found->Content);
  if (Loaded)
    return Selection{*Loaded, servedFrom(Found->Origin)};
  HasGenericFailed = true;
  return std::nullopt;
}

/// Whether this is the first image of the kernel to be compiled, or another
/// thread's launch wants the same one.
bool KernelTiers::isFirst(const Variant &Wanted) {
  GatedLock Lock(Place.Engine.Process, Guard);
  if (!First)
    First = &Wanted;
  return First == &Wanted;
}

//===----------------------------------------------------------------------===//
// Compiles in the background
//===----------------------------------------------------------------------===//

KernelTiers::Handle KernelTiers::compileOf(const Variant &Owner) {
  GatedLock Lock(Place.Engine.Process, Guard);
  return Owner.Compile;
}

/// The compile lives as long as the variant, and so does the result.
const Result<ObtainedImage> *KernelTiers::outcome(const Variant &Owner) {
  const Handle Known = compileOf(Owner);
  return Known ? Known->outcome() : nullptr;
}

bool KernelTiers::isAwaited(const Variant &Owner) {
  return compileOf(Owner) != nullptr;
}

void KernelTiers::found(Variant &Owner, ObtainedImage Image) {
  auto Known = std::make_shared<QueuedCompile>(
      Images.full(Owner), Owner.sharedProgress(), Priority::Low,
      Report.counts(), CompileReport());
  GatedLock Lock(Place.Engine.Process, Guard);
  if (Owner.Compile)
    return;
  Known->settle(std::move(Image));
  Owner.Compile = std::move(Known);
  ++NumAwaited;
}

/// Returns the variant's compile; null if the kernel has requested too many.
KernelTiers::Handle
KernelTiers::compileFor(Variant &Owner,
                        const std::optional<Selection> &StandIn) {
  const std::string Why = StandIn ? whyNew(Owner) : "it serves any values";
  const WantedImage &Want = Images.full(Owner);
  GatedLock Lock(Place.Engine.Process, Guard);
  if (Owner.Compile)
    return Owner.Compile;
  if (NumAwaited >= MaxAwaited && !Owner.isGeneric())
    return nullptr;
  Owner.Compile = std::make_shared<QueuedCompile>(
      Want, Owner.sharedProgress(), Priority::Low, Report.counts(),
      Report.compiledBehind(Want, Why),
      /*IsForLater=*/Owner.isGeneric() && NumFacts != 0);
  ++NumAwaited;
  return Owner.Compile;
}

/// Sets how long launches have to run the native image. Never 0, so that the
/// next launch may compile the image with others.
void KernelTiers::needLaunches(ImageProgress &Progress) {
  const uint64_t Compile = Images.cost().ns(),
                 Needed = CompileCost::NativePerCompile * Compile,
                 Before = History.nativeNs(trackerName(Place));
  const uint64_t Rest = Needed - std::min(Needed - 1, Before);
  Progress.need(Rest, Before ? Rest : CompileCost::NativePerUnused * Compile);
}

void KernelTiers::remember() {
  if (!Native || !isOnHost())
    return;
  uint64_t Ns = 0;
  Table.forEach([&](Variant &Each) {
    ImageProgress &Progress = Each.progress();
    if (Progress.needsLaunches() && !isSettled(Progress.state()))
      Ns += Progress.waitedNs();
  });
  GatedLock Lock(Place.Engine.Process, Guard);
  // What takes less will not need an image soon.
  if (Ns < RememberedNs + Images.cost().ns() / 4)
    return;
  History.addNativeNs(trackerName(Place), Ns - RememberedNs);
  RememberedNs = Ns;
}

/// Makes launches find the stand-in until they have taken long enough.
void KernelTiers::waitForLaunches(ImageProgress &Progress,
                                  const QueuedCompile &Compile) {
  Progress.setNews(false);
  if (Progress.hasWaited() || Compile.outcome())
    Progress.setNews(true);
}

void KernelTiers::compileBehind(Variant &Wanted,
                                const std::optional<Selection> &StandIn) {
  if (!pays(Wanted) || !Place.Engine.Chosen.Async) {
    if (StandIn)
      holdBack(Wanted, *StandIn);
    return;
  }
  ImageProgress &Progress = Wanted.progress();
  if (StandIn && runsNative(*StandIn) &&
      (Progress.needsLaunches() || !Progress.waitedNs()))
    needLaunches(Progress);
  const Handle Compile = compileFor(Wanted, StandIn);
  if (!Compile || !Place.Engine.Queue.ask(Compile) || !StandIn)
    return;
  if (Progress.needsLaunches())
    waitForLaunches(Progress, *Compile);
  if (!StandIn->IsForOnce)
    Table.publishStandIn(Wanted, StandIn->Kernel, StandIn->Serving);
  // If its facts were given up meanwhile, the image is not wanted any more.
  if (!Table.isCurrent(Wanted.scheme()) && !Wanted.isGeneric())
    Place.Engine.Queue.drop(Compile);
}

void KernelTiers::dropObsolete() {
  std::vector<Handle> Obsolete;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    Table.forEach([&](const Variant &Each) {
      if (Each.Compile && !Each.isGeneric() && !Table.isCurrent(Each.scheme()))
        Obsolete.push_back(Each.Compile);
    });
  }
  for (const Handle &Each : Obsolete)
    Place.Engine.Queue.drop(Each);
}
