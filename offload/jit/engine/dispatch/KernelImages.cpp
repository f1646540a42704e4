//===- KernelImages.cpp - The images of a kernel on a device --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImages.h"

#include "policy/LaunchEstimate.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

CompileRequest jit::requestFor(const Device &Target, const Settings &Chosen) {
  CompileRequest Request;
  Request.Arch = Target.Arch;
  Request.Features = Target.Features;
  Request.Emulation = Target.Emulation;
  Request.OptLevel = Chosen.OptLevel;
  Request.Passes = Pipeline(Chosen.Pipeline);
  Request.Lanes = Chosen.Lanes;
  Request.NontemporalBytes = Chosen.NontemporalBytes;
  Request.Prefetch = Chosen.Prefetch;
  return Request;
}

std::string jit::trackerName(const KernelPlace &Place) {
  std::string Name(Place.Info.Symbol);
  return Place.Tuned == Tuning()
             ? Name
             : Name + " tuned " + tuning::describe(Place.Tuned);
}

/// What the user asks for all kernels comes first.
static void tune(CompileRequest &Request, const KernelPlace &Place) {
  if (Request.Lanes == LanesAuto)
    Request.Lanes = Place.Tuned.Lanes;
  Request.Tuned = Place.Tuned.code(Place.Target.Plugin->launch_size != nullptr);
}

//===----------------------------------------------------------------------===//
// Names and sources
//===----------------------------------------------------------------------===//

const WantedImage &KernelImages::full(Variant &Owner) const {
  EngineContext &Engine = Place.Engine;
  const ProcessLocks::Moment Gate(Engine.Process);
  return Owner.image([&] {
    CompileRequest Request = requestFor(Place.Target, Engine.Chosen);
    Request.KernelSymbol = Place.Info.Symbol;
    tune(Request, Place);
    chooseCounts(Request);
    Request.Facts = Owner.scheme().facts(Owner);
    return Engine.Source.wanted(Place.Package, std::move(Request),
                                Place.Target.Finisher);
  });
}

const WantedImage &KernelImages::quick(Variant &Owner) const {
  const WantedImage &Full = full(Owner);
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  return Owner.quickImage(
      [&] { return Place.Engine.Source.quickVersionOf(Full); });
}

Result<ObtainedImage> KernelImages::obtain(const WantedImage &Want,
                                           const std::string &Why) {
  Result<ObtainedImage> Obtained = Place.Engine.Source.get(Want);
  if (Obtained && Obtained->Origin == ImageOrigin::Compiler) {
    Cost.note(Obtained->CompileNs, Want.Request.Passes == Pipeline::Quick);
    Report.compiled(Want, *Obtained, Why);
  }
  return Obtained;
}

const CompileCost &KernelImages::cost() {
  if (!Cost.isExpected())
    Cost.expect(LaunchEstimate(Place.Package->view(), Place.Info).compileNs());
  return Cost;
}

bool KernelImages::refuses(const WantedImage &Want, const Error &Reason) {
  if (!Place.Engine.Source.refuse(Want))
    return false;
  Report.refused(Reason);
  return true;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Result<ompjit_kernel *> KernelImages::load(Variant &Owner,
                                           const LaunchValues &Launch,
                                           const Image &Content) {
  Result<ompjit_kernel *> Loaded = Error("");
  Place.Engine.Process.withLinker([&] {
    MutexLock Lock(LoadGuard);
    const Scheme::Fit Fit = Owner.scheme().find(Launch);
    if (Fit && !Fit.isStandIn()) {
      Loaded = Fit.kernel();
      return;
    }
    const uint64_t Start = Report.startNs();
    Loaded = loadCode(Content);
    if (!Loaded)
      return;
    publish(Owner, *Loaded, Tier::Full, ImageState::Loaded);
    if (Report.wantsReady())
      Report.ready(full(Owner), Start, Tier::Full, Content.Bytes.size(),
                   usageOf(*Loaded));
  });
  return Loaded;
}

Result<ompjit_kernel *> KernelImages::loadStandIn(Variant &Owner,
                                                  const LaunchValues &Launch,
                                                  const Image &Content) {
  Result<ompjit_kernel *> Loaded = Error("");
  Place.Engine.Process.withLinker([&] {
    MutexLock Lock(LoadGuard);
    if (const Scheme::Fit Fit = Owner.scheme().find(Launch)) {
      Loaded = Fit.kernel();
      return;
    }
    const uint64_t Start = Report.startNs();
    Loaded = loadCode(Content);
    // The name of the quick image is not made for nothing.
    if (Loaded && Report.wantsReady())
      Report.ready(quick(Owner), Start, Tier::Quick, Content.Bytes.size(),
                   usageOf(*Loaded));
  });
  return Loaded;
}

ompjit_kernel_usage KernelImages::usageOf(ompjit_kernel *Kernel) const {
  ompjit_kernel_usage Usage = {};
  if (Place.Target.Plugin->kernel_usage)
    Place.Target.Plugin->kernel_usage(Place.Target.Handle, Kernel, &Usage);
  return Usage;
}

void KernelImages::publish(Variant &Owner, ompjit_kernel *Kernel, Tier Serving,
                           ImageState State) {
  Report.published(Owner.scheme().facts(Owner));
  Table.publish(Owner, Kernel, Serving, State);
}

/// Loads an image, unless its code is loaded already.
Result<ompjit_kernel *> KernelImages::loadCode(const Image &Content) {
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    for (const LoadedImage &Each : Images)
      if (!Content.Code.empty() && Each.Code == Content.Code)
        return Each.Kernel;
  }
  return loadImage(Content);
}

