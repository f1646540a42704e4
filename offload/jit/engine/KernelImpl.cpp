//===- KernelImpl.cpp - Selecting the image for a launch ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include "FactSources.h"

#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/NoMemory.h"
#include "ompjit/Support/OwnStack.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// The first launches find cold caches.
static constexpr uint64_t FirstLook = 4;

/// What is looked for, read from disk and loaded takes some ten KiB of stack,
/// and threads may have no more than that.
static constexpr size_t SlowStackBytes = 128 << 10;

KernelImpl::KernelImpl(EngineContext &Engine,
                       std::shared_ptr<SharedPackage> Source, const Device &On,
                       const LoadedBase &Base, TrackerHistory &History,
                       const KernelInfo &Info)
    : Engine(Engine), Package(std::move(Source)), On(On), Base(Base),
      Info(Info), Counts(Engine.Stats.kernel(Package->Digest, Info.Symbol)),
      History(History), Budget(Engine.Budgets.of(On.Handle)),
      AllFacts(factsOf(Package->view(), Info, Engine.Chosen, On.Environment,
                       On.Plugin->launch_size != nullptr)),
      Fields(fieldsOf(Package->view(), Info, AllFacts)),
      Uses(memoryUseOf(Package->view(), Info, AllFacts)),
      IsSizeCounted(std::any_of(AllFacts.begin(), AllFacts.end(),
                                [](const CountedFact &Fact) {
                                  return Fact.Name.Kind == FactKind::Teams;
                                })),
      Track(Engine.Chosen.Threshold, Engine.Chosen.Ratio) {
  GatedLock Lock(Engine.Process, Guard);
  replaceRecipe(AllFacts);
  if (hasTrials())
    NextLook.store(FirstLook, std::memory_order_relaxed);
}

KernelImpl::~KernelImpl() {
  if (Native && !HasBegun)
    Engine.Firsts.expectFewer();
  else if (Native)
    Engine.Firsts.remove(*this);
  for (const auto &[Name, Each] : Awaited)
    Engine.Background.drop(Each);
  if (FirstGeneric)
    Engine.Background.drop(FirstGeneric);
  Budget.remove(*this);
}

CompileRequest jit::requestOn(const Device &On, const Settings &Chosen) {
  CompileRequest Request;
  Request.Arch = On.Arch;
  Request.Features = On.Features;
  Request.Emulation = On.Emulation;
  Request.OptLevel = Chosen.OptLevel;
  Request.Passes = Pipeline(Chosen.Pipeline);
  return Request;
}

Result<ompjit_kernel *> KernelImpl::select(const ompjit_launch &Launch,
                                           const LaunchMemory &Memory,
                                           LaunchTime *Time) {
  try {
    return selectTraced(Launch, Memory, Time);
  } catch (const std::bad_alloc &) {
    return selectWithoutMemory(Launch, Memory);
  }
}

Result<ompjit_kernel *> KernelImpl::selectTraced(const ompjit_launch &Launch,
                                                 const LaunchMemory &Memory,
                                                 LaunchTime *Time) {
  if (!Engine.Events.isOn()) [[likely]]
    return selectImage(Launch, Memory, Time);
  const uint64_t Start = nowNs();
  Result<ompjit_kernel *> Selected = selectImage(Launch, Memory, Time);
  Engine.Events.span(
      "launch", "launch of " + nameForPeople(), Start,
      {{"device", std::to_string(On.Id)},
       {"outcome", Selected ? "ready" : Selected.error().message()}});
  return Selected;
}

Result<ompjit_kernel *> KernelImpl::selectImage(const ompjit_launch &Launch,
                                                const LaunchMemory &Memory,
                                                LaunchTime *Time) {
  if (Launch.num_args != Info.NumParameters)
    return Error("the kernel " + nameForPeople() + " takes " +
                 std::to_string(Info.NumParameters) +
                 " arguments, but the launch has " +
                 std::to_string(Launch.num_args));
  const LaunchValues Values = valuesOf(Launch, Memory);
  Recipe &For = *Current.load(std::memory_order_acquire);
  const Recipe::Fit Fit = For.find(Values);
  if (!Fit || Fit.awaited())
    return selectSlowly(Values);
  Fit.touch(Budget.now());
  Fit.remember(Values);
  const Selection Selected = {Fit.kernel(), Served::L1};
  const uint64_t Hit = countLaunch(Selected);
  if (Hit >= NextLook.load(std::memory_order_relaxed) && Time) [[unlikely]]
    return lookCloser({For, Fit, Values, Launch, Memory, Hit}, *Time);
  return Selected.Kernel;
}

