//===- Call.cpp - A call of a function of the table -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Prints.h"

#include "ompjit/Plugins/Error.h"

#include <cstdarg>
#include <cstdio>

namespace ompjit::amdgpu {

namespace {

/// Why the device is broken, after what its kernels printed: a failed assertion
/// says more.
std::string explain(ompjit_device &Device) {
  Device.Prints->show();
  return Device.Health.reason();
}

} // namespace

void breakDevice(ompjit_device &Device, const std::string &What) {
  Device.Health.breakFor([&] { return What + Device.Suspects(); });
}

int refuse(ompjit_device &Device, ompjit_error *Error) {
  if (plugins::isForkedWithDriver())
    return plugins::fail(Error,
                         "the process was forked after its parent had started "
                         "AMD's HSA runtime, which works in the parent only");
  return plugins::fail(Error,
                       "GPU %d cannot be used any more in this process: %s",
                       Device.Ordinal, explain(Device).c_str());
}

void Call::refuse() { amdgpu::refuse(Device, Error); }

int Call::failBroken(const char *Attempt) {
  return plugins::fail(
      Error, "%s, and GPU %d cannot be used any more in this process: %s",
      Attempt, Device.Ordinal, explain(Device).c_str());
}

int Call::fail(Status Code, const char *Attempt, ...) {
  char What[256];
  va_list Details;
  va_start(Details, Attempt);
  std::vsnprintf(What, sizeof(What), Attempt, Details);
  va_end(Details);
  return plugins::fail(Error, "%s: %s", What, textOf(Device.H, Code).c_str());
}

} // namespace ompjit::amdgpu