/// Fills the image's slots before any kernel of it can be launched.
Result<ompjit_kernel *> KernelImages::loadImage(const Image &Content) {
  const std::string Symbol(Place.Info.Symbol);
  Budget.makeRoom(Content.Bytes.size());
  Result<std::unique_ptr<DeviceImage>> OnDevice =
      DeviceImage::load(Place.Target, Content.Bytes, Symbol);
  if (!OnDevice)
    return OnDevice.takeError();
  const std::shared_ptr<DeviceImage> Loaded = std::move(*OnDevice);
  if (Status Filled = Loaded->fillSlots(Content.Slots, Place.Base.Image.get());
      !Filled)
    return Filled.takeError().context("connecting the image of " + Symbol);
  Result<ompjit_kernel *> Found =
      Loaded->kernel(Symbol, Place.Info.NumParameters);
  if (!Found)
    return Found;
  const uint64_t Bytes = Content.Bytes.size();
  Report.loaded(Bytes);
  const uint64_t LoadedAt = Budget.add(*this, Bytes);
  GatedLock Lock(Place.Engine.Process, Guard);
  Images.push_back({Loaded, *Found, Bytes, LoadedAt, Content.Code,
                    countersOf(Content, Loaded), /*Users=*/nullptr});
  return Found;
}

//===----------------------------------------------------------------------===//
// Making room
//===----------------------------------------------------------------------===//

KernelImages::Held KernelImages::held() {
  GatedLock Lock(Place.Engine.Process, Guard);
  Held Now;
  for (const LoadedImage &Each : Images)
    Now.Bytes += Each.Bytes;
  for (const LoadedImage &Each : Retired)
    Now.RetiredBytes += Each.Bytes;
  Now.Bytes += Now.RetiredBytes;
  return Now;
}

uint64_t KernelImages::lastUse(const LoadedImage &Loaded) const {
  return std::max(Loaded.LoadedAt, Table.lastUse(Loaded.Kernel));
}

std::optional<uint64_t> KernelImages::coldest() {
  if (!Place.Target.Launches)
    return std::nullopt;
  GatedLock Lock(Place.Engine.Process, Guard);
  std::optional<uint64_t> Coldest;
  for (const LoadedImage &Each : Images)
    if (const uint64_t Last = lastUse(Each); !Coldest || Last < *Coldest)
      Coldest = Last;
  return Coldest;
}

uint64_t KernelImages::retireColdest() {
  GatedLock Lock(Place.Engine.Process, Guard);
  auto Coldest = std::min_element(
      Images.begin(), Images.end(),
      [this](const LoadedImage &A, const LoadedImage &B)
          OMPJIT_REQUIRES(Guard) { return lastUse(A) < lastUse(B); });
  Table.retire(Coldest->Kernel);
  Coldest->Users = Place.Target.Launches->earlier();
  const uint64_t Bytes = Coldest->Bytes;
  Retired.push_back(std::move(*Coldest));
  Images.erase(Coldest);
  return Bytes;
}

uint64_t KernelImages::unloadRetired() {
  std::vector<LoadedImage> Unused;
  uint64_t Bytes = 0;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    for (size_t I = Retired.size(); I-- != 0;) {
      if (!Retired[I].Users->areOver())
        continue;
      Bytes += Retired[I].Bytes;
      Unused.push_back(std::move(Retired[I]));
      Retired.erase(Retired.begin() + std::ptrdiff_t(I));
    }
  }
  for (LoadedImage &Each : Unused) {
    Table.release(Each.Kernel);
    if (Each.Counters)
      collect(*Each.Counters);
    Each.Counters.reset();
    Each.Content.reset();
    Report.unloaded(Each.Bytes);
  }
  return Bytes;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

CountedKernel KernelImages::countedKernel() const {
  return {std::string(Place.Info.Symbol), Place.Package->Triple,
          Place.Info.CodeDigest};
}

void KernelImages::chooseCounts(CompileRequest &Request) const {
  KeptCounts &Kept = Place.Engine.Counts;
  Request.IsCounting = Kept.shallCount(countedKernel());
  std::call_once(ReadCountsOnce,
                 [&] { EarlierCounts = Kept.of(countedKernel()); });
  Request.Counts = EarlierCounts;
}

/// An image whose counters cannot be read serves all the same.
std::shared_ptr<ImageCounters>
KernelImages::countersOf(const Image &Content,
                         const std::shared_ptr<DeviceImage> &Loaded) {
  if (Content.Counters.empty())
    return nullptr;
  Result<KernelCounts> Zeros = KernelCounts::decode(Content.Counters);
  if (!Zeros || Zeros->Functions.empty())
    return nullptr;
  return std::make_shared<ImageCounters>(Loaded, std::move(*Zeros));
}

void KernelImages::collect(ImageCounters &Counters) {
  Result<std::vector<uint64_t>> Now = Counters.read();
  if (!Now)
    return Place.Engine.Report.warning(
        "OMP_JIT_COUNT: what " + std::string(Place.Info.Symbol) +
        " counted is lost: " + Now.error().message());
  GatedLock Lock(Place.Engine.Process, Guard);
  KernelCounts New = Counters.take(*Now);
  if (Counted && Counted->areOfSameCode(New))
    Counted->add(New);
  else
    Counted = std::move(New);
}

/// The plugin is asked without the lock.
void KernelImages::saveCounts() {
  std::vector<std::shared_ptr<ImageCounters>> Counting;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    for (const std::vector<LoadedImage> *List : {&Images, &Retired})
      for (const LoadedImage &Each : *List)
        if (Each.Counters)
          Counting.push_back(Each.Counters);
  }
  for (const std::shared_ptr<ImageCounters> &Each : Counting)
    collect(*Each);
  std::optional<KernelCounts> New;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    New = std::exchange(Counted, std::nullopt);
  }
  if (New)
    Place.Engine.Counts.add(countedKernel(), *New);
}
