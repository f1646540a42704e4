//===- NativeFirst.h - A kernel's first launch runs its native image ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the package has a native image, a kernel's first launch runs that, and the
// image that it wants is looked up in the background (FirstLaunches.h).
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_NATIVEFIRST_H
#define OMPJIT_JIT_NATIVEFIRST_H

#include "KernelFacts.h"
#include "KernelTiers.h"
#include "KernelTrials.h"

#include <atomic>

namespace ompjit::jit {

class NativeFirst : private FirstLaunchClient {
public:
  NativeFirst(const KernelPlace &Place, VariantTable &Table,
              KernelImages &Images, KernelFacts &Facts, KernelTiers &Tiers,
              KernelTrials &Trials)
      : Place(Place), Table(Table), Images(Images), Facts(Facts), Tiers(Tiers),
        Trials(Trials) {}
  ~NativeFirst() override;
  NativeFirst(const NativeFirst &) = delete;
  NativeFirst &operator=(const NativeFirst &) = delete;

  /// Makes the first launch run the native kernel, which the tiers must have.
  void expectLaunch();
  /// Returns the native kernel for the first launch; null for all others, if
  /// there is none, and if the launch is expected to take so long that it is
  /// worth a look at the disk.
  ompjit_kernel *begin(const LaunchValues &, LaunchTime *);
  /// To be called when a launch of this variant has run a stand-in. \p
  /// NumLaunches counts these launches, including this one, but not the first
  /// launch.
  void launchedAgain(const Variant &, uint64_t NumLaunches);

private:
  void warmUp();
  void lookForImage() override;
  void leaveToNextLaunch() override;

  const KernelPlace &Place;
  VariantTable &Table;
  KernelImages &Images;
  KernelFacts &Facts;
  KernelTiers &Tiers;
  KernelTrials &Trials;

  bool IsExpected = false; ///< Set before the first launch.
  std::atomic<bool> HasBegun{false};
  /// The variant that the first launch wanted; null before it.
  std::atomic<Variant *> Wanted{nullptr};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_NATIVEFIRST_H
