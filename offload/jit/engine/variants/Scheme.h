//===- Scheme.h - The facts that count, and their variants ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L1. A scheme says which facts about a launch a kernel is compiled for, and
// owns the variants for their values. Every launch looks up its variant here,
// so a lookup takes neither lock nor allocation: variants are in a list with an
// atomic head, and never move or change their values.
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
  /// \p Counted must be sorted by name, ascending.
  explicit Scheme(std::vector<CountedFact> Counted)
      : Counted(std::move(Counted)) {}

  const std::vector<CountedFact> &counted() const { return Counted; }
  /// Whether its variant serves any launch.
  bool isGeneric() const { return Counted.empty(); }

  /// Whether launches with equal facts for \p Other have equal facts here.
  bool isImpliedBy(const Scheme &Other) const;

  /// The result of a lookup: the variant of a launch, and the kernel to run.
  class Fit {
  public:
    explicit operator bool() const { return Kernel; }
    ompjit_kernel *kernel() const { return Kernel; }
    Variant &variant() const { return *Found; }
    /// Whether the kernel runs only until there is a better one.
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

  /// Returns the variant for these values; the first call makes it.
  Variant &variant(Variant::Values);
  /// The same for the values of a launch.
  Variant &variantFor(const LaunchValues &);
  /// Calls \p Visit with every variant.
  template <typename Function> void forEach(Function Visit) const {
    for (const std::shared_ptr<Variant> &Each : Variants)
      Visit(*Each);
  }

  /// Returns the values as the compile service takes them.
  std::vector<Fact> facts(const Variant &) const;

  /// Returns which facts differ, as indices into counted(). KnownFields is
  /// never among them: the fields that only one side knows are listed instead.
  std::vector<size_t> differences(const Variant &, const Variant &) const;

  /// Returns the variant that runs something and differs from this one in the
  /// fewest values, the newest one if several do; null if there is none.
  const Variant *nearestOther(const Variant &) const;

  /// Returns the first variant whose image had that code: this one, if none
  /// had.
  Variant &firstWithCode(const std::string &Code, Variant &);

  /// Makes later launches not find the kernel in any variant.
  void forget(ompjit_kernel *);
  /// Returns when the kernel was last used, in the budget's time, or 0.
  uint64_t lastUse(const ompjit_kernel *) const;

  /// Makes launches run this kernel from now on, also in place of a stand-in.
  /// \p State must be settled.
  void publish(Variant &, ompjit_kernel *, Tier, ImageState State);
  /// Makes launches run this kernel until the variant's image is loaded, unless
  /// the variant is settled.
  void publishStandIn(Variant &, ompjit_kernel *, Tier);

private:
  struct ByValues {
    using is_transparent = void;
    using Handle = std::shared_ptr<Variant>;
    bool operator()(const Handle &One, const Handle &Other) const {
      return One->values() < Other->values();
    }
    bool operator()(const Handle &One, const Variant::Values &Other) const {
      return One->values() < Other;
    }
    bool operator()(const Variant::Values &One, const Handle &Other) const {
      return One < Other->values();
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
  std::atomic<Variant *> Newest{nullptr}; ///< The newest variant that launches
                                          ///< find.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SCHEME_H
