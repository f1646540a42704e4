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
  DeviceProgramImpl(EngineContext &, const PackageView &, Device On);

  /// Loads what must be on the device before any kernel; called once, first.
  Status loadBase();

  Kernel *findKernel(std::string_view EntryName) override;
  Result<void *> globalAddress(std::string_view EntryName,
                               uint64_t &Size) override;

private:
  bool loadNative();
  Status loadCompiled(ImageKind);
  void countBase(const ObtainedImage &);

  EngineContext &Engine;
  const PackageView &Package;
  const Device On;
  LoadedBase Base;
  /// Images refer to the base, so they go first; members die in reverse order.
  std::unordered_map<std::string_view, std::unique_ptr<KernelImpl>> Kernels;
};

class ProgramImpl : public Program {
public:
  ProgramImpl(EngineContext &Engine, PackageView Package)
      : Engine(Engine), Package(Package) {}

  std::string_view triple() const override { return Package.triple(); }
  Result<DeviceProgram *> onDevice(const ompjit_plugin &, ompjit_device *,
                                   int DeviceId) override;

private:
  using Outcome = Result<DeviceProgram *>;

  std::optional<Outcome> findStarted(ompjit_device *);
  Outcome start(const ompjit_plugin &, ompjit_device *, int DeviceId);

  EngineContext &Engine;
  const PackageView Package;
  SingleFlight<ompjit_device *, Outcome> Starts;

  Mutex Guard;
  /// Failures stay too: a base that does not compile would not the next time.
  std::unordered_map<ompjit_device *, Outcome> Started OMPJIT_GUARDED_BY(Guard);
  std::vector<std::unique_ptr<DeviceProgramImpl>>
      OnDevices OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_PROGRAMIMPL_H
