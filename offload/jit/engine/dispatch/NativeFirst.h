//===- NativeFirst.h - A kernel's first launch runs its native image ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the package has a native image, a kernel's first launch runs that, and
// has the image that it wants looked for behind it (FirstLaunches.h).
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

  /// The tiers have a native kernel: the first launch will run it.
  void expectLaunch();
  /// Gives the first launch the native kernel; null for all others, and where
  /// there is none.
  ompjit_kernel *begin(const LaunchValues &);
  /// A launch of this variant has run a stand-in, as so many before.
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
  /// What the first launch wanted; null before.
  std::atomic<Variant *> Wanted{nullptr};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_NATIVEFIRST_H
