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
  Track.resume(std::move(*Before));
}

/// Asks the tracker before one more specialisation is made. Returns the scheme
/// to use, which has fewer facts if some were given up. What an earlier run
/// gave up goes only now, and one by one with a look into the cache after each,
/// since the images that it made meanwhile are still of use.
Scheme &KernelImpl::reconsider(Variant &Wanted) {
  Scheme &For = Wanted.scheme();
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  Reasons Lost;
  Scheme *Decided = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Decided = Current.load(std::memory_order_relaxed);
    if (Decided != &For)
      return *Decided;
    if (Wanted.IsCounted)
      return For;
    Lost = giveUpNow(For);
    if (Lost.empty()) {
      Track.count(For.counted(), Wanted.values());
      Wanted.IsCounted = true;
      ++NumCounted;
      return For;
    }
    Decided = &replaceScheme(factsLeft());
  }
  reportGivenUp(Lost);
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

KernelImpl::Reasons KernelImpl::giveUpNow(const Scheme &For) {
  if (Reasons Before = takeGivenUp(For); !Before.empty())
    return Before;
  std::vector<FactName> Names = Track.toGiveUp(For.counted());
  std::string Why = "its value was new in more than " +
                    std::to_string(unsigned(Engine.Chosen.Ratio * 100)) +
                    "% of " + std::to_string(Track.specialisations()) +
                    " specialisations";
  if (Names.empty() && NumCounted >= Tracker::MostImages) {
    Names = Track.mostChanging(For.counted());
    Why = "its values have led to " + std::to_string(Tracker::MostImages) +
          " images";
  }
  Reasons Lost;
  for (const CountedFact &Fact : For.counted())
    if (std::find(Names.begin(), Names.end(), Fact.Name) != Names.end()) {
      Track.giveUp(Fact, usesOf(Fact.Name));
      Lost.emplace(Fact.Name, Why);
    }
  while (Track.takeGivenUp())
    ;
  return Lost;
}

/// The first of those that are given up but still in the scheme.
KernelImpl::Reasons KernelImpl::takeGivenUp(const Scheme &For) {
  while (std::optional<FactName> Name = Track.takeGivenUp()) {
    const std::vector<CountedFact> &Counted = For.counted();
    if (std::none_of(
            Counted.begin(), Counted.end(),
            [&](const CountedFact &Fact) { return Fact.Name == *Name; }))
      continue;
    auto Why = Pending.extract(*Name);
    return {{*Name, Why ? Why.mapped() : "an earlier run gave it up"}};
  }
  return {};
}

/// Two images with the same code: what they differ in made no difference. That
/// is no proof for other values, which get an image that does without it.
void KernelImpl::learnFromCode(Variant &Wanted, const std::string &Code) {
  if (Code.empty())
    return;
  const ProcessLocks::Moment Gate(Engine.Process);
  Scheme &For = Wanted.scheme();
  const Variant *Same = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Same = &For.firstWithCode(Code, Wanted);
    if (Same == &Wanted || Current.load(std::memory_order_relaxed) != &For)
      return;
  }
  resumeTracking();
  GatedLock Lock(Engine.Process, Guard);
  for (size_t I : For.differences(*Same, Wanted)) {
    const CountedFact &Fact = For.counted()[I];
    if (Track.giveUpEqual(Fact, Same->values()[I], Wanted.values()[I]))
      Pending.emplace(Fact.Name, "it makes no difference to the code");
  }
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