/// Nothing here allocates. The next launch looks for better again.
Result<ompjit_kernel *>
KernelImpl::selectWithoutMemory(const ompjit_launch &Launch,
                                const LaunchMemory &Memory) {
  ompjit_kernel *Loaded = nullptr;
  if (Launch.num_args == Info.NumParameters) {
    Loaded = findInAnyRecipe(valuesOf(Launch, Memory));
    if (!Loaded)
      Loaded = InBase;
  }
  if (!Loaded) {
    Counts.countFailedLaunch();
    return Error(NoMemoryText);
  }
  Counts.countLaunch(Served::Fallback);
  return Loaded;
}

void KernelImpl::findInBase() {
  if (Base.Content == BaseContent::State && !Info.isInBase())
    return;
  Result<ompjit_kernel *> Found =
      Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  InBase = Found ? *Found : nullptr;
}

bool KernelImpl::beginsWithNative() {
  Native = Info.isInBase() ? nullptr : InBase;
  if (Native && !Engine.HasRehearsed.exchange(true))
    rehearse();
  return Native;
}

/// How many were served in the same way before.
uint64_t KernelImpl::countLaunch(const Selection &Selected) const {
  const uint64_t Number = Counts.countLaunch(Selected.How);
  if (Selected.IsStandIn)
    Counts.countStandIn();
  if (Engine.Lines.wants(LogLevel::Launches))
    reportLaunch(Selected);
  if (Engine.Events.isOn()) [[unlikely]]
    traceLaunch(Selected);
  return Number;
}

LaunchValues KernelImpl::valuesOf(const ompjit_launch &Launch,
                                  const LaunchMemory &Memory) const {
  ompjit_launch_size Size = {};
  if (IsSizeCounted) {
    const package::LaunchBounds &Bounds = Info.Bounds;
    const ompjit_launch_bounds Known = {Bounds.Mode, Bounds.MinThreads,
                                        Bounds.MaxThreads, Bounds.MinTeams,
                                        Bounds.MaxTeams};
    On.Plugin->launch_size(On.Handle, &Known, &Launch, &Size);
  }
  LaunchValues Values(Launch.args, Size, Launch.dynamic_memory_bytes,
                      Memory.Ranges, Launch.num_args);
  if (!Memory.Known.empty())
    readFields(Fields, Launch, Memory.Known, Values.fields());
  return Values;
}

Result<ompjit_kernel *> KernelImpl::selectSlowly(const LaunchValues &Launch) {
  if (std::optional<Selection> Native = beginWithNative(Launch)) {
    countLaunch(*Native);
    return Native->Kernel;
  }
  Result<Selection> Selected = Error("");
  runWithStack(SlowStackBytes, [&] {
    const DefaultEnvironment OfOurs;
    Selected = selectWithStack(Launch);
  });
  if (!Selected) {
    Counts.countFailedLaunch();
    return Selected.takeError();
  }
  countLaunch(*Selected);
  return Selected->Kernel;
}

Result<KernelImpl::Selection>
KernelImpl::selectWithStack(const LaunchValues &Launch) {
  const Error *Reason = Broken.load(std::memory_order_acquire);
  if (!Reason)
    return serve(*Current.load(std::memory_order_acquire), Launch);
  if (ompjit_kernel *Loaded = findInAnyRecipe(Launch))
    return Selection{Loaded, Served::L1};
  return *Reason;
}

/// When nothing new can be compiled, what was loaded before still serves.
ompjit_kernel *KernelImpl::findInAnyRecipe(const LaunchValues &Launch) {
  GatedLock Lock(Engine.Process, Guard);
  for (const std::unique_ptr<Recipe> &Known : Recipes)
    if (Recipe::Fit Fit = Known->find(Launch))
      return Fit.kernel();
  return nullptr;
}

Result<KernelImpl::Selection> KernelImpl::serve(Recipe &First,
                                                const LaunchValues &Launch) {
  for (Recipe *For = &First;;) {
    if (Recipe::Fit Fit = For->find(Launch)) {
      AwaitedImage *Better = Fit.awaited();
      if (Better)
        Better->countLaunch();
      if (Better == &Beginning && Better->launches() == 1)
        Engine.Firsts.hurry();
      Fit.touch(Budget.now());
      if (!Better || !Better->hasNews())
        return Selection{Fit.kernel(), Served::L1, Better != nullptr};
    }
    const Values Wanted = For->valuesOf(Launch);
    if (std::optional<Selection> Faster = insteadOfSlower(*For, Wanted, Launch))
      return *Faster;
    if (std::optional<Result<Selection>> Known = fromL2(*For, Wanted, Launch))
      return std::move(*Known);
    Recipe &Decided = reconsider(*For, Wanted);
    if (&Decided == For)
      return make(*For, Wanted, Launch);
    For = &Decided;
  }
}

