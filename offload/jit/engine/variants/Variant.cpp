//===- Variant.cpp - A kernel for certain values of its facts -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variant.h"

using namespace ompjit;
using namespace ompjit::jit;

void Variant::rememberFirst(const LaunchValues &Launch) {
  auto Copy = std::make_unique<LaunchCopy>(Launch);
  const LaunchCopy *None = nullptr;
  if (!First.compare_exchange_strong(None, Copy.get(),
                                     std::memory_order_release))
    return;
  (void)Copy.release();
  FirstPrint.store(Launch.fingerprint(), std::memory_order_relaxed);
}
