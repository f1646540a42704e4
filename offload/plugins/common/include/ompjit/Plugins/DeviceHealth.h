//===- ompjit/Plugins/DeviceHealth.h - Whether a device can be used -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_DEVICEHEALTH_H
#define OMPJIT_PLUGINS_DEVICEHEALTH_H

#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <string>

namespace ompjit::plugins {

/// After a fault in a kernel a device may be unusable for the rest of the
/// process. Thread-safe.
class DeviceHealth {
public:
  bool isBroken() const { return IsBroken.load(std::memory_order_acquire); }

  /// Marks the device as broken. The first call keeps the reason, which \p Why
  /// returns.
  template <typename Function> void breakFor(Function Why) {
    MutexLock Lock(Guard);
    if (isBroken())
      return;
    What = Why();
    IsBroken.store(true, std::memory_order_release);
  }
  /// Returns the reason; the device must be broken.
  const std::string &reason() const { return What; }

private:
  std::atomic<bool> IsBroken = false;
  Mutex Guard;
  std::string What; ///< Guarded by Guard until it is broken, then constant.
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_DEVICEHEALTH_H
