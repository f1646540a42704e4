//===- KeptCounts.h - What kernels counted in earlier runs ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OMP_JIT_COUNT: the counts of kernels (ompjit/KernelCounts.h) in the cache, by
// the digests of their code. They only make kernels faster: what cannot be read
// is named in a warning and left out.
//
// Private to the engine. Thread-safe. Reads and writes files.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KEPTCOUNTS_H
#define OMPJIT_JIT_KEPTCOUNTS_H

#include "ompjit/Jit/Settings.h"
#include "ompjit/KernelCounts.h"
#include "supply/ImageSource.h"

#include <atomic>

namespace ompjit::jit {

/// A kernel whose counts are meant.
struct CountedKernel {
  std::string Symbol; ///< For messages.
  std::string Triple;
  uint64_t CodeDigest; ///< KernelInfo::CodeDigest; 0: it is not known.
};

class KeptCounts {
public:
  KeptCounts(const Settings &Chosen, ImageSource &Source,
             const SupplyReport &Report)
      : Chosen(Chosen), Source(Source), Report(Report) {}

  /// Whether images of the kernel are to count.
  bool shallCount(const CountedKernel &Kernel) const {
    return Chosen.Counting == CountMode::Count && Kernel.CodeDigest;
  }
  /// Returns the encoded counts of earlier runs; empty if there are none, or
  /// they are not to be used.
  std::string of(const CountedKernel &);
  /// Adds to what earlier runs counted.
  void add(const CountedKernel &, const KernelCounts &);

private:
  const Settings &Chosen;
  ImageSource &Source;
  const SupplyReport &Report;
  std::atomic<bool> ToldLoss{false};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KEPTCOUNTS_H