/// An image that is there costs no compile, so that the tracker need not be
/// asked. What is awaited was looked for before, and may be there now.
std::optional<Result<KernelImpl::Selection>>
KernelImpl::fromL2(Recipe &For, const Values &Wanted,
                   const LaunchValues &Launch) {
  if (Base.Content == BaseContent::Whole || Info.isInBase())
    return std::nullopt;
  if (const Handle Known = awaited(For, Wanted)) {
    const Result<ObtainedImage> *Outcome = Known->outcome();
    if (!Outcome || !*Outcome)
      return std::nullopt;
    return install(For, Wanted, Launch, fromMemory(**Outcome));
  }
  std::optional<ObtainedImage> Found =
      Engine.Source.find(wantedImage(For, Wanted));
  if (!Found)
    return std::nullopt;
  return install(For, Wanted, Launch, *Found);
}

Recipe &KernelImpl::replaceRecipe(std::vector<CountedFact> Counted) {
  Recipe *New = nullptr;
  if (Counted.empty())
    New = &genericRecipe();
  else
    New = Recipes.emplace_back(std::make_unique<Recipe>(std::move(Counted)))
              .get();
  Current.store(New, std::memory_order_release);
  Tracked.clear();
  return *New;
}

/// The one for any values.
Recipe &KernelImpl::genericRecipe() {
  for (const std::unique_ptr<Recipe> &Each : Recipes)
    if (Each->counted().empty())
      return *Each;
  return *Recipes.emplace_back(
      std::make_unique<Recipe>(std::vector<CountedFact>()));
}

Result<KernelImpl::Selection> KernelImpl::make(Recipe &For,
                                               const Values &Wanted,
                                               const LaunchValues &Launch) {
  if (Base.Content == BaseContent::Whole || Info.isInBase())
    return useBaseKernel(For, Served::L1);
  return Engine.Chosen.Async ? makeInTiers(For, Wanted, Launch)
                             : makeInForeground(For, Wanted, Launch);
}

/// Gets, loads and publishes an image. Threads that do it at the same time get
/// one image, and one of them loads it.
Result<KernelImpl::Selection>
KernelImpl::makeInForeground(Recipe &For, const Values &Wanted,
                             const LaunchValues &Launch) {
  Result<ObtainedImage> Obtained =
      obtain(wantedImage(For, Wanted), whyNew(For, Wanted));
  if (!Obtained)
    return fallBack(For, Wanted, Launch, Obtained.takeError());
  return install(For, Wanted, Launch, *Obtained);
}

Result<ObtainedImage> KernelImpl::obtain(const WantedImage &Want,
                                         const std::string &Why) {
  Result<ObtainedImage> Obtained = Engine.Source.get(Want);
  if (Obtained && Obtained->From == ImageOrigin::Compiler) {
    Counts.countCompile(Obtained->CompileNs);
    if (Obtained->IsKnownCode)
      Counts.countKnownCode();
    reportCompile(Want, *Obtained, Why);
  }
  return Obtained;
}

Result<KernelImpl::Selection>
KernelImpl::install(Recipe &For, const Values &Wanted,
                    const LaunchValues &Launch, const ObtainedImage &Obtained) {
  Result<ompjit_kernel *> Loaded = Error("");
  Engine.Process.withLinker(
      [&] { Loaded = loadOnce(For, Wanted, Launch, *Obtained.Content); });
  if (!Loaded && refuses(wantedImage(For, Wanted), Loaded.error()))
    return makeInForeground(For, Wanted, Launch);
  if (!Loaded)
    return withoutLoading(For, Wanted, Launch, Loaded.takeError());
  learnFromCode(For, Wanted, Obtained.Content->Code);
  return Selection{*Loaded, servedFrom(Obtained.From)};
}

/// Whether an image that does not load is no reason to fall back: it came from
/// disk, where a newer driver may have left it, and another one can be had.
bool KernelImpl::refuses(const WantedImage &Want, const Error &Reason) {
  if (!Engine.Source.refuse(Want))
    return false;
  Engine.Lines.line(LogLevel::Compiles,
                    "cache: " + Reason.message() + "; it is compiled anew");
  return true;
}

