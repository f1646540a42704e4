//===- FactPolicy.h - The facts that a kernel keeps -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides before another variant of a kernel is made which facts the kernel
// loses, for good and with a reason for people: those that the tracker gives
// up. The policy learns from values (Tracker.h), from images with equal code,
// from trials, and from earlier runs. It only decides, and knows no images.
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
  /// \p Kernel belongs to \p Package; both must outlive this object. \p All has
  /// the facts that the kernel begins with.
  FactPolicy(const Settings &, const PackageView &Package,
             const KernelInfo &Kernel, const std::vector<CountedFact> &All);

  /// Continues from the state of an earlier run.
  void resume(TrackerState Before) { Track.resume(std::move(Before)); }

  /// Returns the facts to give up before a variant of the kernel's scheme is
  /// made. If there are none, the variant is counted, and may be made. What the
  /// program names is only given up for Tracker::MaxImages. Facts
  /// that an earlier run gave up are given up only now, one at a time, and the
  /// caller looks in the cache after each: the images that the earlier run made
  /// in between are still of use.
  Reasons consider(Variant &);
  /// Gives up all facts of the scheme.
  Reasons abandon(const Scheme &, const std::string &Why);
  /// Returns the facts of the next scheme.
  std::vector<CountedFact> factsLeft();

  /// Notes that two variants of the kernel's scheme have the same code, so that
  /// the facts in which they differ made no difference. This is no proof for
  /// other values; these get images without those facts.
  void learnSame(const Variant &, const Variant &);

  /// Notes the result of a trial for the image of a variant, which belongs to
  /// the kernel's current scheme or to an older one.
  void addTrial(const cache::Key &, TrialOutcome, const Variant &,
                bool IsCurrent);
  std::optional<TrialOutcome> trialOf(const cache::Key &Key) const {
    return Track.trialOf(Key);
  }
  bool hasTrials() const { return Track.hasTrials(); }

  /// Returns the state if a later run can learn something new from it, once.
  std::optional<TrackerState> takeNews();

private:
  Reasons takeGivenUp(const Scheme &);
  uint32_t usesOf(FactName) const;
  void addRestOfArrays(const Scheme &, std::vector<FactName> &Names) const;
  /// Whether the program asks for an image for each value.
  bool isNamed(FactName Name) const {
    return usesOf(Name) & package::UseAlways;
  }
  void leaveNamed(std::vector<FactName> &Names) const {
    std::erase_if(Names, [this](FactName Each) { return isNamed(Each); });
  }

  const PackageView &Package;
  const KernelInfo &Kernel;
  const std::vector<CountedFact> &All;
  const double Ratio;
  Tracker Track;
  /// Facts that the tracker gave up but that stay in the scheme until the next
  /// variant is made, with the reasons. Those of earlier runs are not in it.
  Reasons Pending;
  /// The number of variants of the current scheme that were counted.
  size_t NumCounted = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FACTPOLICY_H
