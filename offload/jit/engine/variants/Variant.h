//===- Variant.h - A kernel for certain values of its facts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known about one specialisation of a kernel: the values, the image
// that is wanted for them and its name, what has become of it, what launches
// run, and how the image did in trials. A variant is made when a launch first
// has its values, and belongs to its scheme. A compile in the background may
// keep its progress longer than the kernel lives.
//
// Launches read what they run without a lock. All else is under the lock of the
// VariantTable, or of who is named at the member.
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

/// What a launch runs.
enum class Tier : uint8_t {
  Native,  ///< The kernel of the package's native image.
  Generic, ///< An image for other values, or for any.
  Quick,   ///< The variant's image, compiled with fewer optimisations.
  Full,    ///< The variant's image.
};

/// How an image does against the generic one.
struct TrialRecord {
  double Ns = 0; ///< An estimate of the time of its launches.
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
  /// Whether it serves any launch.
  bool isGeneric() const { return Own.empty(); }

  ImageProgress &progress() { return Progress; }
  /// The same for a compile that may go on without the kernel.
  std::shared_ptr<ImageProgress> sharedProgress() {
    return {shared_from_this(), &Progress};
  }
  /// What its launches run, if they run anything.
  Tier tier() const { return Serving.load(std::memory_order_relaxed); }

  /// The image, which \p Make names at the first time. Both of these are called
  /// inside of the fork gate.
  template <typename Function> const WantedImage &image(Function Make) {
    return Full.get(Make);
  }
  /// The same image, compiled with fewer optimisations.
  template <typename Function> const WantedImage &quickImage(Function Make) {
    return Quick.get(Make);
  }

  /// Lets launches that repeat this one, which has these values, be found soon.
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
  std::atomic<ompjit_kernel *> Kernel{nullptr}; ///< Null: it was retired.
  /// A launch with these values; most programs repeat it. Null at first, then
  /// never changed.
  std::atomic<const LaunchCopy *> First{nullptr};
  std::atomic<uint64_t> LastUse{0};
  ImageProgress Progress;
  const Values Own;
  std::atomic<uint64_t> FirstPrint{0}; ///< First's fingerprint, set after it.
  /// The next older one of those that launches find. It never changes.
  Variant *Next = nullptr;
  std::atomic<Tier> Serving{Tier::Full};

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

  Scheme &Owner;
  LazyName Full, Quick;
  bool IsListed = false; ///< Among those that launches find.

public:
  /// Null: it was never asked for. Guarded by the KernelTiers.
  std::shared_ptr<QueuedCompile> Compile;
  TrialRecord Trial;      ///< Guarded by the KernelTrials.
  bool IsCounted = false; ///< By the tracker; guarded by the KernelFacts.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_VARIANT_H
