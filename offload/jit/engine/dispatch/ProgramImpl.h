//===- ProgramImpl.h - A package and its state on the devices -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe as Engine.h says.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_PROGRAMIMPL_H
#define OMPJIT_JIT_PROGRAMIMPL_H

#include "BoundKernels.h"
#include "TunedKernel.h"
#include "ompjit/Support/LoadedFile.h"

#include <optional>
#include <unordered_map>

namespace ompjit::jit {

class DeviceProgramImpl : public DeviceProgram {
public:
  DeviceProgramImpl(EngineContext &, const std::shared_ptr<SharedPackage> &,
                    Device Target);

  /// Loads the base image, unless it must be obtained first; to be called again
  /// until lacksBase() is false.
  Status loadBase();

  /// Whether the base image must still be obtained.
  bool lacksBase() const { return needsCompiledBase() && !Obtained.hasEnded(); }
  /// Obtains the base image.
  Attempt obtainBase() const;
  /// Passes the obtained image to loadBase().
  void setBase(Result<ObtainedImage>);

  Kernel *findKernel(std::string_view EntryName) override;
  std::vector<std::string_view>
  lateBound(std::string_view EntryName) const override;
  Result<Kernel *> bind(std::string_view EntryName, ByteView Binding) override;
  Result<void *> find(const char *Symbol) override;
  Result<void *> globalAddress(std::string_view EntryName,
                               uint64_t &Size) override;

  /// Stores the state of the kernels' trackers for later runs.
  void saveHistory();

private:
  std::vector<ByteView> fittingImages() const;
  bool loadNative();
  void findKernels();
  void expectFirstLaunches();
  /// Whether the base image must be compiled; false when it is loaded.
  bool needsCompiledBase() const {
    return !Base.Image && (!Engine.Chosen.Enabled || Package.hasBase());
  }
  Kernel *tuned(KernelImpl &Usual);
  WantedImage baseImage() const;
  Status loadObtained();
  void countBase(const ObtainedImage &);

  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> Shared;
  const PackageView &Package;
  const Device Target;
  LoadedBase Base;
  TrackerHistory History;
  bool TriedNative = false;
  Attempt Obtained = Attempt::needsOpenCompiler(); ///< The base image.
  /// The kernels' images refer to the base image, so this member is after it
  /// and destroyed first.
  std::unordered_map<std::string_view, std::unique_ptr<KernelImpl>> Kernels;
  Mutex TunedGuard;
  /// By the kernels for other launches. Null: nothing was chosen.
  std::unordered_map<KernelImpl *, std::unique_ptr<TunedKernel>>
      Tuned OMPJIT_GUARDED_BY(TunedGuard);
  BoundKernels Bound;
};

class ProgramImpl : public Program {
public:
  ProgramImpl(EngineContext &Engine, const PackageView &Package)
      : Engine(Engine), Package(std::make_shared<SharedPackage>(
                            Package, libraryAround(Package.bytes().data()))) {}
  /// Compiles in the background continue afterwards.
  ~ProgramImpl() override { closePackage(); }

  std::string_view triple() const override { return Package->Triple; }
  Result<DeviceProgram *> start(const ompjit_plugin &, ompjit_device *,
                                int DeviceId, const LaunchWatch *) override;
  bool prepare(ompjit_device *) override;
  void closePackage() override;
  /// The same for all devices, unless the package is closed.
  void saveHistory();

private:
  struct OnDevice {
    std::unique_ptr<DeviceProgramImpl> Program;
    /// The result of the start; null before it. Failures are kept, too, because
    /// a base image that did not compile would not compile the next time.
    Result<DeviceProgram *> Outcome = nullptr;
  };

  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> Package;

  /// Held while a base image is loaded, because threads that need the program
  /// on that device have to wait for it anyway. To be locked for that only
  /// withLinker.
  Mutex Guard;
  std::unordered_map<ompjit_device *, OnDevice>
      Devices OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_PROGRAMIMPL_H
