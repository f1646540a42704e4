//===- KernelTracking.cpp - What a kernel is still specialised for --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "KernelImpl.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// Before the tracker is asked or told anything.
void KernelImpl::resumeTracking() {
  std::call_once(ResumeOnce, [this] { readTracking(); });
}

void KernelImpl::readTracking() {
  if (AllFacts.empty())
    return;
  std::optional<TrackerState> Before = History.find(Info.Symbol);
  if (!Before)
    return;
  GatedLock Lock(Engine.Process, Guard);
  HasHistory = !Before->GivenUp.empty();
  Track.resume(std::move(*Before));
}

/// Asks the tracker before one more specialisation is made. Returns the recipe
/// to use, which has fewer facts if some were given up: by an earlier run, too,
/// but only now, since the images that it made before are still of use.
Recipe &KernelImpl::reconsider(Recipe &For, const Values &Wanted) {
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  std::vector<FactName> Lost;
  std::string Why;
  Recipe *Decided = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Decided = Current.load(std::memory_order_relaxed);
    if (Decided != &For)
      return *Decided;
    if (Tracked.contains(Wanted))
      return For;
    Lost = giveUpNow(For, Why);
    if (Lost.empty()) {
      Track.count(For.counted(), Wanted);
      Tracked.insert(Wanted);
      return For;
    }
    Decided = &replaceRecipe(factsLeft());
  }
  reportGivenUp(Lost, Why);
  dropObsolete();
  rememberTracking();
  History.save();
  return *Decided;
}

std::vector<CountedFact> KernelImpl::factsLeft() const {
  std::vector<CountedFact> Left = Track.left(AllFacts);
  matchKnownFields(Left);
  return Left;
}

std::vector<FactName> KernelImpl::giveUpNow(const Recipe &For,
                                            std::string &Why) {
  if (std::exchange(HasHistory, false)) {
    Why = "an earlier run gave it up";
    return Track.givenUp();
  }
  const std::vector<FactName> Lost = Track.toGiveUp(For.counted());
  Why = "its value was new in more than " +
        std::to_string(unsigned(Engine.Chosen.Ratio * 100)) + "% of " +
        std::to_string(Track.specialisations()) + " specialisations";
  for (const CountedFact &Fact : For.counted())
    if (std::find(Lost.begin(), Lost.end(), Fact.Name) != Lost.end())
      Track.giveUp(Fact, usesOf(Fact.Name));
  return Lost;
}

uint32_t KernelImpl::usesOf(FactName Name) const {
  return Name.hasParameter()
             ? Package->view().parameter(Info, Name.Parameter).Uses
             : 0;
}

void KernelImpl::rememberTracking() {
  GatedLock Lock(Engine.Process, Guard);
  if (Track.takeNews())
    History.note(Info.Symbol, Track.state());
}
