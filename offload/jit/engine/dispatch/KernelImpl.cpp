//===- KernelImpl.cpp - Selecting the image for a launch ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include "policy/FactSources.h"
#include "report/RequestText.h"

#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/NoMemory.h"
#include "ompjit/Support/OwnStack.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// Looking up, reading and loading an image takes some ten KiB of stack, and
/// threads may not have more than that.
static constexpr size_t SlowStackBytes = 128 << 10;

static bool isSizeCounted(const std::vector<CountedFact> &Facts) {
  return std::any_of(Facts.begin(), Facts.end(), [](const CountedFact &Fact) {
    return Fact.Name.Kind == FactKind::Teams;
  });
}

KernelImpl::KernelImpl(EngineContext &Engine,
                       std::shared_ptr<SharedPackage> Source,
                       const Device &Target, const LoadedBase &Base,
                       TrackerHistory &History, const KernelInfo &Kernel,
                       const Tuning &Wanted)
    : Engine(Engine), Package(std::move(Source)), Info(Kernel), Tuned(Wanted),
      Place{Engine, Package, Target, Base, Info, Tuned},
      Report(Engine.Chosen, Engine.Lines, Engine.Events,
             Engine.Stats.kernel(Package->Digest,
                                 withBound(std::string(Info.Symbol), *Package)),
             Info.Symbol, withBound(std::string(Info.Symbol), *Package),
             Target.Id),
      AllFacts(factsOf(Package->view(), Info, Engine.Chosen, Target.Environment,
                       Target.Plugin->launch_size != nullptr)),
      Fields(fieldsOf(Package->view(), Info, AllFacts)),
      Uses(memoryUseOf(Package->view(), Info, AllFacts)),
      IsSizeCounted(isSizeCounted(AllFacts)), Table(Engine.Process, AllFacts),
      Images(Place, Report, Table),
      Facts(Place, AllFacts, Report, Table, History),
      Tiers(Place, AllFacts.size(), Report, Table, Images, History, *this),
      Trials(Place, !AllFacts.empty(), Report, Table, Images, Facts, Tiers),
      Arrays(Package->view(), Info, AllFacts, Report),
      First(Place, Table, Images, Facts, Tiers, Trials) {}

void KernelImpl::findInBase() {
  if (Place.Base.Content == BaseContent::State && !Info.isInBase())
    return;
  Result<ompjit_kernel *> Found =
      Place.Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  InBase = Found ? *Found : nullptr;
}

bool KernelImpl::beginsWithNative() {
  if (Info.isInBase() || !InBase)
    return false;
  Tiers.setNative(InBase);
  First.expectLaunch();
  return true;
}

//===----------------------------------------------------------------------===//
// Launches that find their image
//===----------------------------------------------------------------------===//

Result<ompjit_kernel *> KernelImpl::select(const ompjit_launch &Launch,
                                           const LaunchMemory &Memory,
                                           LaunchTime *Time) {
  try {
    return selectImage(Launch, Memory, Time);
  } catch (const std::bad_alloc &) {
    return selectWithoutMemory(Launch, Memory);
  }
}

Result<ompjit_kernel *> KernelImpl::selectImage(const ompjit_launch &Launch,
                                                const LaunchMemory &Memory,
                                                LaunchTime *Time) {
  if (Launch.num_args != Info.NumParameters)
    return Error("the kernel " + Report.kernel() + " takes " +
                 std::to_string(Info.NumParameters) +
                 " arguments, but the launch has " +
                 std::to_string(Launch.num_args));
  const LaunchValues Values = valuesOf(Launch, Memory);
  const Scheme::Fit Fit = Table.current().find(Values);
  if (!Fit)
    return selectSlowly(Values, Time);
  if (Fit.isStandIn()) {
    if (!isNativeForNow(Fit.variant()))
      return selectSlowly(Values, Time);
    runsStandIn(Fit.variant(), Time);
    return Fit.kernel();
  }
  Fit.variant().touch(Images.now());
  Fit.variant().remember(Values);
  const uint64_t Hit = Report.launched(Served::L1, /*IsStandIn=*/false);
  if (Trials.isDue(Hit) && Time) [[unlikely]]
    return Trials.look({Fit, Values, Launch, Memory, Hit}, *Time);
  return Fit.kernel();
}

/// Whether launches with these values go on with the native image, which many
/// of them may, so that they must be as fast as others.
bool KernelImpl::isNativeForNow(Variant &Wanted) const {
  return Wanted.tier() == Tier::Native && !Wanted.progress().hasNews() &&
         !Broken.load(std::memory_order_relaxed) && !Report.tracesLaunches();
}

void KernelImpl::runsStandIn(Variant &Wanted, LaunchTime *Time) {
  Wanted.touch(Images.now());
  First.launchedAgain(Wanted, Wanted.progress().countLaunch());
  Report.launched(Served::L1, /*IsStandIn=*/true);
  Tiers.waits(Wanted, Time);
}

