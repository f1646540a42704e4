//===- VendorLibrary.cpp - A driver's library, opened at run time ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/VendorLibrary.h"

#include "ompjit/Support/ThreadId.h"

#include <atomic>

namespace ompjit {

/// Where the driver runs; 0: nowhere.
static std::atomic<pid_t> DriverProcess = 0;

void plugins::noteDriverStarts() { DriverProcess = currentProcess(); }

bool plugins::isForkedWithDriver() {
  const pid_t Process = DriverProcess.load(std::memory_order_relaxed);
  return Process != 0 && Process != currentProcess();
}

} // namespace ompjit