Result<ompjit_kernel *> KernelImpl::loadOnce(Recipe &For, const Values &Wanted,
                                             const LaunchValues &Launch,
                                             const Image &Content) {
  MutexLock Lock(LoadGuard);
  if (Recipe::Fit Fit = For.find(Launch); Fit && !Fit.awaited())
    return Fit.kernel();
  Result<ompjit_kernel *> Loaded = loadCode(Content);
  return Loaded ? publish(For, Wanted, *Loaded) : std::move(Loaded);
}

WantedImage KernelImpl::wantedImage(const Recipe &For,
                                    const Values &Wanted) const {
  CompileRequest Request = requestOn(On, Engine.Chosen);
  Request.KernelSymbol = Info.Symbol;
  Request.Facts = For.facts(Wanted);
  return Engine.Source.wanted(Package, std::move(Request), On.Finisher);
}

ompjit_kernel *KernelImpl::publish(Recipe &For, const Values &Wanted,
                                   ompjit_kernel *Loaded) {
  for (const Fact &Used : For.facts(Wanted))
    Counts.addSpecialised(Used.Name);
  GatedLock Lock(Engine.Process, Guard);
  if (!isRetired(Loaded))
    For.publish(Wanted, Loaded);
  return Loaded;
}

/// What is loaded serves where nothing more can be: for want of memory or
/// descriptors, which may be there again at the next launch.
Result<KernelImpl::Selection>
KernelImpl::withoutLoading(Recipe &For, const Values &Wanted,
                           const LaunchValues &Launch, Error Reason) {
  std::optional<Selection> Loaded = loadedStandIn(For, Launch);
  if (!Loaded)
    return fallBack(For, Wanted, Launch, std::move(Reason));
  Engine.Lines.line(LogLevel::Compiles, "failed: " + Reason.message());
  Loaded->How = Served::Fallback;
  return *Loaded;
}

/// After a failure, with values: the generic image; without: what is loaded,
/// which may be a quick one, or the native one.
Result<KernelImpl::Selection> KernelImpl::fallBack(Recipe &For,
                                                   const Values &Wanted,
                                                   const LaunchValues &Launch,
                                                   Error Reason) {
  Engine.Lines.line(LogLevel::Compiles, "failed: " + Reason.message());
  if (!Wanted.empty()) {
    Recipe &Generic = abandonSpecialisation(Reason.message());
    Result<Selection> Selected = serve(Generic, Launch);
    if (Selected)
      Selected->How = Served::Fallback;
    return Selected;
  }
  if (std::optional<Selection> Loaded = loadedStandIn(For, Launch)) {
    if (!Loaded->IsForOnce)
      publish(For, Wanted, Loaded->Kernel);
    Loaded->How = Served::Fallback;
    return *Loaded;
  }
  if (Base.Content != BaseContent::Native)
    return giveUpKernel(std::move(Reason));
  Result<Selection> Native = useBaseKernel(For, Served::Fallback);
  if (!Native)
    return giveUpKernel(Native.takeError());
  return Native;
}

/// A compile that failed once would fail at every launch, at the price of a
/// compile: this kernel is not specialised again.
Recipe &KernelImpl::abandonSpecialisation(const std::string &Why) {
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  Reasons Lost;
  Recipe *Generic = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Generic = Current.load(std::memory_order_relaxed);
    if (Generic->counted().empty())
      return *Generic;
    for (const CountedFact &Fact : Generic->counted())
      Lost.emplace(Fact.Name, Why);
    Pending.clear();
    Generic = &replaceRecipe({});
  }
  reportGivenUp(Lost);
  dropObsolete();
  return *Generic;
}

Result<KernelImpl::Selection> KernelImpl::useBaseKernel(Recipe &For,
                                                        Served How) {
  Result<ompjit_kernel *> Found =
      Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  if (!Found)
    return Found.takeError();
  return Selection{publish(For, {}, *Found), How};
}

Error KernelImpl::giveUpKernel(Error Reason) {
  Error Final = std::move(Reason).context("the kernel " + nameForPeople() +
                                          " cannot run on device " +
                                          std::to_string(On.Id));
  GatedLock Lock(Engine.Process, Guard);
  if (!BrokenReason) {
    BrokenReason = std::make_unique<const Error>(Final);
    Broken.store(BrokenReason.get(), std::memory_order_release);
  }
  return Final;
}
