//===- KernelTiers.cpp - What a launch runs while its image is compiled ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With OMP_JIT_ASYNC=1 a launch waits for a compile only if nothing else can
// run it. A kernel's first launch runs the native image of the package, if
// there is one, and leaves everything else to the background (FirstLaunches.h).
// Any other takes in this order:
//
//   1. the image that it wants, if that is in memory or on disk: reading it
//      takes 0.05 ms, less than running any other once would cost;
//   2. a stand-in, and its own image is compiled behind it: a loaded image
//      whose facts all hold for this launch; the native image of the package;
//      the generic image, from memory, disk, or whoever compiles it right now;
//   3. its own image, compiled quickly while it waits, as a stand-in for the
//      same with all optimisations, which is compiled behind it. This is a
//      kernel's first launch in the first run of a program without a native
//      image. It waits for the specialised image and not for the generic one,
//      since that takes no longer to compile and serves a kernel best whose
//      values never change. The generic image is compiled beside it, quickly,
//      too, and behind it with all optimisations, so that
//        - the second value finds something that runs, and a kernel whose value
//          changes every time has waited once, as with OMP_JIT_SPECIALIZE=none;
//        - later runs of the program, with whatever values, wait for nothing.
//
// A stand-in is in the scheme, in the place of the image that was wanted, so
// that launches find it in L1. When there is news of that image, the next
// launch loads it and puts it there instead. docs/measurements.md has figures.
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// Images that a kernel asks the background for in its life. Where the tracker
/// leaves so many values specialised, a launch would search long for a
/// stand-in; with further ones it looks in the generic scheme.
constexpr size_t MaxAwaited = 256;

} // namespace

/// Runs what beginWithNative does with a scheme that nobody sees: where its
/// code is not in the processor's caches yet, a first launch takes 1.2 us
/// longer.
void KernelImpl::warmUp() {
  Scheme Unused(Current.load(std::memory_order_relaxed)->counted());
  std::vector<void *> Arguments(Info.NumParameters);
  const LaunchValues Launch(Arguments.data(), {});
  Unused.publishStandIn(Unused.variantFor(Launch), Native, FirstPending);
}

/// Nothing after the first launch, and where there is no native image.
std::optional<KernelImpl::Selection>
KernelImpl::beginWithNative(const LaunchValues &Launch) {
  if (!Native || HasBegun.load(std::memory_order_relaxed))
    return std::nullopt;
  const ProcessLocks::Moment Gate(Engine.Process);
  {
    MutexLock Lock(Guard);
    if (HasBegun.load(std::memory_order_relaxed))
      return std::nullopt;
    Scheme &For = *Current.load(std::memory_order_relaxed);
    FirstWanted = &For.variantFor(Launch);
    For.publishStandIn(*FirstWanted, Native, FirstPending);
    HasBegun.store(true, std::memory_order_relaxed);
  }
  if (!Engine.Firsts.add(*this))
    leaveToNextLaunch();
  return Selection{Native, Served::L1, true};
}

/// What that launch would have done if it had waited.
void KernelImpl::lookForImage() {
  Variant *First = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    First = FirstWanted;
  }
  Variant &Wanted = *First;
  if (isSlower(Wanted))
    return FirstPending.setNews(true);
  const WantedImage &Want = imageOf(Wanted);
  if (std::optional<ObtainedImage> Found = Engine.Source.find(Want)) {
    auto Known = std::make_shared<BackgroundCompile>(
        Want, Priority::Low, Report.counts(), CompileReport());
    Known->settle(std::move(*Found));
    GatedLock Lock(Engine.Process, Guard);
    if (!Wanted.Compile) {
      Wanted.Compile = std::move(Known);
      ++NumAwaited;
      Wanted.scheme().publishStandIn(Wanted, Native, *Wanted.Compile);
    }
  } else if (&reconsider(Wanted) == &Wanted.scheme()) {
    compileBehind(Wanted, Selection{Native, Served::L1, /*IsStandIn=*/true});
  }
  // Where something else is wanted now, the next launch sees to it.
  FirstPending.setNews(true);
}

