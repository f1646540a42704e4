//===- ImageCounters.cpp - What a loaded image has counted ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageCounters.h"

using namespace ompjit;
using namespace ompjit::jit;

Result<std::vector<uint64_t>> ImageCounters::read() const {
  std::vector<uint64_t> Now(Taken.size());
  if (Status Read = Content->read(CountersSymbol, Now.data(),
                                  Now.size() * sizeof(uint64_t));
      !Read)
    return Read.takeError();
  return Now;
}

/// Of two threads that have read the counters, the one that read them first may
/// come last.
KernelCounts ImageCounters::take(const std::vector<uint64_t> &Now) {
  std::vector<uint64_t> New(Now.size());
  for (size_t I = 0; I != Now.size(); ++I)
    if (Now[I] > Taken[I])
      New[I] = Now[I] - std::exchange(Taken[I], Now[I]);
  KernelCounts Counts = Zeros;
  Counts.add(New.data());
  return Counts;
}
