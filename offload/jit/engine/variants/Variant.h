//===- Variant.h - A kernel for certain values of its facts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything about one specialisation of a kernel: the values, the image that
// they need with its name and its state, the kernel that launches run, and the
// results of trials. A variant is made when a launch first has its values, and
// its scheme owns it. A compile in the background may keep its progress alive
// longer than the kernel.
//
// Launches read the kernel that they run without a lock. The lock of the
// VariantTable guards everything else, unless the member names another guard.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_VARIANT_H
#define OMPJIT_JIT_VARIANT_H

#include "ImageState.h"
#include "LaunchValues.h"
#include "WantedImage.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace ompjit::jit {

class QueuedCompile;
class Scheme;

/// The kind of code that a launch runs.
enum class Tier : uint8_t {
  Native,  ///< The kernel of the package's native image.
  Generic, ///< An image for other values, or the generic one.
  Quick,   ///< The variant's image, compiled with fewer optimisations.
  Full,    ///< The variant's image.
};

/// The trials of an image against the generic one.
struct TrialRecord {
  double Ns = 0; ///< The estimated total time of its launches.
  unsigned NumTrials = 0;
  bool IsDecided = false;
};

class Variant : public std::enable_shared_from_this<Variant> {
public:
  using Values = std::vector<uint64_t>;

  Variant(Scheme &Owner, Values Own) : Own(std::move(Own)), Owner(Owner) {}
  ~Variant() { delete First.load(std::memory_order_relaxed); }
  Variant(const Variant &) = delete;
  Variant &operator=(const Variant &) = delete;

  Scheme &scheme() const { return Owner; }
  /// The values of the scheme's facts, in their order.
  const Values &values() const { return Own; }
  /// Whether the variant serves any launch.
  bool isGeneric() const { return Own.empty(); }

  ImageProgress &progress() { return Progress; }
  /// The same, for a compile that may outlive the kernel.
  std::shared_ptr<ImageProgress> sharedProgress() {
    return {shared_from_this(), &Progress};
  }
  /// The tier of what its launches run, if they run anything.
  Tier tier() const { return Serving.load(std::memory_order_relaxed); }

  /// Returns the image; the first call names it with \p Make. This function and
  /// quickImage() must be called inside of the fork gate.
  template <typename Function> const WantedImage &image(Function Make) {
    return Full.get(Make);
  }
  /// Returns the same image, compiled with fewer optimisations.
  template <typename Function> const WantedImage &quickImage(Function Make) {
    return Quick.get(Make);
  }

  /// Speeds up the lookup of launches that repeat \p Launch, which must have
  /// the variant's values.
  void remember(const LaunchValues &Launch) {
    if (!First.load(std::memory_order_relaxed) && Launch.isComparable())
      rememberFirst(Launch);
  }
  /// Notes that the variant is used at this time.
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

  // The members that launches read come first.
  std::atomic<ompjit_kernel *> Kernel{nullptr}; ///< Null: retired.
  /// A launch with these values, since most programs repeat it. Null at first;
  /// does not change after it is set.
  std::atomic<const LaunchCopy *> First{nullptr};
  std::atomic<uint64_t> LastUse{0};
  ImageProgress Progress;
  const Values Own;
  std::atomic<uint64_t> FirstPrint{0}; ///< Of First, and set after it.
  /// The next older variant that launches find. Does not change once it is set.
  Variant *Next = nullptr;
  std::atomic<Tier> Serving{Tier::Full};

  /// A name that is made only once, because that takes longer than most
  /// launches.
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

  Scheme &Owner;
  LazyName Full, Quick;
  bool IsListed = false; ///< Whether launches find it.

public:
  /// Null: the compile was never requested. Guarded by the KernelTiers.
  std::shared_ptr<QueuedCompile> Compile;
  TrialRecord Trial;      ///< Guarded by the KernelTrials.
  bool IsCounted = false; ///< Whether the tracker counted it; guarded by the
                          ///< KernelFacts.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_VARIANT_H
