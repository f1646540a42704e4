//===- ompjit/Plugins/DeviceHealth.h - Whether a device can be used -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_DEVICEHEALTH_H
#define OMPJIT_PLUGINS_DEVICEHEALTH_H

#include <atomic>
#include <mutex>
#include <string>

namespace ompjit::plugins {

/// A fault in a kernel may leave a device that can do nothing any more in this
/// process. Thread safe.
class DeviceHealth {
public:
  bool isBroken() const { return IsBroken.load(std::memory_order_acquire); }

  /// Remembers why, which \p Why tells; only the first time.
  template <typename Function> void breakFor(Function Why) {
    std::lock_guard Lock(Mutex);
    if (isBroken())
      return;
    What = Why();
    IsBroken.store(true, std::memory_order_release);
  }
  /// Of a device that is broken.
  const std::string &reason() const { return What; }

private:
  std::atomic<bool> IsBroken = false;
  std::mutex Mutex; ///< Guards what follows, until it is broken.
  std::string What;
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_DEVICEHEALTH_H
