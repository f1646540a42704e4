//===- ProgramImpl.h - A package and what is loaded of it -----------------===//
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

#include "KernelImpl.h"

#include <optional>
#include <unordered_map>

namespace ompjit::jit {

class DeviceProgramImpl : public DeviceProgram {
public:
  DeviceProgramImpl(EngineContext &, const std::shared_ptr<SharedPackage> &,
                    Device Target);

  /// Loads what must be on the device before any kernel, unless it lacks an
  /// image; called until it does not.
  Status loadBase();

  /// Whether loadBase() lacks an image.
  bool lacksBase() const { return needsCompiledBase() && !Obtained.hasEnded(); }
  /// Gets that image.
  Attempt obtainBase() const;
  /// Gives it to loadBase().
  void setBase(Result<ObtainedImage>);

  Kernel *findKernel(std::string_view EntryName) override;
  Result<void *> find(const char *Symbol) override;
  Result<void *> globalAddress(std::string_view EntryName,
                               uint64_t &Size) override;

  /// Keeps what the kernels' trackers learnt for later runs.
  void saveHistory();

private:
  std::vector<ByteView> fittingImages() const;
  bool loadNative();
  void findKernels();
  void expectFirstLaunches();
  /// False too once it is loaded.
  bool needsCompiledBase() const {
    return !Base.Image && (!Engine.Chosen.Enabled || Package.hasBase());
  }
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
  Attempt Obtained = Attempt::needsOpenCompiler(); ///< For the base.
  /// Images refer to the base, so they go first; members die in reverse order.
  std::unordered_map<std::string_view, std::unique_ptr<KernelImpl>> Kernels;
};

class ProgramImpl : public Program {
public:
  ProgramImpl(EngineContext &Engine, const PackageView &Package)
      : Engine(Engine), Package(std::make_shared<SharedPackage>(Package)) {}
  /// Compiles in the background go on without it.
  ~ProgramImpl() override { closePackage(); }

  std::string_view triple() const override { return Package->Triple; }
  Result<DeviceProgram *> start(const ompjit_plugin &, ompjit_device *,
                                int DeviceId, const LaunchWatch *) override;
  bool prepare(ompjit_device *) override;
  void closePackage() override;
  /// Keeps what the kernels' trackers learnt, if the package is still there.
  void saveHistory();

private:
  struct OnDevice {
    std::unique_ptr<DeviceProgramImpl> Program;
    /// How the start ended; null before. Failures stay too: a base that does
    /// not compile would not the next time.
    Result<DeviceProgram *> Outcome = nullptr;
  };

  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> Package;

  /// Held while a base image is loaded: who needs the program on that device
  /// has to wait for it anyway. Taken for that withLinker only.
  Mutex Guard;
  std::unordered_map<ompjit_device *, OnDevice>
      Devices OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_PROGRAMIMPL_H
