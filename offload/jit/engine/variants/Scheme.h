//===- Scheme.h - Which facts count, and the variants for them ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L1. A scheme says which facts about a launch a kernel is compiled for, and
// owns the variants for their values. It is what a launch consults, so looking
// one up takes neither lock nor allocation: a list whose members never change
// their values or move, with an atomic head.
//
// While the image that a launch wants is being compiled, another kernel may
// stand in for it in the list.
//
// A scheme's facts are fixed; when the tracker gives one up, the kernel gets a
// new scheme, and the old one stays for launches that are reading it.
//
// Private to the engine. find() may run in any thread beside the other
// functions, which are called under the lock of the VariantTable.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SCHEME_H
#define OMPJIT_JIT_SCHEME_H

#include "Variant.h"

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ompjit::jit {

class Scheme {
public:
  /// \p Counted ascends by name.
  explicit Scheme(std::vector<CountedFact> Counted)
      : Counted(std::move(Counted)) {}

  const std::vector<CountedFact> &counted() const { return Counted; }
  /// Whether its variant serves any launch.
  bool isGeneric() const { return Counted.empty(); }

  /// Whether launches that are alike for \p Other are alike here.
  bool isImpliedBy(const Scheme &Other) const;

  /// What runs a launch.
  class Fit {
  public:
    explicit operator bool() const { return Kernel; }
    ompjit_kernel *kernel() const { return Kernel; }
    Variant &variant() const { return *Found; }
    /// Whether the kernel only runs until there is a better one.
    bool isStandIn() const { return IsStandIn; }

  private:
    friend class Scheme;
    explicit Fit(Variant *Found) : Found(Found) {
      if (!Found)
        return;
      IsStandIn = !isSettled(Found->Progress.state());
      // Against forget(): LaunchWatch.h says why.
      Kernel = Found->Kernel.load(std::memory_order_seq_cst);
    }
    Variant *Found;
    bool IsStandIn = false;
    ompjit_kernel *Kernel = nullptr;
  };

  Fit find(const LaunchValues &Launch) const {
    Variant *Found = Newest.load(std::memory_order_acquire);
    if (!Found || Found->isKnown(Launch) || fits(*Found, Launch))
      return Fit(Found);
    return Fit(findBehind(*Found, Launch));
  }

  /// The variant for these values, which is made at the first time.
  Variant &variant(Variant::Values);
  /// The same for what a launch has.
  Variant &variantFor(const LaunchValues &);
  /// Calls \p Visit with every variant.
  template <typename Function> void forEach(Function Visit) const {
    for (const std::shared_ptr<Variant> &Each : Variants)
      Visit(*Each);
  }

  /// What the compile service is told of the values.
  std::vector<Fact> facts(const Variant &) const;

  /// Which facts differ, as places in counted(). The set of known fields is
  /// none of them: it stands for the fields that only one side knows.
  std::vector<size_t> differences(const Variant &, const Variant &) const;

  /// Of the variants that run something, the one that differs from this one in
  /// the fewest values, of equals the newest; null if there is none.
  const Variant *nearestOther(const Variant &) const;

  /// The first variant whose image had that code: this one, if none had.
  Variant &firstWithCode(const std::string &Code, Variant &);

  /// Takes the kernel away from launches to come, wherever it is.
  void forget(ompjit_kernel *);
  /// When the kernel was used, or 0.
  uint64_t lastUse(const ompjit_kernel *) const;

  /// Launches run this from now on, also in place of a stand-in. \p State is
  /// one that is settled.
  void publish(Variant &, ompjit_kernel *, Tier, ImageState State);
  /// Launches run this until the variant's image is there, unless they run
  /// something that is settled.
  void publishStandIn(Variant &, ompjit_kernel *, Tier);

private:
  struct ByValues {
    using is_transparent = void;
    static const Variant::Values &valuesOf(const Variant::Values &Of) {
      return Of;
    }
    static const Variant::Values &valuesOf(const std::shared_ptr<Variant> &Of) {
      return Of->values();
    }
    template <typename A, typename B>
    bool operator()(const A &One, const B &Other) const {
      return valuesOf(One) < valuesOf(Other);
    }
  };

  Variant *findBehind(const Variant &, const LaunchValues &) const;
  uint64_t knownFields(const Variant::Values &) const;
  void list(Variant &);

  bool fits(const Variant &Candidate, const LaunchValues &Launch) const {
    const uint64_t *Value = Candidate.Own.data();
    for (const CountedFact &Fact : Counted)
      if (Launch.of(Fact) != *Value++)
        return false;
    return true;
  }

  const std::vector<CountedFact> Counted;
  std::set<std::shared_ptr<Variant>, ByValues> Variants;
  std::unordered_map<std::string, Variant *> ByCode;
  std::atomic<Variant *> Newest{nullptr}; ///< Of those that launches find.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SCHEME_H
