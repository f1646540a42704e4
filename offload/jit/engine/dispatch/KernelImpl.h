//===- KernelImpl.h - Selecting the image for a launch --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel of one program on one device. A launch that fits a loaded image
// finds it in the current scheme (L1); any other takes the slow path: L2,
// tracker, compile, load, publish; and, if that fails, the generic image, then
// the native one. KernelTiers.h selects what runs while an image is compiled,
// and KernelTrials.h determines whether an image is faster than the generic
// one.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELIMPL_H
#define OMPJIT_JIT_KERNELIMPL_H

#include "EngineContext.h"
#include "KernelFacts.h"
#include "KernelImages.h"
#include "KernelTiers.h"
#include "KernelTrials.h"
#include "NamedArrays.h"
#include "NativeFirst.h"
#include "ompjit/Jit/Engine.h"
#include "report/KernelReport.h"
#include "variants/VariantTable.h"

#include <atomic>

namespace ompjit::jit {

class KernelImpl : public Kernel, private TierClient {
public:
  KernelImpl(EngineContext &, std::shared_ptr<SharedPackage>, const Device &,
             const LoadedBase &, TrackerHistory &, const KernelInfo &,
             const Tuning & = {});

  Result<ompjit_kernel *> select(const ompjit_launch &, const LaunchMemory &,
                                 LaunchTime *) override;
  const MemoryUse &memoryUse() const override { return Uses; }
  std::string_view name() const override { return Info.Symbol; }
  uint32_t numParameters() const override { return Info.NumParameters; }
  const KernelInfo &info() const { return Info; }

  /// Looks for the kernel in the base image, which must be loaded. Done in
  /// advance because a launch may lack the memory for it.
  void findInBase();
  /// Makes the first launch run the native image, which is the base image.
  /// Returns false if that has no such kernel.
  bool beginsWithNative();
  /// Stores in the history what a later run can learn from, and what the images
  /// counted in the cache.
  void remember() {
    Facts.remember();
    Tiers.remember();
    Images.saveCounts();
  }

private:
  LaunchValues valuesOf(const ompjit_launch &, const LaunchMemory &) const;
  bool isNativeForNow(Variant &) const;
  void runsStandIn(Variant &, LaunchTime *);
  Result<ompjit_kernel *> selectImage(const ompjit_launch &,
                                      const LaunchMemory &, LaunchTime *);
  Result<ompjit_kernel *> selectSlowly(const LaunchValues &, LaunchTime *);
  Result<ompjit_kernel *> selectWithoutMemory(const ompjit_launch &,
                                              const LaunchMemory &);
  Result<Selection> serve(const LaunchValues &);
  Result<Selection> serveFrom(Scheme &, const LaunchValues &);
  std::optional<Selection> serveFromL1(const Scheme &, const LaunchValues &);
  std::optional<ObtainedImage> findInL2(Variant &);
  std::optional<Selection> insteadOfSlower(Variant &, const LaunchValues &);

  Result<Selection> makeInForeground(Variant &, const LaunchValues &) override;
  Result<Selection> install(Variant &, const LaunchValues &,
                            const ObtainedImage &) override;
  Result<Selection> withoutLoading(Variant &, const LaunchValues &,
                                   Error Reason) override;
  Result<Selection> fallBack(Variant &, const LaunchValues &,
                             Error Reason) override;
  Result<Selection> runBaseKernel(Variant &, Served How, ImageState);
  Error giveUp(Error Reason);

  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> Package;
  const KernelInfo Info;
  const Tuning Tuned;
  const KernelPlace Place;
  const KernelReport Report;
  const std::vector<CountedFact> AllFacts; ///< The facts of the first scheme.
  const std::vector<FieldInfo> Fields;     ///< In the package's numbering.
  const MemoryUse Uses;
  const bool IsSizeCounted;
  /// The kernel in the base image, set before the first launch; null if it has
  /// none.
  ompjit_kernel *InBase = nullptr;
  /// Set when all fallbacks have failed; later launches get the same error.
  std::atomic<const Error *> Broken{nullptr};
  Mutex Guard;
  std::unique_ptr<const Error> BrokenReason OMPJIT_GUARDED_BY(Guard);

  // Each of these members uses some of those before it.
  VariantTable Table;
  KernelImages Images;
  KernelFacts Facts;
  KernelTiers Tiers;
  KernelTrials Trials;
  NamedArrays Arrays;
  NativeFirst First;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELIMPL_H
