//===- KeptCounts.cpp - What kernels counted in earlier runs --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptCounts.h"

using namespace ompjit;
using namespace ompjit::jit;

std::string KeptCounts::of(const CountedKernel &Kernel) {
  if (!Chosen.Enabled || Chosen.Counting != CountMode::Use ||
      !Kernel.CodeDigest)
    return "";
  std::string Encoded = Source.readCounts(Kernel.Triple, Kernel.CodeDigest);
  if (Encoded.empty())
    return "";
  if (Result<KernelCounts> Counts = KernelCounts::decode(Encoded); !Counts) {
    Report.warning("what earlier runs counted in " + Kernel.Symbol +
                   " is not used: " + Counts.error().message() +
                   "; run the program with OMP_JIT_COUNT=1 again");
    return "";
  }
  return Encoded;
}

/// Counts that cannot be read, or that another compiler made, are replaced.
static std::string sumOf(const std::string &Before, const KernelCounts &New) {
  Result<KernelCounts> Sum = KernelCounts::decode(Before);
  if (!Sum || !Sum->areOfSameCode(New))
    return New.encode();
  Sum->add(New);
  return Sum->encode();
}

void KeptCounts::add(const CountedKernel &Kernel, const KernelCounts &New) {
  if (New.areZero())
    return;
  const bool IsKept = Source.changeCounts(
      Kernel.Triple, Kernel.CodeDigest,
      [&New](const std::string &Before) { return sumOf(Before, New); });
  if (IsKept)
    Report.note("what " + Kernel.Symbol + " counted is kept for later runs");
  else if (!ToldLoss.exchange(true))
    Report.warning("OMP_JIT_COUNT: what kernels counted is lost, because the "
                   "cache's folder cannot be written; OMP_JIT_CACHE must be "
                   "disk, and OMP_JIT_CACHE_DIR a folder of the user's own");
}