/// Serves a launch without any allocation. The next launch looks for a better
/// image again.
Result<ompjit_kernel *>
KernelImpl::selectWithoutMemory(const ompjit_launch &Launch,
                                const LaunchMemory &Memory) {
  ompjit_kernel *Loaded = nullptr;
  if (Launch.num_args == Info.NumParameters) {
    Loaded = Table.findForLaunch(valuesOf(Launch, Memory));
    if (!Loaded)
      Loaded = InBase;
  }
  if (!Loaded) {
    Report.launchFailed();
    return Error(NoMemoryText);
  }
  Report.counts().countLaunch(Served::Fallback);
  return Loaded;
}

LaunchValues KernelImpl::valuesOf(const ompjit_launch &Launch,
                                  const LaunchMemory &Memory) const {
  ompjit_launch_size Size = {};
  if (IsSizeCounted) {
    const package::LaunchBounds &Bounds = Info.Bounds;
    const ompjit_launch_bounds Known = {Bounds.Mode, Bounds.MinThreads,
                                        Bounds.MaxThreads, Bounds.MinTeams,
                                        Bounds.MaxTeams};
    Place.Target.Plugin->launch_size(Place.Target.Handle, &Known, &Launch,
                                     &Size);
  }
  LaunchValues Values(Launch.args, Size, Launch.dynamic_memory_bytes,
                      Memory.Ranges, Launch.num_args);
  Values.setTripCount(Launch.trip_count);
  if (!Memory.Known.empty())
    readFields(Fields, Launch, Memory.Known, Values.fields());
  return Values;
}

//===----------------------------------------------------------------------===//
// Launches that do not
//===----------------------------------------------------------------------===//

Result<ompjit_kernel *> KernelImpl::selectSlowly(const LaunchValues &Launch,
                                                 LaunchTime *Time) {
  const uint64_t Start = Report.startNs();
  Arrays.look(Launch);
  if (ompjit_kernel *Native = First.begin(Launch, Time)) {
    Report.launchedSlowly(Start, Served::L1, /*IsStandIn=*/true, Tier::Native);
    return Native;
  }
  Result<Selection> Selected = Error("");
  runWithStack(SlowStackBytes, [&] {
    const DefaultEnvironment OwnEnvironment;
    Selected = serve(Launch);
  });
  if (!Selected) {
    Report.launchFailed(Start, Selected.error());
    return Selected.takeError();
  }
  Report.launchedSlowly(Start, Selected->How, Selected->IsStandIn,
                        Selected->Serving);
  if (Selected->Wanted)
    Tiers.waits(*Selected->Wanted, Time);
  return Selected->Kernel;
}

/// If the kernel is broken, images that were loaded before still serve
/// launches.
Result<Selection> KernelImpl::serve(const LaunchValues &Launch) {
  const Error *Reason = Broken.load(std::memory_order_acquire);
  if (!Reason)
    return serveFrom(Table.current(), Launch);
  if (ompjit_kernel *Loaded = Table.findForLaunch(Launch))
    return Selection{Loaded, Served::L1};
  return *Reason;
}

Result<Selection> KernelImpl::serveFrom(Scheme &Begin,
                                        const LaunchValues &Launch) {
  for (Scheme *Owner = &Begin;;) {
    if (std::optional<Selection> Found = serveFromL1(*Owner, Launch))
      return *Found;
    Variant &Wanted = Table.variantFor(*Owner, Launch);
    if (std::optional<Selection> Faster = insteadOfSlower(Wanted, Launch))
      return *Faster;
    // An image that exists costs no compile, so the tracker is not asked.
    if (std::optional<ObtainedImage> Found = findInL2(Wanted))
      return install(Wanted, Launch, *Found);
    Owner = &Facts.reconsider(Wanted);
    if (Owner != &Wanted.scheme()) {
      Tiers.dropObsolete();
      continue;
    }
    if (Place.isInBase())
      return runBaseKernel(Wanted, Served::L1, ImageState::Loaded);
    Result<Selection> Made = Engine.Chosen.Async
                                 ? Tiers.make(Wanted, Launch)
                                 : Tiers.makeInForeground(Wanted, Launch);
    if (Made && Made->IsStandIn)
      Made->Wanted = &Wanted;
    return Made;
  }
}

/// Returns nothing if there is no kernel, or if there is news of a better one.
std::optional<Selection> KernelImpl::serveFromL1(const Scheme &Owner,
                                                 const LaunchValues &Launch) {
  const Scheme::Fit Fit = Owner.find(Launch);
  if (!Fit)
    return std::nullopt;
  Variant &Found = Fit.variant();
  Found.touch(Images.now());
  if (!Fit.isStandIn())
    return Selection{Fit.kernel(), Served::L1};
  First.launchedAgain(Found, Found.progress().countLaunch());
  if (Found.progress().hasNews())
    return std::nullopt;
  return Selection{Fit.kernel(), Served::L1,          /*IsStandIn=*/true,
                   Found.tier(), /*IsForOnce=*/false, &Found};
}

