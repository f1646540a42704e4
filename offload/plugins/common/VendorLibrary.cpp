//===- VendorLibrary.cpp - A driver's library, opened at run time ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/VendorLibrary.h"

#include <atomic>
#include <pthread.h>

namespace ompjit {

static std::atomic<bool> IsStarted = false;
static std::atomic<bool> IsInForkedChild = false;

void plugins::noteDriverStarts() {
  static const int Registered = pthread_atfork(nullptr, nullptr, [] {
    if (IsStarted)
      IsInForkedChild = true;
  });
  (void)Registered;
  IsStarted = true;
}

bool plugins::isForkedWithDriver() {
  return IsInForkedChild.load(std::memory_order_relaxed);
}

} // namespace ompjit
