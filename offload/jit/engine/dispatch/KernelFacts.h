//===- KernelFacts.h - The facts that a kernel is specialised for ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the scheme of a kernel when facts are given up, reports why, and
// keeps the tracker's state for later runs. The policy decides.
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
  /// \p All has the facts that the kernel begins with.
  KernelFacts(const KernelPlace &Place, const std::vector<CountedFact> &All,
              const KernelReport &Report, VariantTable &Table,
              TrackerHistory &History)
      : Place(Place), All(All), Report(Report), Table(Table), History(History),
        Policy(Place.Engine.Chosen, Place.Package->view(), Place.Info, All) {}

  /// Returns the scheme for one more variant: the variant's own, or a new one
  /// if facts are given up.
  Scheme &reconsider(Variant &);
  /// Gives up all facts and returns the generic scheme. A compile that failed
  /// once would fail at every launch and cost a compile each time, so the
  /// kernel is not specialised again.
  Scheme &abandon(const std::string &Why);
  /// Notes that the variant's image has that code. Facts that made no
  /// difference to the code will be given up.
  void learnFromCode(Variant &, const std::string &Code);

  /// Notes the result of a trial of the image.
  void addTrial(Variant &, const cache::Key &, TrialOutcome);
  /// Returns the result of the image's trial, in this run or an earlier one.
  std::optional<TrialOutcome> trialOf(const cache::Key &);
  /// Whether there are results of any trial. This costs less than naming an
  /// image.
  bool hasTrials();

  /// Stores the tracker's state in the history if a later run can learn from
  /// it.
  void remember();

private:
  void resume();

  const KernelPlace &Place;
  const std::vector<CountedFact> &All;
  const KernelReport &Report;
  VariantTable &Table;
  TrackerHistory &History;

  std::once_flag ResumeOnce;
  /// To be locked before the table's. The table's scheme changes only under
  /// this lock.
  Mutex Guard;
  FactPolicy Policy OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELFACTS_H
