//===- KernelImages.h - The images of a kernel on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, obtains, loads and unloads the images of a kernel. Images that were
// not used for a long time make room for others (ImageBudget.h).
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELIMAGES_H
#define OMPJIT_JIT_KERNELIMAGES_H

#include "EngineContext.h"
#include "policy/CompileCost.h"
#include "report/KernelReport.h"
#include "supply/ImageCounters.h"
#include "variants/VariantTable.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::jit {

class KernelImages : private ImageHolder {
public:
  KernelImages(const KernelPlace &Place, const KernelReport &Report,
               VariantTable &Table)
      : Place(Place), Report(Report), Table(Table),
        Budget(Place.Engine.Budgets.of(Place.Target.Handle)) {}
  ~KernelImages() override { Budget.remove(*this); }
  KernelImages(const KernelImages &) = delete;
  KernelImages &operator=(const KernelImages &) = delete;

  /// Return the image that the variant wants, and the same image compiled with
  /// fewer optimisations.
  const WantedImage &full(Variant &) const;
  const WantedImage &quick(Variant &) const;

  /// Gets the image from memory, disk or the compiler. \p Why is reported if it
  /// is compiled.
  Result<ObtainedImage> obtain(const WantedImage &, const std::string &Why);

  /// What a compile of the kernel takes.
  const CompileCost &cost();
  /// Notes what a compile in the background took.
  void noteCost(const ObtainedImage &Obtained) {
    if (Obtained.CompileNs)
      Cost.note(Obtained.CompileNs, /*IsQuick=*/false);
  }

  /// Loads the image that the variant wants, unless another thread has, and
  /// publishes it for launches.
  Result<ompjit_kernel *> load(Variant &, const LaunchValues &, const Image &);
  /// Loads an image as a stand-in for that one, unless launches find a kernel
  /// already.
  Result<ompjit_kernel *> loadStandIn(Variant &, const LaunchValues &,
                                      const Image &);

  /// Like VariantTable::publish.
  void publish(Variant &, ompjit_kernel *, Tier, ImageState);

  /// Returns whether to get an image again that does not load, and not to fall
  /// back: it came from disk, where a newer driver may have left it.
  bool refuses(const WantedImage &, const Error &Reason);

  /// Keeps what the images counted since the last call for later runs.
  void saveCounts();

  /// The budget's time, which launches store in variants.
  uint64_t now() const { return Budget.now(); }

private:
  struct LoadedImage {
    std::shared_ptr<DeviceImage> Content;
    ompjit_kernel *Kernel;
    uint64_t Bytes;
    uint64_t LoadedAt;
    std::string Code;                        ///< See Image::Code.
    std::shared_ptr<ImageCounters> Counters; ///< Null: it does not count.
    /// The launches that may run a retired image.
    std::unique_ptr<LaunchWatch::Earlier> Users;
  };

  Result<ompjit_kernel *> loadCode(const Image &) OMPJIT_REQUIRES(LoadGuard);
  Result<ompjit_kernel *> loadImage(const Image &);
  CountedKernel countedKernel() const;
  void chooseCounts(CompileRequest &) const;
  static std::shared_ptr<ImageCounters>
  countersOf(const Image &, const std::shared_ptr<DeviceImage> &);
  void collect(ImageCounters &);
  /// Asks the plugin.
  ompjit_kernel_usage usageOf(ompjit_kernel *) const;
  uint64_t lastUse(const LoadedImage &) const OMPJIT_REQUIRES(Guard);
  Held held() override;
  std::optional<uint64_t> coldest() override;
  uint64_t retireColdest() override;
  uint64_t unloadRetired() override;

  const KernelPlace &Place;
  const KernelReport &Report;
  VariantTable &Table;
  ImageBudget &Budget;
  CompileCost Cost;
  mutable std::once_flag ReadCountsOnce;
  mutable std::string EarlierCounts; ///< By chooseCounts().

  /// Held while an image is loaded. To be locked only withLinker.
  Mutex LoadGuard;
  /// To be locked before the table's.
  Mutex Guard;
  std::vector<LoadedImage> Images OMPJIT_GUARDED_BY(Guard);
  std::vector<LoadedImage> Retired OMPJIT_GUARDED_BY(Guard);
  /// What images counted that is not kept yet.
  std::optional<KernelCounts> Counted OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELIMAGES_H