Result<KernelImpl::Selection>
KernelImpl::makeInTiers(Variant &Wanted, const LaunchValues &Launch) {
  const Handle Known = awaited(Wanted);
  if (const Result<ObtainedImage> *Outcome = Known ? Known->outcome() : nullptr)
    return *Outcome ? install(Wanted, Launch, fromMemory(**Outcome))
                    : fallBack(Wanted, Launch, Outcome->error());
  std::optional<Selection> StandIn = loadedStandIn(Wanted.scheme(), Launch);
  std::optional<ObtainedImage> Quick;
  if (!StandIn && quickComesFirst())
    Quick = Engine.Source.find(quickImageOf(Wanted));
  if (!StandIn && !Quick && !Wanted.isGeneric())
    StandIn = genericStandIn(Wanted, Launch);
  if (!StandIn) {
    if (Known)
      Engine.Background.withdraw(Known);
    return makeFirst(Wanted, Launch, std::move(Quick));
  }
  compileBehind(Wanted, StandIn);
  return *StandIn;
}

/// Compiles quickly, unless that was found, what stands in for the image that
/// is compiled behind it.
Result<KernelImpl::Selection>
KernelImpl::makeFirst(Variant &Wanted, const LaunchValues &Launch,
                      std::optional<ObtainedImage> Found) {
  if (!quickComesFirst())
    return makeInForeground(Wanted, Launch);
  Result<ObtainedImage> Quick =
      Found ? std::move(*Found) : obtain(quickImageOf(Wanted), whyNew(Wanted));
  if (!Quick)
    return fallBack(Wanted, Launch, Quick.takeError());
  Result<ompjit_kernel *> Loaded = Error("");
  Engine.Process.withLinker([&] {
    MutexLock Lock(LoadGuard);
    Loaded = loadCode(*Quick->Content);
  });
  if (!Loaded && refuses(quickImageOf(Wanted), Loaded.error()))
    return makeFirst(Wanted, Launch, std::nullopt);
  if (!Loaded)
    return withoutLoading(Wanted, Launch, Loaded.takeError());
  const Selection Selected = {*Loaded, servedFrom(Quick->From), true};
  // What is asked for last goes first.
  if (!Wanted.isGeneric() && !HasGenericFailed)
    compileGenericBehind();
  compileBehind(Wanted, Selected);
  // Where nothing is compiled in the background any more, it stays.
  if (!Wanted.scheme().find(Launch))
    publish(Wanted, *Loaded);
  return Selected;
}

KernelImpl::Handle KernelImpl::awaited(const Variant &Wanted) {
  GatedLock Lock(Engine.Process, Guard);
  return Wanted.Compile;
}

/// Something that is on the device and does the same, if not as fast.
std::optional<KernelImpl::Selection>
KernelImpl::loadedStandIn(const Scheme &For, const LaunchValues &Launch) {
  {
    GatedLock Lock(Engine.Process, Guard);
    for (const std::unique_ptr<Scheme> &Each : Schemes)
      if (Each->isImpliedBy(For))
        if (Scheme::Fit Fit = Each->find(Launch))
          return Selection{Fit.kernel(), Served::L1, true};
  }
  if (Native)
    return Selection{Native, Served::L1, true};
  // Facts that were given up since may hold for this launch.
  if (ompjit_kernel *Loaded = findInAnyScheme(Launch))
    return Selection{Loaded, Served::L1, true, /*IsForOnce=*/true};
  return std::nullopt;
}

/// The generic image. Nothing where that fails, and where the launch is to
/// compile its own image and this one beside it: the kernel's first launch.
std::optional<KernelImpl::Selection>
KernelImpl::genericStandIn(Variant &Wanted, const LaunchValues &Launch) {
  if (HasGenericFailed)
    return std::nullopt;
  Variant &Generic = generic();
  std::optional<ObtainedImage> Found = Engine.Source.find(imageOf(Generic));
  const bool IsFull = Found || !quickComesFirst();
  const WantedImage &Want = IsFull ? imageOf(Generic) : quickImageOf(Generic);
  if (!IsFull)
    Found = Engine.Source.find(Want);
  if (!Found && isFirst(Wanted)) {
    compileGenericBeside(Want);
    return std::nullopt;
  }
  Result<ObtainedImage> Obtained =
      Found ? std::move(*Found) : obtainGeneric(Want);
  Result<ompjit_kernel *> Loaded = Error("");
  if (Obtained)
    Loaded = loadGeneric(Generic, Launch, *Obtained->Content, IsFull);
  if (Obtained && !Loaded && refuses(Want, Loaded.error()))
    return genericStandIn(Wanted, Launch);
  if (!Obtained || !Loaded) {
    HasGenericFailed = true;
    return std::nullopt;
  }
  return Selection{*Loaded, servedFrom(Obtained->From), true};
}

bool KernelImpl::quickComesFirst() const {
  return Engine.Chosen.Pipeline == PipelineMode::Auto &&
         Engine.Chosen.OptLevel != 0;
}

