//===- KernelImages.h - The images of a kernel on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, obtains, loads and unloads the images of a kernel. Images that were
// not used for long make room for others (ImageBudget.h).
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELIMAGES_H
#define OMPJIT_JIT_KERNELIMAGES_H

#include "EngineContext.h"
#include "report/KernelReport.h"
#include "variants/VariantTable.h"

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

  /// The image that the variant wants, and the same with fewer optimisations.
  const WantedImage &full(Variant &) const;
  const WantedImage &quick(Variant &) const;

  /// Gets the image from memory, disk or the compiler. \p Why is told to people
  /// where it was compiled.
  Result<ObtainedImage> obtain(const WantedImage &, const std::string &Why);

  /// Loads the image that the variant wants, if no other thread has, and lets
  /// launches find it.
  Result<ompjit_kernel *> load(Variant &, const LaunchValues &, const Image &);
  /// Loads an image to stand in for that, unless launches find something.
  Result<ompjit_kernel *> loadStandIn(Variant &, const LaunchValues &,
                                      const Image &);

  /// As that of the table.
  void publish(Variant &, ompjit_kernel *, Tier, ImageState);

  /// Whether an image that does not load is no reason to fall back: it came
  /// from disk, where a newer driver may have left it, and another one can be
  /// had.
  bool refuses(const WantedImage &, const Error &Reason);

  /// The time that launches note.
  uint64_t now() const { return Budget.now(); }

private:
  struct LoadedImage {
    std::unique_ptr<DeviceImage> Content;
    ompjit_kernel *Kernel;
    uint64_t Bytes;
    uint64_t LoadedAt;
    std::string Code; ///< See Image.
    /// The launches that may run a retired image.
    std::unique_ptr<LaunchWatch::Earlier> Users;
  };

  Result<ompjit_kernel *> loadCode(const Image &) OMPJIT_REQUIRES(LoadGuard);
  Result<ompjit_kernel *> loadImage(const Image &);
  uint64_t lastUse(const LoadedImage &) const OMPJIT_REQUIRES(Guard);
  Held held() override;
  std::optional<uint64_t> coldest() override;
  uint64_t retireColdest() override;
  uint64_t unloadRetired() override;

  const KernelPlace &Place;
  const KernelReport &Report;
  VariantTable &Table;
  ImageBudget &Budget;

  /// Held while an image is loaded; taken withLinker only.
  Mutex LoadGuard;
  /// Taken before that of the table.
  Mutex Guard;
  std::vector<LoadedImage> Images OMPJIT_GUARDED_BY(Guard);
  std::vector<LoadedImage> Retired OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELIMAGES_H
