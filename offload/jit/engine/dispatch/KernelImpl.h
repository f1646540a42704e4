//===- KernelImpl.h - Selecting the image for a launch --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel of one program on one device. A launch that fits a loaded image
// finds it in the current scheme (L1); any other goes the slow way: tracker,
// L2, compile, load, publish; and, where that fails, the generic image, then
// the native one. What runs while an image is compiled is in KernelTiers.cpp,
// and whether an image is faster than the generic one, in KernelTrials.cpp.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELIMPL_H
#define OMPJIT_JIT_KERNELIMPL_H

#include "FirstLaunches.h"
#include "ompjit/Jit/Engine.h"
#include "policy/FactPolicy.h"
#include "policy/ImageBudget.h"
#include "policy/TrackerHistory.h"
#include "policy/TrialState.h"
#include "report/KernelReport.h"
#include "report/Statistics.h"
#include "supply/BackgroundCompiles.h"
#include "supply/DeviceImage.h"
#include "supply/ImageFinisher.h"
#include "supply/ImageSource.h"
#include "variants/Scheme.h"

#include <atomic>

namespace ompjit::jit {

/// What all programs of an engine share.
struct EngineContext {
  EngineContext(Settings Chosen, std::unique_ptr<Compiler> Service,
                Engine::LineSink Sink, ProcessLocks &Process)
      : Chosen(std::move(Chosen)),
        Lines(this->Chosen.InfoLevel, std::move(Sink)),
        Events(this->Chosen.TraceFile, Lines), Process(Process),
        Source(this->Chosen, std::move(Service), Lines, Events, Process,
               Finishers),
        Background(this->Chosen, Source, Process), Firsts(Process),
        Budgets(this->Chosen.MemoryBytes) {}

