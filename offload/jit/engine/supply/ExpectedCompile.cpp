//===- ExpectedCompile.cpp - The expected time of a compile ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedCompile.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// The slowest kernels that were measured took 7 us for each byte of a package
/// with several kernels. If the guess is too high, a process may wait in vain;
/// if it is too low, it compiles an image that another one has almost finished.
static constexpr uint64_t GuessedNsPerByte = 20000;

void ExpectedCompile::note(const cache::Key &Kernel, uint64_t Ns) {
  MutexLock Lock(Guard);
  uint64_t &Known = Longest[Kernel];
  Known = std::max(Known, Ns);
}

uint64_t ExpectedCompile::of(const cache::Key &Kernel, uint64_t PackageBytes) {
  MutexLock Lock(Guard);
  const auto Place = Longest.find(Kernel);
  return Place == Longest.end() ? PackageBytes * GuessedNsPerByte
                                : Place->second;
}
