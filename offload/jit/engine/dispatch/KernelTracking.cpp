//===- KernelTracking.cpp - What a kernel is still specialised for --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

using namespace ompjit;
using namespace ompjit::jit;

/// Before the policy is asked or told anything.
void KernelImpl::resumeTracking() {
  std::call_once(ResumeOnce, [this] {
    if (AllFacts.empty())
      return;
    std::optional<TrackerState> Before = History.find(Info.Symbol);
    if (!Before)
      return;
    GatedLock Lock(Engine.Process, Guard);
    Facts.resume(std::move(*Before));
  });
}

/// The scheme to use for one more variant: another one, if facts have to go.
Scheme &KernelImpl::reconsider(Variant &Wanted) {
  const ProcessLocks::Moment Gate(Engine.Process);
  resumeTracking();
  Reasons Lost;
  Scheme *Decided = nullptr;
  {
    GatedLock Lock(Engine.Process, Guard);
    Decided = Current.load(std::memory_order_relaxed);
    if (Decided != &Wanted.scheme())
      return *Decided;
    Lost = Facts.consider(Wanted);
    if (Lost.empty())
      return *Decided;
    Decided = &replaceScheme(Facts.factsLeft());
  }
  Report.gaveUp(Lost);
  dropObsolete();
  rememberTracking();
  History.save();
  return *Decided;
}

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
  Facts.learnSame(*Same, Wanted);
}

void KernelImpl::rememberTracking() {
  GatedLock Lock(Engine.Process, Guard);
  if (std::optional<TrackerState> News = Facts.takeNews())
    History.note(Info.Symbol, *News);
}
