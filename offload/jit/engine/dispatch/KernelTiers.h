//===- KernelTiers.h - What a launch runs while its image is compiled -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With OMP_JIT_ASYNC=1 a launch waits for a compile only if nothing else can
// run it. A kernel's first launch runs the native image of the package, if
// there is one, and leaves everything else to the background (NativeFirst.h).
// Any other launch takes the first of these that there is:
//
//   1. the image that it wants, if that is in memory or on disk: reading it
//      takes 0.05 ms, less than running any other once would cost;
//   2. a stand-in, and its own image is compiled behind it: a loaded image
//      whose facts all hold for this launch; the native image of the package;
//      the generic image, from memory, disk, or a compile that runs already;
//   3. its own image, compiled quickly while it waits, as a stand-in for the
//      same with all optimisations, which is compiled behind it. This is a
//      kernel's first launch in the first run of a program without a native
//      image. It waits for the specialised image and not for the generic one,
//      since that takes no longer to compile and serves a kernel best whose
//      values never change. The generic image is compiled beside it, quickly,
//      too, and behind it with all optimisations, so that
//        - the second value finds something that runs, and a kernel whose value
//          changes every time has waited once, as with OMP_JIT_SPECIALIZE=none;
//        - later runs of the program, with whatever values, wait for nothing.
//
// A stand-in is in the scheme, in the place of the image that was wanted, so
// that launches find it in L1. When there is news of that image, the next
// launch loads it and puts it there instead. docs/measurements.md has figures.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELTIERS_H
#define OMPJIT_JIT_KERNELTIERS_H

#include "KernelImages.h"
#include "Selection.h"

#include <atomic>
#include <optional>

namespace ompjit::jit {

/// Serves a launch once it is known which image that gets, or that it gets
/// none.
class TierClient {
public:
  virtual ~TierClient() = default;
  virtual Result<Selection> makeInForeground(Variant &,
                                             const LaunchValues &) = 0;
  virtual Result<Selection> install(Variant &, const LaunchValues &,
                                    const ObtainedImage &) = 0;
  virtual Result<Selection> fallBack(Variant &, const LaunchValues &,
                                     Error Reason) = 0;
  virtual Result<Selection> withoutLoading(Variant &, const LaunchValues &,
                                           Error Reason) = 0;
};

class KernelTiers {
public:
  /// \p NumFacts is how many facts the kernel begins with.
  KernelTiers(const KernelPlace &Place, size_t NumFacts,
              const KernelReport &Report, VariantTable &Table,
              KernelImages &Images, TierClient &Client)
      : Place(Place), NumFacts(NumFacts), Report(Report), Table(Table),
        Images(Images), Client(Client) {}
  /// Nobody wants any more what was asked for.
  ~KernelTiers();
  KernelTiers(const KernelTiers &) = delete;
  KernelTiers &operator=(const KernelTiers &) = delete;

  /// The kernel of the native image, which stands in for all others. To be set
  /// before the first launch.
  void setNative(ompjit_kernel *Kernel) { Native = Kernel; }
  ompjit_kernel *native() const { return Native; }

  /// Serves a launch whose image is neither in memory nor on disk, or is being
  /// made.
  Result<Selection> make(Variant &Wanted, const LaunchValues &);

  /// How the variant's compile in the background ended; null if it has not.
  const Result<ObtainedImage> *outcome(const Variant &);
  /// Whether it was ever asked for one.
  bool isAwaited(const Variant &);
  /// An image was found that no launch has loaded; the next one will.
  void found(Variant &, ObtainedImage);
  void compileBehind(Variant &, const std::optional<Selection> &StandIn);
  /// Drops what is queued for schemes of old. Not the generic image, which
  /// serves other runs, too.
  void dropObsolete();

  /// Something that is on the device and right for this launch.
  std::optional<Selection> loadedStandIn(const Scheme &, const LaunchValues &);
  /// The generic image with all optimisations, loaded; nothing while it is
  /// compiled, and where it cannot be.
  std::optional<Selection> fullGeneric(const LaunchValues &);
  bool hasGenericFailed() const { return HasGenericFailed; }

  /// Why an image is made for the variant, for people.
  std::string whyNew(const Variant &Wanted) const {
    return Report.whyNew(Wanted, Table.current(), NumFacts);
  }

private:
  using Handle = CompileQueue::Handle;

  Handle compileOf(const Variant &);
  Handle compileFor(Variant &, const std::optional<Selection> &StandIn);
  Result<Selection> makeFirst(Variant &, const LaunchValues &,
                              std::optional<ObtainedImage> Found);
  std::optional<Selection> genericStandIn(Variant &, const LaunchValues &);
  bool quickComesFirst() const;
  void compileGenericBeside(const WantedImage &);
  void compileGenericBehind();
  Result<ObtainedImage> obtainGeneric(const WantedImage &);
  Result<ompjit_kernel *> loadQuickGeneric(Variant &, const LaunchValues &,
                                           const Image &);
  void standInBehind(Variant &, const LaunchValues &, const Selection &);
  bool isFirst(const Variant &);

  const KernelPlace &Place;
  const size_t NumFacts;
  const KernelReport &Report;
  VariantTable &Table;
  KernelImages &Images;
  TierClient &Client;
  ompjit_kernel *Native = nullptr; ///< Null: there is none.
  std::atomic<bool> HasGenericFailed{false};

  /// Taken before that of the table.
  Mutex Guard;
  /// Variants whose image was ever asked of the background.
  size_t NumAwaited OMPJIT_GUARDED_BY(Guard) = 0;
  /// The generic image that a launch is likely to wait for: the quick one, if
  /// that comes first.
  Handle FirstGeneric OMPJIT_GUARDED_BY(Guard);
  /// What was compiled in the foreground because there was nothing else.
  const Variant *First OMPJIT_GUARDED_BY(Guard) = nullptr;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELTIERS_H