/// What another launch may have to wait for.
void KernelImpl::compileGenericBeside(const WantedImage &Want) {
  Handle Behind;
  {
    GatedLock Lock(Engine.Process, Guard);
    if (!FirstGeneric)
      FirstGeneric = std::make_shared<BackgroundCompile>(
          Want, Priority::Normal, Report.counts(),
          Report.compiledBehind(Want, "it serves any values"));
    Behind = FirstGeneric;
  }
  Engine.Background.ask(Behind);
}

/// The full one, for later runs if for nobody else.
void KernelImpl::compileGenericBehind() {
  compileBehind(generic(), std::nullopt);
}

/// Loads it once; while it is a quick one, as a stand-in for the full one.
Result<ompjit_kernel *> KernelImpl::loadGeneric(Variant &Generic,
                                                const LaunchValues &Launch,
                                                const Image &Content,
                                                bool IsFull) {
  Result<ompjit_kernel *> Loaded = Error("");
  Engine.Process.withLinker([&] {
    if (IsFull) {
      Loaded = loadOnce(Generic, Launch, Content);
      return;
    }
    MutexLock Lock(LoadGuard);
    if (Scheme::Fit Fit = Generic.scheme().find(Launch))
      Loaded = Fit.kernel();
    else
      Loaded = loadCode(Content);
  });
  if (!Loaded || IsFull)
    return Loaded;
  compileBehind(Generic, Selection{*Loaded, Served::L1, true});
  // Where nothing is compiled in the background any more, it stays.
  if (!Generic.scheme().find(Launch))
    publish(Generic, *Loaded);
  return Loaded;
}

/// Compiles it here unless that has begun elsewhere.
Result<ObtainedImage> KernelImpl::obtainGeneric(const WantedImage &Want) {
  Handle Behind;
  {
    GatedLock Lock(Engine.Process, Guard);
    Behind = FirstGeneric;
  }
  if (Behind) {
    if (const Result<ObtainedImage> *Outcome = Behind->outcome())
      return *Outcome ? fromMemory(**Outcome) : *Outcome;
    Engine.Background.withdraw(Behind);
  }
  return obtain(Want, "it serves any values");
}

/// Whether this is the first image of the kernel that is to be compiled, or
/// another thread's launch that wants the same.
bool KernelImpl::isFirst(const Variant &Wanted) {
  GatedLock Lock(Engine.Process, Guard);
  if (!First)
    First = &Wanted;
  return First == &Wanted;
}

void KernelImpl::compileBehind(Variant &Wanted,
                               const std::optional<Selection> &StandIn) {
  const std::string Why = StandIn ? whyNew(Wanted) : "it serves any values";
  const WantedImage &Want = imageOf(Wanted);
  Handle Behind;
  {
    GatedLock Lock(Engine.Process, Guard);
    if (!Wanted.Compile) {
      if (NumAwaited >= MaxAwaited && !Wanted.isGeneric())
        return;
      Wanted.Compile = std::make_shared<BackgroundCompile>(
          Want, Priority::Low, Report.counts(),
          Report.compiledBehind(Want, Why),
          /*IsForLater=*/Wanted.isGeneric() && !AllFacts.empty());
      ++NumAwaited;
    }
    Behind = Wanted.Compile;
  }
  if (!Engine.Background.ask(Behind) || !StandIn)
    return;
  {
    GatedLock Lock(Engine.Process, Guard);
    if (!StandIn->IsForOnce && !isRetired(StandIn->Kernel))
      Wanted.scheme().publishStandIn(Wanted, StandIn->Kernel, *Behind);
    if (Current.load(std::memory_order_relaxed) == &Wanted.scheme() ||
        Wanted.isGeneric())
      return;
  }
  // Given up meanwhile.
  Engine.Background.drop(Behind);
}

/// What is asked for schemes of old; not the generic image, which serves other
/// runs, too.
void KernelImpl::dropObsolete() {
  std::vector<Handle> Obsolete;
  {
    GatedLock Lock(Engine.Process, Guard);
    for (const std::unique_ptr<Scheme> &Each : Schemes)
      if (Each.get() != Current.load(std::memory_order_relaxed) &&
          !Each->isGeneric())
        Each->forEach([&](const Variant &Old) {
          if (Old.Compile)
            Obsolete.push_back(Old.Compile);
        });
  }
  for (const Handle &Each : Obsolete)
    Engine.Background.drop(Each);
}
