//===- FactPolicy.h - Which facts a kernel goes on with -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asked before one more variant of a kernel is made: facts that the tracker
// gives up leave, for good and with a reason for people. It learns from values
// (Tracker.h), from code that came out the same, from trials, and from earlier
// runs. Decides only; it knows no images.
//
// Private to the engine. Not thread-safe: the kernel's lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_FACTPOLICY_H
#define OMPJIT_JIT_FACTPOLICY_H

#include "Tracker.h"
#include "variants/Scheme.h"

#include <map>
#include <string>

namespace ompjit::jit {

struct Settings;

class FactPolicy {
public:
  /// \p Kernel belongs to \p Package; both stay. \p All are the facts that the
  /// kernel begins with.
  FactPolicy(const Settings &, const PackageView &Package,
             const KernelInfo &Kernel, const std::vector<CountedFact> &All);

  /// Begins where an earlier run was.
  void resume(TrackerState Before) { Track.resume(std::move(Before)); }

  /// What has to go before a variant of the kernel's scheme is made. Nothing:
  /// it is counted, and may be made. What an earlier run gave up goes only now,
  /// and one by one, with a look into the cache after each: the images that it
  /// made meanwhile are still of use.
  Reasons consider(Variant &);
  /// All facts of the scheme go.
  Reasons abandon(const Scheme &, const std::string &Why);
  /// For the scheme that follows.
  std::vector<CountedFact> factsLeft();

  /// Two variants of the kernel's scheme had the same code: what they differ in
  /// made no difference. That is no proof for other values, which get an image
  /// that does without it.
  void learnSame(const Variant &, const Variant &);

  /// How the image of a variant of the kernel's current scheme, or of an older
  /// one, did against the generic one.
  void addTrial(const cache::Key &, TrialOutcome, const Variant &,
                bool IsCurrent);
  std::optional<TrialOutcome> trialOf(const cache::Key &Key) const {
    return Track.trialOf(Key);
  }
  bool hasTrials() const { return Track.hasTrials(); }

  /// What a later run can learn, once.
  std::optional<TrackerState> takeNews();

private:
  Reasons takeGivenUp(const Scheme &);
  uint32_t usesOf(FactName) const;

  const PackageView &Package;
  const KernelInfo &Kernel;
  const std::vector<CountedFact> &All;
  const double Ratio;
  Tracker Track;
  /// Why the tracker gave up what is in the scheme until the next variant is to
  /// be made. Nothing is told of what earlier runs gave up.
  Reasons Pending;
  /// Variants of the current scheme that were counted.
  size_t NumCounted = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FACTPOLICY_H
