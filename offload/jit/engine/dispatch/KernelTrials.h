//===- KernelTrials.h - Trials of a kernel's images -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A specialised image can be slower than the generic one: a constant may cause
// a loop to be unrolled that should not be, or the removal of a check for
// overlap may change what another pass does. This cannot be predicted, so
// images that matter are tried.
//
//   1. One launch in many is timed. Short launches are not tried.
//   2. An image that has run for a while is hot. The generic image is compiled
//      in the background, unless there is one.
//   3. Launches that want the image alternate between the two (ImageTrial.h).
//   4. The generic image takes the place of a slower one in the scheme, and the
//      tracker keeps that for later runs, too. If most images of the kernel
//      lose, its facts are given up.
//
// Both images are correct for the launch, whatever is measured.
//
// Private to the engine. Thread-safe; isDue() takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELTRIALS_H
#define OMPJIT_JIT_KERNELTRIALS_H

#include "KernelFacts.h"
#include "KernelTiers.h"
#include "policy/ImageTrial.h"

#include <atomic>
#include <optional>

namespace ompjit::jit {

/// A launch that found its image in L1.
struct FoundLaunch {
  const Scheme::Fit &Fit;
  const LaunchValues &Values;
  const ompjit_launch &Launch;
  const LaunchMemory &Memory;
  uint64_t Hit; ///< The number of the L1 hit.
};

class KernelTrials : private LaunchTime::Listener {
public:
  /// \p HasFacts says whether the kernel is specialised for any facts.
  KernelTrials(const KernelPlace &, bool HasFacts, const KernelReport &,
               VariantTable &, KernelImages &, KernelFacts &, KernelTiers &);

  /// Whether look() must be called for a launch with this L1 hit.
  bool isDue(uint64_t Hit) const {
    return Hit >= NextLook.load(std::memory_order_relaxed);
  }
  /// Samples or tries the launch. Returns the kernel that it must run.
  ompjit_kernel *look(const FoundLaunch &, LaunchTime &);

  /// Whether the image is known to be slower than the generic one.
  bool isSlower(Variant &);

private:
  static constexpr uint64_t Never = UINT64_MAX;

  /// A launch that is timed to find out which images are hot.
  struct Sample {
    Variant *Image;
    uint64_t Hit;
  };
  struct Trial {
    Variant *Image;
    ompjit_kernel *Special, *Generic;
    ImageTrial Rounds;
    uint64_t NumOthers = 0; ///< Launches of other images during the trial.
  };

  bool areMade() const;
  bool isHot(const FoundLaunch &);
  void takeSample(const FoundLaunch &, LaunchTime &);
  void noteSample(std::optional<uint64_t> Ns) OMPJIT_REQUIRES(Guard);
  void begin(const FoundLaunch &);
  ompjit_kernel *takePart(const FoundLaunch &, LaunchTime &)
      OMPJIT_REQUIRES(Guard);
  uint64_t workOf(const FoundLaunch &) const;
  void launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) override;
  std::optional<Trial> takeDecided() OMPJIT_REQUIRES(Guard);
  void end(bool IsDecided) OMPJIT_REQUIRES(Guard);
  bool demote(const Trial &) OMPJIT_REQUIRES(Guard);
  void conclude(const Trial &);

  const KernelPlace &Place;
  const bool HasFacts;
  const KernelReport &Report;
  VariantTable &Table;
  KernelImages &Images;
  KernelFacts &Facts;
  KernelTiers &Tiers;

  /// The L1 hit from which on look() is called; during a trial, it is for each
  /// one.
  std::atomic<uint64_t> NextLook;

  /// To be locked before the table's.
  Mutex Guard;
  std::optional<Sample> Timed OMPJIT_GUARDED_BY(Guard);
  std::optional<Trial> Running OMPJIT_GUARDED_BY(Guard);
  uint64_t LastSampled OMPJIT_GUARDED_BY(Guard) = 0; ///< The number of the hit.
  uint64_t LastTicket OMPJIT_GUARDED_BY(Guard) = 0;
  /// The number of hits between two samples, which corresponds to a fixed time.
  uint64_t Pause OMPJIT_GUARDED_BY(Guard) = 16;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELTRIALS_H