  const Settings Chosen;
  const Log Lines;
  Trace Events;
  ProcessLocks &Process;
  Statistics Stats;
  ImageFinishers Finishers; ///< Closed by the engine before devices go.
  ImageSource Source;
  BackgroundCompiles Background;
  FirstLaunches Firsts;
  ImageBudgets Budgets;
  std::atomic<bool> IsWarmedUp{false}; ///< A first launch.
};

/// How a launch was served that loads an image from there.
inline Served servedFrom(ImageOrigin From) {
  constexpr Served HowByOrigin[] = {Served::L2Memory, Served::L2Disk,
                                    Served::Compile};
  return HowByOrigin[size_t(From)];
}

/// The image that was loaded before any kernel of a program on a device.
enum class BaseContent {
  Nothing, ///< The program has no shared state.
  State,   ///< The shared state, and kernels that belong there.
  Native,  ///< Everything, compiled ahead of time: state, and kernels to fall
           ///< back to.
  Whole,   ///< Everything, with OMP_JIT=0: kernels come from here only.
};

struct LoadedBase {
  BaseContent Content = BaseContent::Nothing;
  std::unique_ptr<DeviceImage> Image; ///< Null for Nothing.
};

/// Holds a mutex for a scope, inside of the fork gate.
class OMPJIT_ANNOTATE(scoped_lockable) GatedLock {
public:
  GatedLock(ProcessLocks &Process, Mutex &M)
      OMPJIT_ANNOTATE(acquire_capability(M))
      : Gate(Process), M(M) {
    M.lock();
  }
  ~GatedLock() OMPJIT_ANNOTATE(release_capability()) { M.unlock(); }
  GatedLock(const GatedLock &) = delete;
  GatedLock &operator=(const GatedLock &) = delete;

private:
  const ProcessLocks::Moment Gate;
  Mutex &M;
};

/// A request for something that is compiled for the device.
CompileRequest requestOn(const Device &, const Settings &);

class KernelImpl : public Kernel,
                   private FirstLaunchClient,
                   private ImageHolder,
                   private LaunchTime::Listener {
public:
  KernelImpl(EngineContext &, std::shared_ptr<SharedPackage>, const Device &,
             const LoadedBase &, TrackerHistory &, const KernelInfo &);
  ~KernelImpl() override;

  Result<ompjit_kernel *> select(const ompjit_launch &, const LaunchMemory &,
                                 LaunchTime *) override;
  const MemoryUse &memoryUse() const override { return Uses; }
  std::string_view name() const override { return Info.Symbol; }
  uint32_t numParameters() const override { return Info.NumParameters; }
  /// Looks for the kernel in the base image, which was loaded just now: a
  /// launch may have no memory for that.
  void findInBase();
  /// Has the first launch run the native image. False if that has no such
  /// kernel.
  bool beginsWithNative();
  /// Notes in the history what the tracker learnt, if that is worth it.
  void rememberTracking();

private:
  using Handle = BackgroundCompiles::Handle;

  struct Selection {
    ompjit_kernel *Kernel;
    Served How;
    bool IsStandIn = false;
    /// A stand-in that is right for this launch, but not for all that want the
    /// same image.
    bool IsForOnce = false;
  };

  Result<ompjit_kernel *> selectImage(const ompjit_launch &,
                                      const LaunchMemory &, LaunchTime *);
  LaunchValues valuesOf(const ompjit_launch &, const LaunchMemory &) const;
  Result<ompjit_kernel *> selectTraced(const ompjit_launch &,
                                       const LaunchMemory &, LaunchTime *);
  Result<ompjit_kernel *> selectWithoutMemory(const ompjit_launch &,
                                              const LaunchMemory &);
  Result<ompjit_kernel *> selectSlowly(const LaunchValues &);
  Result<Selection> selectWithStack(const LaunchValues &);
  ompjit_kernel *findInAnyScheme(const LaunchValues &);
  Result<Selection> serve(Scheme &, const LaunchValues &);
  Variant &variantFor(Scheme &, const LaunchValues &);
  Scheme &replaceScheme(std::vector<CountedFact>) OMPJIT_REQUIRES(Guard);
  /// That which serves any launch.
  Variant &genericVariant() OMPJIT_REQUIRES(Guard);
  Variant &generic();

  Result<Selection> make(Variant &, const LaunchValues &);
  const WantedImage &imageOf(Variant &) const;
  const WantedImage &quickImageOf(Variant &) const;
  Result<ObtainedImage> obtain(const WantedImage &, const std::string &Why);
  Result<Selection> makeInForeground(Variant &, const LaunchValues &);
  bool refuses(const WantedImage &, const Error &Reason);
  Result<Selection> install(Variant &, const LaunchValues &,
                            const ObtainedImage &);
  Result<ompjit_kernel *> loadOnce(Variant &, const LaunchValues &,
                                   const Image &);
  ompjit_kernel *publish(Variant &, ompjit_kernel *);

  // KernelMemory.cpp
  struct LoadedImage {
    std::unique_ptr<DeviceImage> Content;
    ompjit_kernel *Kernel;
    uint64_t Bytes;
    uint64_t LoadedAt;
    std::string Code;                            ///< See Image.
    std::unique_ptr<LaunchWatch::Earlier> Users; ///< Of a retired one.
  };
  Result<ompjit_kernel *> loadCode(const Image &) OMPJIT_REQUIRES(LoadGuard);
  Result<ompjit_kernel *> load(const Image &);
  Held held() override;
  uint64_t lastUse(const LoadedImage &) const OMPJIT_REQUIRES(Guard);
  std::optional<uint64_t> coldest() override;
  uint64_t retireColdest() override;
  uint64_t unloadRetired() override;
  bool isRetired(ompjit_kernel *) const OMPJIT_REQUIRES(Guard);

  std::optional<Result<Selection>> fromL2(Variant &, const LaunchValues &);

  // KernelTracking.cpp
  void resumeTracking();
  Scheme &reconsider(Variant &);
  void learnFromCode(Variant &, const std::string &Code);

  // KernelTrials.cpp
  /// A launch that found its image in L1.
  struct FoundLaunch {
    const Scheme::Fit &Fit;
    const LaunchValues &Values;
    const ompjit_launch &Launch;
    const LaunchMemory &Memory;
    uint64_t Hit; ///< The number of the L1 hit.
  };
  static constexpr uint64_t Never = UINT64_MAX;
  bool hasTrials() const;
  ompjit_kernel *lookCloser(const FoundLaunch &, LaunchTime &);
  bool isHot(const FoundLaunch &);
  void takeSample(const FoundLaunch &, LaunchTime &);
  void beginTrial(const FoundLaunch &);
  std::optional<Selection> fullGeneric(const LaunchValues &);
  ompjit_kernel *takePart(const FoundLaunch &, LaunchTime &)
      OMPJIT_REQUIRES(Guard);
  uint64_t workOf(const FoundLaunch &) const;
  void launchTook(uint64_t Ticket, std::optional<uint64_t> Ns) override;
  void noteSample(std::optional<uint64_t> Ns) OMPJIT_REQUIRES(Guard);
  std::optional<TrialState::Trial> takeDecided() OMPJIT_REQUIRES(Guard);
  void endTrial(bool IsDecided) OMPJIT_REQUIRES(Guard);
  void conclude(const TrialState::Trial &);
  bool demote(const TrialState::Trial &) OMPJIT_REQUIRES(Guard);
  std::optional<TrialOutcome> trialOf(const cache::Key &);
  bool isSlower(Variant &);
  std::optional<Selection> insteadOfSlower(Variant &, const LaunchValues &);

  // KernelTiers.cpp
  void warmUp();
  std::optional<Selection> beginWithNative(const LaunchValues &);
  void lookForImage() override;
  void leaveToNextLaunch() override { FirstPending.setNews(true); }
  Result<Selection> makeInTiers(Variant &, const LaunchValues &);
  Handle awaited(const Variant &);
  Result<Selection> makeFirst(Variant &, const LaunchValues &,
                              std::optional<ObtainedImage> Found);
  std::optional<Selection> loadedStandIn(const Scheme &, const LaunchValues &);
  std::optional<Selection> genericStandIn(Variant &, const LaunchValues &);
  bool quickComesFirst() const;
  void compileGenericBeside(const WantedImage &);
  void compileGenericBehind();
  Result<ObtainedImage> obtainGeneric(const WantedImage &);
  Result<ompjit_kernel *> loadGeneric(Variant &, const LaunchValues &,
                                      const Image &, bool IsFull);
  bool isFirst(const Variant &);
  void compileBehind(Variant &, const std::optional<Selection> &StandIn);
  void dropObsolete();

  Result<Selection> withoutLoading(Variant &, const LaunchValues &,
                                   Error Reason);
  Result<Selection> fallBack(Variant &, const LaunchValues &, Error Reason);
  Scheme &abandonSpecialization(const std::string &Why);
  Result<Selection> useBaseKernel(Variant &, Served How);
  Error giveUpKernel(Error Reason);

  std::string whyNew(const Variant &) const;

  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> Package;
  const Device &On;
  const LoadedBase &Base;
  const KernelInfo Info;
  const KernelReport Report;
  TrackerHistory &History;
  ImageBudget &Budget;
  const std::vector<CountedFact> AllFacts; ///< Those of the first scheme.
  const std::vector<FieldInfo> Fields;     ///< As the package numbers them.
  const MemoryUse Uses;
  const bool IsSizeCounted;
  std::once_flag ResumeOnce;

  std::atomic<Scheme *> Current;
  /// The L1 hit at which a launch is looked at; see TrialState.h.
  std::atomic<uint64_t> NextLook{Never};
  /// Set before the first launch, as is Native. Null: not there.
  ompjit_kernel *InBase = nullptr;
  /// What the first launch runs. Null: it gets an image.
  ompjit_kernel *Native = nullptr;
  std::atomic<bool> HasBegun{false};
  PendingImage FirstPending; ///< Of what follows, until it is looked for.
  /// Set once nothing is left to try; later launches get the same error.
  std::atomic<const Error *> Broken{nullptr};

  /// Held while an image is loaded; only withLinker.
  Mutex LoadGuard;

  Mutex Guard;
  FactPolicy Facts OMPJIT_GUARDED_BY(Guard);
  std::vector<std::unique_ptr<Scheme>> Schemes OMPJIT_GUARDED_BY(Guard);
  TrialState Trials OMPJIT_GUARDED_BY(Guard);
  std::vector<LoadedImage> Images OMPJIT_GUARDED_BY(Guard);
  std::vector<LoadedImage> Retired OMPJIT_GUARDED_BY(Guard);
  std::unique_ptr<const Error> BrokenReason OMPJIT_GUARDED_BY(Guard);
  /// Variants whose image was ever asked of the background.
  size_t NumAwaited OMPJIT_GUARDED_BY(Guard) = 0;
  /// The generic image that a launch is likely to wait for: the quick one, if
  /// that comes first.
  Handle FirstGeneric OMPJIT_GUARDED_BY(Guard);
  /// What the first launch wanted, if it ran the native image.
  Variant *FirstWanted OMPJIT_GUARDED_BY(Guard) = nullptr;
  /// What was compiled in the foreground because there was nothing else.
  const Variant *First OMPJIT_GUARDED_BY(Guard) = nullptr;
  std::atomic<bool> HasGenericFailed{false};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELIMPL_H
