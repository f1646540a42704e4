//===- KernelImpl.cpp - Selecting the image for a launch ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include "policy/FactSources.h"

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
      Info(Info), Report(Engine.Chosen, Engine.Lines, Engine.Events,
                         Engine.Stats.kernel(Package->Digest, Info.Symbol),
                         Info.Symbol, On.Id),
      History(History), Budget(Engine.Budgets.of(On.Handle)),
      AllFacts(factsOf(Package->view(), Info, Engine.Chosen, On.Environment,
                       On.Plugin->launch_size != nullptr)),
      Fields(fieldsOf(Package->view(), Info, AllFacts)),
      Uses(memoryUseOf(Package->view(), Info, AllFacts)),
      IsSizeCounted(std::any_of(AllFacts.begin(), AllFacts.end(),
                                [](const CountedFact &Fact) {
                                  return Fact.Name.Kind == FactKind::Teams;
                                })),
      Facts(Engine.Chosen, Package->view(), this->Info, AllFacts) {
  GatedLock Lock(Engine.Process, Guard);
  replaceScheme(AllFacts);
  if (hasTrials())
    NextLook.store(FirstLook, std::memory_order_relaxed);
}

KernelImpl::~KernelImpl() {
  if (Native && !HasBegun)
    Engine.Firsts.expectFewer();
  else if (Native)
    Engine.Firsts.remove(*this);
  for (const std::unique_ptr<Scheme> &Known : Schemes)
    Known->forEach([&](const Variant &Each) {
      if (Each.Compile)
        Engine.Background.drop(Each.Compile);
    });
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
  if (!Report.isTraced()) [[likely]]
    return selectImage(Launch, Memory, Time);
  const uint64_t Start = nowNs();
  Result<ompjit_kernel *> Selected = selectImage(Launch, Memory, Time);
  Report.selected(Start, Selected ? "ready" : Selected.error().message());
  return Selected;
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
  const Scheme::Fit Fit = Current.load(std::memory_order_acquire)->find(Values);
  if (!Fit || Fit.awaited())
    return selectSlowly(Values);
  Fit.variant().touch(Budget.now());
  Fit.variant().remember(Values);
  const uint64_t Hit = Report.launched(Served::L1, /*IsStandIn=*/false);
  if (Hit >= NextLook.load(std::memory_order_relaxed) && Time) [[unlikely]]
    return lookCloser({Fit, Values, Launch, Memory, Hit}, *Time);
  return Fit.kernel();
}

