//===- KernelFacts.h - What a kernel is still specialised for -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the scheme of a kernel when facts have to go, tells people why, and
// keeps for later runs what the tracker learnt. The policy decides.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELFACTS_H
#define OMPJIT_JIT_KERNELFACTS_H

#include "EngineContext.h"
#include "policy/FactPolicy.h"
#include "policy/TrackerHistory.h"
#include "report/KernelReport.h"
#include "variants/VariantTable.h"

namespace ompjit::jit {

class KernelFacts {
public:
  /// \p All are the facts that the kernel begins with.
  KernelFacts(const KernelPlace &Place, const std::vector<CountedFact> &All,
              const KernelReport &Report, VariantTable &Table,
              TrackerHistory &History)
      : Place(Place), All(All), Report(Report), Table(Table), History(History),
        Policy(Place.Engine.Chosen, Place.Package->view(), Place.Info, All) {}

  /// The scheme to use for one more variant: another one, if facts have to go.
  Scheme &reconsider(Variant &);
  /// A compile that failed once would fail at every launch, at the price of a
  /// compile: the kernel is not specialised again.
  Scheme &abandon(const std::string &Why);
  /// The variant's image has that code. Facts that made no difference to it
  /// will go.
  void learnFromCode(Variant &, const std::string &Code);

  /// Notes how the image did against the generic one.
  void addTrial(Variant &, const cache::Key &, TrialOutcome);
  /// How the image did, in this run or an earlier one.
  std::optional<TrialOutcome> trialOf(const cache::Key &);
  /// Whether anything is known about any image; costs less than its name.
  bool hasTrials();

  /// Notes in the history what the tracker learnt, if that is worth it.
  void remember();

private:
  void resume();

  const KernelPlace &Place;
  const std::vector<CountedFact> &All;
  const KernelReport &Report;
  VariantTable &Table;
  TrackerHistory &History;

  std::once_flag ResumeOnce;
  /// Taken before that of the table, whose scheme changes under this only.
  Mutex Guard;
  FactPolicy Policy OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELFACTS_H
