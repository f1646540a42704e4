//===- Call.h - A call of a function of the table -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_CALL_H
#define OMPJIT_PLUGINS_AMDGPU_CALL_H

#include "OpenDevice.h"

#include "ompjit/Plugin.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include <string>

namespace ompjit::amdgpu {

/// A call of a function of the table for a device. It is false, and has filled
/// the error, if the device cannot be used: after a kernel has broken it, and
/// in a forked process.
class Call {
public:
  Call(ompjit_device &Device, ompjit_error *Error)
      : Device(Device), Error(Error),
        IsEntered(!Device.Health.isBroken() && !plugins::isForkedWithDriver()) {
    if (!IsEntered) [[unlikely]]
      refuse();
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  explicit operator bool() const { return IsEntered; }

  /// Returns 0, or fills the error with what was attempted and the runtime's
  /// words.
  template <typename... Details>
  [[gnu::always_inline]] int check(Status Code, const char *Attempt,
                                   Details... With) {
    if (Code == Status::Success) [[likely]]
      return 0;
    return fail(Code, Attempt, With...);
  }

  /// Reports that \p Attempt failed because the device broke; returns 1.
  [[gnu::cold]] int failBroken(const char *Attempt);

  ompjit_error *error() const { return Error; }
  ompjit_device &device() const { return Device; }
  const Hsa &hsa() const { return Device.H; }

private:
  void refuse();
  [[gnu::cold]] int fail(Status Code, const char *Attempt, ...);

  ompjit_device &Device;
  ompjit_error *Error;
  const bool IsEntered;
};

/// Notes that the device is broken, why, and which kernels may have done it.
void breakDevice(ompjit_device &Device, const std::string &What);

/// Reports why the device or the driver cannot be used; returns 1.
int refuse(ompjit_device &Device, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_CALL_H