/// Nothing here allocates. The next launch looks for better again.
Result<ompjit_kernel *>
KernelImpl::selectWithoutMemory(const ompjit_launch &Launch,
                                const LaunchMemory &Memory) {
  ompjit_kernel *Loaded = nullptr;
  if (Launch.num_args == Info.NumParameters) {
    Loaded = findInAnyScheme(valuesOf(Launch, Memory));
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

void KernelImpl::findInBase() {
  if (Base.Content == BaseContent::State && !Info.isInBase())
    return;
  Result<ompjit_kernel *> Found =
      Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  InBase = Found ? *Found : nullptr;
}

bool KernelImpl::beginsWithNative() {
  Native = Info.isInBase() ? nullptr : InBase;
  if (Native && !Engine.IsWarmedUp.exchange(true))
    warmUp();
  return Native;
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
    Report.launched(Native->How, Native->IsStandIn);
    return Native->Kernel;
  }
  Result<Selection> Selected = Error("");
  runWithStack(SlowStackBytes, [&] {
    const DefaultEnvironment OfOurs;
    Selected = selectWithStack(Launch);
  });
  if (!Selected) {
    Report.launchFailed();
    return Selected.takeError();
  }
  Report.launched(Selected->How, Selected->IsStandIn);
  return Selected->Kernel;
}

Result<KernelImpl::Selection>
KernelImpl::selectWithStack(const LaunchValues &Launch) {
  const Error *Reason = Broken.load(std::memory_order_acquire);
  if (!Reason)
    return serve(*Current.load(std::memory_order_acquire), Launch);
  if (ompjit_kernel *Loaded = findInAnyScheme(Launch))
    return Selection{Loaded, Served::L1};
  return *Reason;
}

/// When nothing new can be compiled, what was loaded before still serves.
ompjit_kernel *KernelImpl::findInAnyScheme(const LaunchValues &Launch) {
  GatedLock Lock(Engine.Process, Guard);
  for (const std::unique_ptr<Scheme> &Known : Schemes)
    if (Scheme::Fit Fit = Known->find(Launch))
      return Fit.kernel();
  return nullptr;
}

Variant &KernelImpl::variantFor(Scheme &For, const LaunchValues &Launch) {
  GatedLock Lock(Engine.Process, Guard);
  return For.variantFor(Launch);
}

Result<KernelImpl::Selection> KernelImpl::serve(Scheme &First,
                                                const LaunchValues &Launch) {
  for (Scheme *For = &First;;) {
    if (Scheme::Fit Fit = For->find(Launch)) {
      PendingImage *Better = Fit.awaited();
      if (Better)
        Better->countLaunch();
      if (Better == &FirstPending && Better->launches() == 1)
        Engine.Firsts.lookNow();
      Fit.variant().touch(Budget.now());
      if (!Better || !Better->hasNews())
        return Selection{Fit.kernel(), Served::L1, Better != nullptr};
    }
    Variant &Wanted = variantFor(*For, Launch);
    if (std::optional<Selection> Faster = insteadOfSlower(Wanted, Launch))
      return *Faster;
    if (std::optional<Result<Selection>> Known = fromL2(Wanted, Launch))
      return std::move(*Known);
    For = &reconsider(Wanted);
    if (For == &Wanted.scheme())
      return make(Wanted, Launch);
  }
}

/// An image that is there costs no compile, so that the tracker need not be
/// asked. What is awaited was looked for before, and may be there now.
std::optional<Result<KernelImpl::Selection>>
KernelImpl::fromL2(Variant &Wanted, const LaunchValues &Launch) {
  if (Base.Content == BaseContent::Whole || Info.isInBase())
    return std::nullopt;
  if (const Handle Known = awaited(Wanted)) {
    const Result<ObtainedImage> *Outcome = Known->outcome();
    if (!Outcome || !*Outcome)
      return std::nullopt;
    return install(Wanted, Launch, fromMemory(**Outcome));
  }
  std::optional<ObtainedImage> Found = Engine.Source.find(imageOf(Wanted));
  if (!Found)
    return std::nullopt;
  return install(Wanted, Launch, *Found);
}

Scheme &KernelImpl::replaceScheme(std::vector<CountedFact> Counted) {
  Scheme *New = nullptr;
  if (Counted.empty())
    New = &genericVariant().scheme();
  else
    New = Schemes.emplace_back(std::make_unique<Scheme>(std::move(Counted)))
              .get();
  Current.store(New, std::memory_order_release);
  return *New;
}

Variant &KernelImpl::genericVariant() {
  const LaunchValues Any(nullptr, {});
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    if (Each->isGeneric())
      return Each->variantFor(Any);
  return Schemes
      .emplace_back(std::make_unique<Scheme>(std::vector<CountedFact>()))
      ->variantFor(Any);
}

Variant &KernelImpl::generic() {
  GatedLock Lock(Engine.Process, Guard);
  return genericVariant();
}

Result<KernelImpl::Selection> KernelImpl::make(Variant &Wanted,
                                               const LaunchValues &Launch) {
  if (Base.Content == BaseContent::Whole || Info.isInBase())
    return useBaseKernel(Wanted, Served::L1);
  return Engine.Chosen.Async ? makeInTiers(Wanted, Launch)
                             : makeInForeground(Wanted, Launch);
}

/// Gets, loads and publishes an image. Threads that do it at the same time get
/// one image, and one of them loads it.
Result<KernelImpl::Selection>
KernelImpl::makeInForeground(Variant &Wanted, const LaunchValues &Launch) {
  Result<ObtainedImage> Obtained = obtain(imageOf(Wanted), whyNew(Wanted));
  if (!Obtained)
    return fallBack(Wanted, Launch, Obtained.takeError());
  return install(Wanted, Launch, *Obtained);
}

Result<ObtainedImage> KernelImpl::obtain(const WantedImage &Want,
                                         const std::string &Why) {
  Result<ObtainedImage> Obtained = Engine.Source.get(Want);
  if (Obtained && Obtained->From == ImageOrigin::Compiler)
    Report.compiled(Want, *Obtained, Why);
  return Obtained;
}

Result<KernelImpl::Selection>
KernelImpl::install(Variant &Wanted, const LaunchValues &Launch,
                    const ObtainedImage &Obtained) {
  Result<ompjit_kernel *> Loaded = Error("");
  Engine.Process.withLinker(
      [&] { Loaded = loadOnce(Wanted, Launch, *Obtained.Content); });
  if (!Loaded && refuses(imageOf(Wanted), Loaded.error()))
    return makeInForeground(Wanted, Launch);
  if (!Loaded)
    return withoutLoading(Wanted, Launch, Loaded.takeError());
  learnFromCode(Wanted, Obtained.Content->Code);
  return Selection{*Loaded, servedFrom(Obtained.From)};
}

/// Whether an image that does not load is no reason to fall back: it came from
/// disk, where a newer driver may have left it, and another one can be had.
bool KernelImpl::refuses(const WantedImage &Want, const Error &Reason) {
  if (!Engine.Source.refuse(Want))
    return false;
  Report.refused(Reason);
  return true;
}

Result<ompjit_kernel *> KernelImpl::loadOnce(Variant &Wanted,
                                             const LaunchValues &Launch,
                                             const Image &Content) {
  MutexLock Lock(LoadGuard);
  if (Scheme::Fit Fit = Wanted.scheme().find(Launch); Fit && !Fit.awaited())
    return Fit.kernel();
  Result<ompjit_kernel *> Loaded = loadCode(Content);
  return Loaded ? publish(Wanted, *Loaded) : std::move(Loaded);
}

std::string KernelImpl::whyNew(const Variant &Wanted) const {
  return Report.whyNew(Wanted, *Current.load(std::memory_order_relaxed),
                       AllFacts.size());
}

const WantedImage &KernelImpl::imageOf(Variant &Wanted) const {
  const ProcessLocks::Moment Gate(Engine.Process);
  return Wanted.image([&] {
    CompileRequest Request = requestOn(On, Engine.Chosen);
    Request.KernelSymbol = Info.Symbol;
    Request.Facts = Wanted.scheme().facts(Wanted);
    return Engine.Source.wanted(Package, std::move(Request), On.Finisher);
  });
}

const WantedImage &KernelImpl::quickImageOf(Variant &Wanted) const {
  const WantedImage &Full = imageOf(Wanted);
  const ProcessLocks::Moment Gate(Engine.Process);
  return Wanted.quickImage([&] { return Engine.Source.quickVersionOf(Full); });
}

ompjit_kernel *KernelImpl::publish(Variant &Wanted, ompjit_kernel *Loaded) {
  Report.published(Wanted.scheme().facts(Wanted));
  GatedLock Lock(Engine.Process, Guard);
  if (!isRetired(Loaded))
    Wanted.scheme().publish(Wanted, Loaded);
  return Loaded;
}

/// What is loaded serves where nothing more can be: for want of memory or
/// descriptors, which may be there again at the next launch.
Result<KernelImpl::Selection>
KernelImpl::withoutLoading(Variant &Wanted, const LaunchValues &Launch,
                           Error Reason) {
  std::optional<Selection> Loaded = loadedStandIn(Wanted.scheme(), Launch);
  if (!Loaded)
    return fallBack(Wanted, Launch, std::move(Reason));
  Report.failed(Reason);
  Loaded->How = Served::Fallback;
  return *Loaded;
}

/// After a failure, with values: the generic image; without: what is loaded,
/// which may be a quick one, or the native one.
Result<KernelImpl::Selection> KernelImpl::fallBack(Variant &Wanted,
                                                   const LaunchValues &Launch,
                                                   Error Reason) {
  Report.failed(Reason);
  if (!Wanted.isGeneric()) {
    Scheme &Generic = abandonSpecialization(Reason.message());
    Result<Selection> Selected = serve(Generic, Launch);
    if (Selected)
      Selected->How = Served::Fallback;
    return Selected;
  }
  if (std::optional<Selection> Loaded =
          loadedStandIn(Wanted.scheme(), Launch)) {
    if (!Loaded->IsForOnce)
      publish(Wanted, Loaded->Kernel);
    Loaded->How = Served::Fallback;
    return *Loaded;
  }
  if (Base.Content != BaseContent::Native)
    return giveUpKernel(std::move(Reason));
  Result<Selection> Native = useBaseKernel(Wanted, Served::Fallback);
  if (!Native)
    return giveUpKernel(Native.takeError());
  return Native;
}

/// A compile that failed once would fail at every launch, at the price of a
/// compile: this kernel is not specialised again.
Scheme &KernelImpl::abandonSpecialization(const std::string &Why) {
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  Reasons Lost;
  Scheme *Generic = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Generic = Current.load(std::memory_order_relaxed);
    if (Generic->isGeneric())
      return *Generic;
    Lost = Facts.abandon(*Generic, Why);
    Generic = &replaceScheme({});
  }
  Report.gaveUp(Lost);
  dropObsolete();
  return *Generic;
}

Result<KernelImpl::Selection> KernelImpl::useBaseKernel(Variant &Wanted,
                                                        Served How) {
  Result<ompjit_kernel *> Found =
      Base.Image->kernel(std::string(Info.Symbol), Info.NumParameters);
  if (!Found)
    return Found.takeError();
  return Selection{publish(Wanted, *Found), How};
}

Error KernelImpl::giveUpKernel(Error Reason) {
  Error Final = std::move(Reason).context("the kernel " + Report.kernel() +
                                          " cannot run on device " +
                                          std::to_string(On.Id));
  GatedLock Lock(Engine.Process, Guard);
  if (!BrokenReason) {
    BrokenReason = std::make_unique<const Error>(Final);
    Broken.store(BrokenReason.get(), std::memory_order_release);
  }
  return Final;
}
