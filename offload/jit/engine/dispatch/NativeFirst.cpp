//===- NativeFirst.cpp - A kernel's first launch runs its native image ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeFirst.h"

using namespace ompjit;
using namespace ompjit::jit;

NativeFirst::~NativeFirst() {
  if (!IsExpected)
    return;
  if (HasBegun)
    Place.Engine.Firsts.remove(*this);
  else
    Place.Engine.Firsts.expectFewer();
}

void NativeFirst::expectLaunch() {
  IsExpected = true;
  if (!Place.Engine.IsWarmedUp.exchange(true))
    warmUp();
}

/// Runs the code of begin() with a scheme that no launch uses: if this code is
/// not in the processor's caches yet, a first launch takes 1.2 us longer.
void NativeFirst::warmUp() {
  Scheme Unused(Table.current().counted());
  std::vector<void *> Arguments(Place.Info.NumParameters);
  const LaunchValues Launch(Arguments.data(), {});
  Unused.publishStandIn(Unused.variantFor(Launch), Tiers.native(),
                        Tier::Native);
}

/// If memory runs out, the next launch is the first one. Of launches that are
/// first at the same time, one has its image looked for now.
ompjit_kernel *NativeFirst::begin(const LaunchValues &Launch,
                                  LaunchTime *Time) {
  if (!IsExpected || HasBegun.load(std::memory_order_relaxed))
    return nullptr;
  if (Tiers.isLong(Launch)) {
    if (!HasBegun.exchange(true))
      Place.Engine.Firsts.expectFewer();
    return nullptr;
  }
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  ompjit_kernel *Native = Tiers.native();
  Variant &New = Table.standIn(Launch, Native, Tier::Native);
  if (HasBegun.exchange(true)) {
    New.progress().setNews(true);
    return Native;
  }
  Tiers.beginFirst(New, Time);
  Wanted.store(&New, std::memory_order_release);
  if (!Place.Engine.Firsts.add(*this))
    leaveToNextLaunch();
  return Native;
}

void NativeFirst::launchedAgain(const Variant &Launched, uint64_t NumLaunches) {
  if (NumLaunches == 1 && &Launched == Wanted.load(std::memory_order_relaxed))
    Place.Engine.Firsts.lookNow();
}

/// Looks up the image like a first launch that waits.
void NativeFirst::lookForImage() {
  Variant &First = *Wanted.load(std::memory_order_acquire);
  if (Trials.isSlower(First))
    return leaveToNextLaunch();
  if (std::optional<ObtainedImage> Found =
          Place.Engine.Source.find(Images.full(First)))
    return Tiers.found(First, std::move(*Found));
  if (&Facts.reconsider(First) != &First.scheme()) {
    Tiers.dropObsolete();
    return leaveToNextLaunch();
  }
  Tiers.compileBehind(First, Selection{Tiers.native(), Served::L1,
                                       /*IsStandIn=*/true, Tier::Native});
  // The compile may not have been queued.
  if (First.progress().state() == ImageState::Absent)
    leaveToNextLaunch();
}

void NativeFirst::leaveToNextLaunch() {
  if (Variant *First = Wanted.load(std::memory_order_acquire))
    First->progress().setNews(true);
}
