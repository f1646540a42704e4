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

/// Before the first image: what earlier runs gave up is given up.
void KernelImpl::resumeTracking() {
  if (AllFacts.empty())
    return;
  std::optional<TrackerState> Before = History.find(Info.Symbol);
  if (!Before)
    return;
  std::vector<FactName> Lost;
  for (const CountedFact &Fact : AllFacts)
    if (Before->GivenUp.contains(Fact.Name))
      Lost.push_back(Fact.Name);
  {
    Locked Lock(Guard);
    Track.resume(std::move(*Before));
    if (!Lost.empty())
      replaceRecipe(factsLeft());
  }
  reportGivenUp(Lost, "an earlier run gave it up");
}

/// Asks the tracker before one more specialisation is made. Returns the recipe
/// to use, which has fewer facts if some were given up.
Recipe &KernelImpl::reconsider(Recipe &For, const Values &Wanted) {
  std::vector<FactName> Lost;
  std::string Why;
  Recipe *Decided = nullptr;
  {
    Locked Lock(Guard);
    Decided = Current.load(std::memory_order_relaxed);
    if (Decided != &For)
      return *Decided;
    if (Tracked.contains(Wanted))
      return For;
    Lost = Track.toGiveUp(For.counted());
    if (Lost.empty()) {
      Track.count(For.counted(), Wanted);
      Tracked.insert(Wanted);
      return For;
    }
    Why = "its value was new in more than " +
          std::to_string(unsigned(Engine.Chosen.Ratio * 100)) + "% of " +
          std::to_string(Track.specialisations()) + " specialisations";
    for (const CountedFact &Fact : For.counted())
      if (std::find(Lost.begin(), Lost.end(), Fact.Name) != Lost.end())
        Track.giveUp(Fact, usesOf(Fact.Name));
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

uint32_t KernelImpl::usesOf(FactName Name) const {
  return Name.hasParameter()
             ? Package->view().parameter(Info, Name.Parameter).Uses
             : 0;
}

void KernelImpl::rememberTracking() {
  Locked Lock(Guard);
  if (Track.takeNews())
    History.note(Info.Symbol, Track.state());
}
