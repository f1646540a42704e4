//===- TunedKernel.h - A kernel with choices of its own -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was chosen for a kernel holds for launches with a certain number of
// iterations. Each choice has its own images, so it is a kernel of its own;
// this one finds out which of them a launch is for.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TUNEDKERNEL_H
#define OMPJIT_JIT_TUNEDKERNEL_H

#include "KernelImpl.h"
#include "ompjit/TuningProfile.h"

#include <vector>

namespace ompjit::jit {

class TunedKernel : public Kernel {
public:
  /// \p Usual serves launches for which nothing was chosen.
  TunedKernel(EngineContext &, const std::shared_ptr<SharedPackage> &,
              const Device &, const LoadedBase &, TrackerHistory &,
              KernelImpl &Usual, tuning::Profile);

  /// Tells the user.
  void announce(const SupplyReport &, int DeviceId) const;

  Result<ompjit_kernel *> select(const ompjit_launch &, const LaunchMemory &,
                                 LaunchTime *) override;
  void shape(ompjit_launch &) const override;
  const MemoryUse &memoryUse() const override { return Usual.memoryUse(); }
  std::string_view name() const override { return Usual.name(); }
  uint32_t numParameters() const override { return Usual.numParameters(); }

  void remember();

private:
  struct Class {
    tuning::Choice How;
    std::unique_ptr<KernelImpl> Tuned;
  };
  const Class *find(const ompjit_launch &) const;

  KernelImpl &Usual;
  const bool IsForGpu;
  std::vector<Class> Classes;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TUNEDKERNEL_H
