//===- Variant.h - A kernel for certain values of its facts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kernel knows about one of its specialisations: the values, the image
// that is wanted for them and its name, what launches run, and how the image
// did in trials. A variant is made when a launch first has its values, belongs
// to its scheme, and stays as long as the kernel.
//
// Launches read what they run without a lock. All else is under the kernel's.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_VARIANT_H
#define OMPJIT_JIT_VARIANT_H

#include "LaunchValues.h"
#include "WantedImage.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace ompjit::jit {

class BackgroundCompile;
class Scheme;

/// An image that a kernel stands in for. Thread-safe.
class PendingImage {
public:
  /// Whether the next launch should look what has become of it.
  bool hasNews() const { return News.load(std::memory_order_acquire); }
  void setNews(bool Is) { News.store(Is, std::memory_order_release); }

  /// Launches that did without it.
  uint64_t launches() const { return Launches.load(std::memory_order_relaxed); }
  void countLaunch() { Launches.fetch_add(1, std::memory_order_relaxed); }

private:
  std::atomic<bool> News{false};
  std::atomic<uint64_t> Launches{0};
};

/// How an image does against the generic one.
struct TrialRecord {
  double Ns = 0; ///< Of its launches, an estimate.
  unsigned NumTrials = 0;
  bool IsDecided = false;
};

class Variant {
public:
  using Values = std::vector<uint64_t>;

  Variant(Scheme &Of, Values Is) : Is(std::move(Is)), Of(Of) {}
  ~Variant() { delete First.load(std::memory_order_relaxed); }
  Variant(const Variant &) = delete;
  Variant &operator=(const Variant &) = delete;

  Scheme &scheme() const { return Of; }
  /// Of the scheme's facts, in their order.
  const Values &values() const { return Is; }
  /// Whether it serves any launch.
  bool isGeneric() const { return Is.empty(); }

  /// The image, which \p Make names at the first time. Both of these inside of
  /// the fork gate.
  template <typename Function> const WantedImage &image(Function Make) {
    return Full.get(Make);
  }
  /// The same, with fewer optimisations.
  template <typename Function> const WantedImage &quickImage(Function Make) {
    return Quick.get(Make);
  }

  /// Lets the like of this launch, which has these values, be found soon.
  void remember(const LaunchValues &Launch) {
    if (!First.load(std::memory_order_relaxed) && Launch.isComparable())
      rememberFirst(Launch);
  }
  /// Notes that it is used at this time.
  void touch(uint64_t Now) {
    if (LastUse.load(std::memory_order_relaxed) != Now)
      LastUse.store(Now, std::memory_order_relaxed);
  }

private:
  friend class Scheme;

  bool isKnown(const LaunchValues &Launch) const {
    const LaunchCopy *Known = First.load(std::memory_order_acquire);
    return Known && Known->isLike(Launch);
  }
  void rememberFirst(const LaunchValues &);

  // What a launch looks at comes first.
  const Values Is;
  std::atomic<ompjit_kernel *> Kernel{nullptr}; ///< Null: forgotten.
  std::atomic<PendingImage *> Awaited{nullptr}; ///< What that stands in for.
  Variant *Next = nullptr; ///< Of those that launches find. Never changes.
  /// A launch with these values; most programs repeat it. Null at first, then
  /// never changed.
  std::atomic<const LaunchCopy *> First{nullptr};
  std::atomic<uint64_t> FirstPrint{0}; ///< Its fingerprint, set after it.
  std::atomic<uint64_t> LastUse{0};

  /// A name that is made once: it takes longer than most launches.
  class LazyName {
  public:
    template <typename Function> const WantedImage &get(Function &Make) {
      std::call_once(
          Once, [&] { Name = std::make_unique<const WantedImage>(Make()); });
      return *Name;
    }

  private:
    std::once_flag Once;
    std::unique_ptr<const WantedImage> Name;
  };

  Scheme &Of;
  LazyName Full, Quick;
  bool IsListed = false; ///< Among those that launches find.

public:
  // Under the kernel's lock.
  std::shared_ptr<BackgroundCompile> Compile; ///< Null: was never asked for.
  TrialRecord Trial;
  bool IsCounted = false; ///< By the tracker.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_VARIANT_H