/// An image whose compile was requested is not in L2, unless that compile has
/// ended.
std::optional<ObtainedImage> KernelImpl::findInL2(Variant &Wanted) {
  if (Place.isInBase())
    return std::nullopt;
  if (!Tiers.isAwaited(Wanted))
    return Engine.Source.find(Images.full(Wanted));
  const Result<ObtainedImage> *Ended = Tiers.outcome(Wanted);
  return Ended && *Ended ? std::optional(fromMemory(**Ended)) : std::nullopt;
}

/// If the wanted image is known to be slower, returns the generic one, or any
/// loaded stand-in while the generic one is compiled.
std::optional<Selection>
KernelImpl::insteadOfSlower(Variant &Wanted, const LaunchValues &Launch) {
  if (Tiers.hasGenericFailed() || !Trials.isSlower(Wanted))
    return std::nullopt;
  std::optional<Selection> Generic = Tiers.fullGeneric(Launch);
  if (!Generic)
    return Tiers.loadedStandIn(Wanted.scheme(), Launch);
  Table.publish(Wanted, Generic->Kernel, Tier::Generic, ImageState::Demoted);
  return Generic;
}

//===----------------------------------------------------------------------===//
// Images, and what serves without them
//===----------------------------------------------------------------------===//

/// Gets, loads and publishes an image. Threads that do it at the same time get
/// one image, and one of them loads it.
Result<Selection> KernelImpl::makeInForeground(Variant &Wanted,
                                               const LaunchValues &Launch) {
  Result<ObtainedImage> Obtained =
      Images.obtain(Images.full(Wanted), Tiers.whyNew(Wanted));
  if (!Obtained)
    return fallBack(Wanted, Launch, Obtained.takeError());
  return install(Wanted, Launch, *Obtained);
}

Result<Selection> KernelImpl::install(Variant &Wanted,
                                      const LaunchValues &Launch,
                                      const ObtainedImage &Obtained) {
  Result<ompjit_kernel *> Loaded =
      Images.load(Wanted, Launch, *Obtained.Content);
  if (!Loaded && Images.refuses(Images.full(Wanted), Loaded.error()))
    return makeInForeground(Wanted, Launch);
  if (!Loaded)
    return withoutLoading(Wanted, Launch, Loaded.takeError());
  Facts.learnFromCode(Wanted, Obtained.Content->Code);
  return Selection{*Loaded, servedFrom(Obtained.Origin)};
}

/// Serves a launch whose image could not be loaded with a loaded stand-in.
/// Memory or descriptors may be available again at the next launch.
Result<Selection> KernelImpl::withoutLoading(Variant &Wanted,
                                             const LaunchValues &Launch,
                                             Error Reason) {
  std::optional<Selection> Loaded =
      Tiers.loadedStandIn(Wanted.scheme(), Launch);
  if (!Loaded)
    return fallBack(Wanted, Launch, std::move(Reason));
  Report.failed(Reason);
  Loaded->How = Served::Fallback;
  return *Loaded;
}

/// Selects a fallback after a failure: the generic image for a specialised one;
/// for the generic image, a loaded one, which may be its quick version, or the
/// native one.
Result<Selection> KernelImpl::fallBack(Variant &Wanted,
                                       const LaunchValues &Launch,
                                       Error Reason) {
  Report.failed(Reason);
  if (!Wanted.isGeneric()) {
    Scheme &Generic = Facts.abandon(Reason.message());
    Tiers.dropObsolete();
    Result<Selection> Selected = serveFrom(Generic, Launch);
    if (Selected)
      Selected->How = Served::Fallback;
    return Selected;
  }
  if (std::optional<Selection> Loaded =
          Tiers.loadedStandIn(Wanted.scheme(), Launch)) {
    if (!Loaded->IsForOnce)
      Images.publish(Wanted, Loaded->Kernel, Loaded->Serving,
                     ImageState::Failed);
    Loaded->How = Served::Fallback;
    return *Loaded;
  }
  if (Place.Base.Content != BaseContent::Native)
    return giveUp(std::move(Reason));
  Result<Selection> Native =
      runBaseKernel(Wanted, Served::Fallback, ImageState::Failed);
  if (!Native)
    return giveUp(Native.takeError());
  return Native;
}

Result<Selection> KernelImpl::runBaseKernel(Variant &Wanted, Served How,
                                            ImageState State) {
  Result<ompjit_kernel *> Found =
      Place.Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  if (!Found)
    return Found.takeError();
  Images.publish(Wanted, *Found, Tier::Native, State);
  return Selection{*Found, How};
}

Error KernelImpl::giveUp(Error Reason) {
  Error Final = std::move(Reason).context("the kernel " + Report.kernel() +
                                          " cannot run on device " +
                                          std::to_string(Place.Target.Id));
  GatedLock Lock(Engine.Process, Guard);
  if (!BrokenReason) {
    BrokenReason = std::make_unique<const Error>(Final);
    Broken.store(BrokenReason.get(), std::memory_order_release);
  }
  return Final;
}
