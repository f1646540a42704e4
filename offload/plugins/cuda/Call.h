//===- Call.h - A call of a function of the table -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_CALL_H
#define OMPJIT_PLUGINS_CUDA_CALL_H

#include "OpenDevice.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include "ompjit/Plugin.h"

#include <optional>

namespace ompjit::cuda {

/// A call of a function of the table for a device. It is false, and has filled
/// the error, if the device cannot be used: after a kernel has broken it, and
/// in a forked process.
class Call {
public:
  Call(ompjit_device &Device, ompjit_error *Error)
      : Device(Device), Error(Error) {
    if (Device.Health.isBroken() || plugins::isForkedWithDriver()) [[unlikely]]
      refuse();
    else
      enter();
  }
  ~Call() {
    if (Before) [[unlikely]]
      Device.D.CtxSetCurrent(*Before);
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  explicit operator bool() const { return IsEntered; }

  /// Returns 0, or fills the error with what was attempted and the driver's
  /// words.
  template <typename... Details>
  [[gnu::always_inline]] int check(Result Code, const char *Attempt,
                                   Details... With) {
    if (Code == Result::Success) [[likely]]
      return 0;
    return fail(Code, nullptr, Attempt, With...);
  }
  /// The same for an operation in a queue.
  template <typename... Details>
  [[gnu::always_inline]] int checkIn(ompjit_queue &Queue, Result Code,
                                     const char *Attempt, Details... With) {
    if (Code == Result::Success) [[likely]]
      return 0;
    return fail(Code, &Queue, Attempt, With...);
  }

  ompjit_error *error() const { return Error; }
  ompjit_device &device() const { return Device; }

private:
  void enter() {
    struct Context *Current = nullptr;
    const Result Code = Device.D.CtxGetCurrent(&Current);
    if (Current == Device.Context) [[likely]]
      IsEntered = true;
    else
      change(Code, Current);
  }
  void refuse();
  /// Makes the device's context current. \p Current is the result of the query
  /// for the current one, whose status is \p Asked.
  void change(Result Asked, struct Context *Current);
  [[gnu::cold]] int fail(Result Code, ompjit_queue *Queue, const char *Attempt,
                         ...);

  ompjit_device &Device;
  ompjit_error *Error;
  bool IsEntered = false;
  std::optional<struct Context *> Before; ///< The context that has to be
                                          ///< current again.
};

/// Whether a device is unusable after this error.
bool isFatal(Result Code);

/// Notes that the device is broken. \p Queue is where this was found out; may
/// be null.
void breakDevice(ompjit_device &Device, Result Code, ompjit_queue *Queue);

/// Reports why the device or the driver cannot be used; returns 1.
int refuse(ompjit_device &Device, ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_CALL_H
