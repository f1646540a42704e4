//===- LateKernel.h - A kernel with late-bound functions ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the kernel that a launch runs with what is bound at its begin. As long
// as nothing is bound anew, that costs two loads.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LATEKERNEL_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LATEKERNEL_H

#include "Bindings.h"
#include "DeviceKernel.h"
#include "plugin/PluginDevice.h"

#include "ompjit/Jit/Engine.h"

#include <map>
#include <memory>
#include <vector>

namespace ompjit {

class LateKernel : public KernelChoice {
public:
  /// \p Own is the kernel with open functions. The arguments must outlive this
  /// object.
  LateKernel(DeviceKernel &Own, jit::DeviceProgram &Program, ByteView Package,
             const PluginDevice &Device, const Bindings &Bound,
             jit::ProcessLocks &Process);

  /// Links the kernel at the first launch with these fragments. Fails if
  /// nothing is bound to one of the functions.
  Result<DeviceKernel *> current() override {
    const uint64_t Now = Bound.generation();
    if (Generation.load(std::memory_order_acquire) == Now) [[likely]]
      return Current.load(std::memory_order_relaxed);
    return choose(Now);
  }

private:
  using Fragments = std::vector<std::shared_ptr<const BoundFragment>>;
  /// The fragments' digests, for each function.
  using Key = std::vector<Digest128>;

  Result<DeviceKernel *> choose(uint64_t Now) OMPJIT_EXCLUDES(Guard);
  Result<Fragments> boundNow() const;
  Result<DeviceKernel *> find(const Key &, const Fragments &)
      OMPJIT_EXCLUDES(Guard);
  Result<jit::Kernel *> link(const Fragments &) const;

  DeviceKernel &Own;
  jit::DeviceProgram &Program;
  const ByteView Package;
  const PluginDevice &Device;
  const Bindings &Bound;
  jit::ProcessLocks &Process;
  const std::vector<std::string> Region;    ///< Its names.
  const std::vector<std::string> Functions; ///< Symbols.
  /// Current is the kernel for what is bound at this time, or later.
  std::atomic<uint64_t> Generation = 0;
  std::atomic<DeviceKernel *> Current = nullptr;
  Mutex Guard;
  std::map<Key, std::unique_ptr<DeviceKernel>> All OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LATEKERNEL_H
