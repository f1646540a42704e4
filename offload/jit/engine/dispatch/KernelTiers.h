//===- KernelTiers.h - The tiers of a kernel's launches -------------------===//
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
// Any other launch takes the first of these that is available:
//
//   1. the image that it wants, if that is in memory or on disk: reading it
//      takes 0.05 ms, less than running any other once would cost;
//   2. its full image, compiled while it waits, on the host: if it is the
//      kernel's first and expected to take much longer than the compile, or if
//      launches of the native image have taken long enough, and a compile
//      beside the next one would take its time from the program's threads;
//   3. a stand-in, while its own image is compiled: a loaded image whose facts
//      all hold for this launch; the native image of the package; the generic
//      image, from memory, disk, or a compile that runs already;
//   4. its own image, compiled quickly while it waits, as a stand-in for the
//      full one, which is compiled in the background. This is a kernel's first
//      launch in the first run of a program without a native image. It waits
//      for the specialised image and not for the generic one, since that takes
//      no longer to compile and is best for a kernel whose values never change.
//      Meanwhile the generic image is compiled, too, first quickly and then
//      with all optimisations, so that
//        - the second value finds something that runs, and a kernel whose value
//          changes every time has waited once, as with OMP_JIT_SPECIALIZE=none;
//        - later runs of the program, with whatever values, wait for nothing.
//
// A stand-in takes the place of the wanted image in the scheme, so that
// launches find it in L1. When there is news of the wanted image, the next
// launch loads it and replaces the stand-in. docs/measurements.md has figures.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELTIERS_H
#define OMPJIT_JIT_KERNELTIERS_H

#include "KernelImages.h"
#include "Selection.h"
#include "policy/LaunchEstimate.h"
#include "policy/TrackerHistory.h"

#include <atomic>
#include <optional>

namespace ompjit::jit {

/// Serves a launch when it is known which image it gets, or that it gets none.
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

class KernelTiers : private LaunchTime::Listener {
public:
  /// \p NumFacts is the number of facts that the kernel begins with.
  KernelTiers(const KernelPlace &Place, size_t NumFacts,
              const KernelReport &Report, VariantTable &Table,
              KernelImages &Images, TrackerHistory &History, TierClient &Client)
      : Place(Place), NumFacts(NumFacts), Report(Report), Table(Table),
        Images(Images), History(History), Client(Client) {}
  /// Drops the compiles that were requested.
  ~KernelTiers() override;
  KernelTiers(const KernelTiers &) = delete;
  KernelTiers &operator=(const KernelTiers &) = delete;

  /// Sets the kernel of the native image, which is a stand-in for any other. To
  /// be called before the first launch.
  void setNative(ompjit_kernel *Kernel) { Native = Kernel; }
  ompjit_kernel *native() const { return Native; }

  /// Serves a launch whose image is neither in memory nor on disk, or is being
  /// made.
  Result<Selection> make(Variant &Wanted, const LaunchValues &);

  /// The same if nothing is compiled in the background.
  Result<Selection> makeInForeground(Variant &Wanted, const LaunchValues &);

  /// To be called for a kernel's first launch, if that runs the native image.
  /// \p Time may be null.
  void beginFirst(Variant &, LaunchTime *Time);
  /// To be called for each launch that runs a stand-in for the variant's image.
  /// Its time decides when the image pays, if a compile is expensive. \p Time
  /// may be null.
  void waits(Variant &, LaunchTime *Time);

  /// Returns the result of the variant's compile in the background; null if it
  /// has not ended.
  const Result<ObtainedImage> *outcome(const Variant &);
  /// Whether a compile was ever requested for the variant.
  bool isAwaited(const Variant &);
  /// Notes that the variant's image was found. The next launch loads it.
  void found(Variant &, ObtainedImage);
  void compileBehind(Variant &, const std::optional<Selection> &StandIn);
  /// Drops the compiles that are queued for older schemes, except for the
  /// generic image, which other runs use, too.
  void dropObsolete();

  /// Whether the launch is expected to take longer than so many full compiles.
  /// It should not run on a quick image then.
  bool isLong(const LaunchValues &, unsigned Compiles = 1) const;
  /// Returns a loaded kernel that is right for this launch.
  std::optional<Selection> loadedStandIn(const Scheme &, const LaunchValues &);
  /// Loads and returns the generic image with all optimisations; returns
  /// nothing while it is compiled, and if it cannot be compiled or loaded.
  std::optional<Selection> fullGeneric(const LaunchValues &);
  bool hasGenericFailed() const { return HasGenericFailed; }

  /// Has the history keep for how long launches ran the native image for want
  /// of another one.
  void remember();

  /// Returns why an image is made for the variant, for reports.
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
  void withdrawCompile(const Variant &);
  bool quickComesFirst() const;
  bool isOnHost() const;
  bool runsNative(const Selection &StandIn) const;
  bool waitsForFull(const Variant &, const LaunchValues &);
  bool waitsWithOthers(Variant &);
  bool pays(Variant &);
  static void beginAtOnceIfPaid(ImageProgress &);
  void needLaunches(ImageProgress &);
  static void waitForLaunches(ImageProgress &, const QueuedCompile &);
  void listen(Variant &, LaunchTime &, uint64_t Flags = 0);
  void holdBack(Variant &, const Selection &StandIn);
  void launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) override;
  Result<Selection> makeFullAtOnce(Variant &, const LaunchValues &,
                                   const char *Reason);
  Result<Selection> makeWithOthers(Variant &, const LaunchValues &);
  bool hasFirstGeneric();
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
  TrackerHistory &History;
  TierClient &Client;
  ompjit_kernel *Native = nullptr; ///< Null if there is none.
  std::atomic<bool> HasGenericFailed{false};
  std::atomic<bool> HasTold{false}; ///< That compiles are held back.

  /// To be locked before the table's.
  Mutex Guard;
  /// What remember() has told.
  uint64_t RememberedNs OMPJIT_GUARDED_BY(Guard) = 0;
  /// The number of variants for which a background compile was ever requested.
  size_t NumAwaited OMPJIT_GUARDED_BY(Guard) = 0;
  /// The compile of the generic image that a launch is likely to wait for: the
  /// quick version, if that comes first.
  Handle FirstGeneric OMPJIT_GUARDED_BY(Guard);
  /// The variant that was compiled in the foreground because nothing else could
  /// run.
  const Variant *First OMPJIT_GUARDED_BY(Guard) = nullptr;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELTIERS_H
