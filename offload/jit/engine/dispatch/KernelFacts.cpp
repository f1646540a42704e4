//===- KernelFacts.cpp - The facts that a kernel is specialised for -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

using namespace ompjit;
using namespace ompjit::jit;

/// Restores the policy's state. To be called before any use of the policy.
void KernelFacts::resume() {
  std::call_once(ResumeOnce, [this] {
    if (All.empty())
      return;
    std::optional<TrackerState> Before = History.find(trackerName(Place));
    if (!Before)
      return;
    GatedLock Lock(Place.Engine.Process, Guard);
    Policy.resume(std::move(*Before));
  });
}

Scheme &KernelFacts::reconsider(Variant &Wanted) {
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  resume();
  Reasons Lost;
  Scheme *Decided = nullptr;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    if (!Table.isCurrent(Wanted.scheme()))
      return Table.current();
    Lost = Policy.consider(Wanted);
    if (Lost.empty())
      return Wanted.scheme();
    Decided = &Table.replaceScheme(Policy.factsLeft());
  }
  Report.gaveUp(Lost);
  remember();
  History.save();
  return *Decided;
}

Scheme &KernelFacts::abandon(const std::string &Why) {
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  resume();
  Reasons Lost;
  Scheme *Generic = nullptr;
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    Scheme &Before = Table.current();
    if (Before.isGeneric())
      return Before;
    Lost = Policy.abandon(Before, Why);
    Generic = &Table.replaceScheme({});
  }
  Report.gaveUp(Lost);
  return *Generic;
}

void KernelFacts::learnFromCode(Variant &New, const std::string &Code) {
  if (Code.empty())
    return;
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  Variant &First = Table.firstWithCode(Code, New);
  if (&First == &New || !Table.isCurrent(New.scheme()))
    return;
  resume();
  GatedLock Lock(Place.Engine.Process, Guard);
  Policy.learnSame(First, New);
}

void KernelFacts::addTrial(Variant &Tried, const cache::Key &Key,
                           TrialOutcome Outcome) {
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  resume();
  {
    GatedLock Lock(Place.Engine.Process, Guard);
    Policy.addTrial(Key, Outcome, Tried, Table.isCurrent(Tried.scheme()));
  }
  remember();
  History.save();
}

std::optional<TrialOutcome> KernelFacts::trialOf(const cache::Key &Key) {
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  resume();
  GatedLock Lock(Place.Engine.Process, Guard);
  return Policy.trialOf(Key);
}

bool KernelFacts::hasTrials() {
  const ProcessLocks::Moment Gate(Place.Engine.Process);
  resume();
  GatedLock Lock(Place.Engine.Process, Guard);
  return Policy.hasTrials();
}

void KernelFacts::remember() {
  GatedLock Lock(Place.Engine.Process, Guard);
  if (std::optional<TrackerState> News = Policy.takeNews())
    History.note(trackerName(Place), *News);
}
