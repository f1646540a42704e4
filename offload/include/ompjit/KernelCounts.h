//===- ompjit/KernelCounts.h - How often a kernel's branches are taken ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the images of a kernel counted that were compiled for that. The compile
// service inserts LLVM's counters before it specialises the kernel, so all of
// its images count the same blocks. An image that counts exports the variable
// `CountersSymbol`, an array of u64 that begins with zeros: the counters of the
// functions one behind the other. The engine reads it, adds up what the images
// of a kernel counted, and keeps the sums for later compiles.
//
//   counts = "OJKC" version:u32 count:u64
//            { function:u32 code:u64 count:u64 { counter:u64 } }
//
// Integers are little-endian. Functions are in ascending order. No LLVM is
// needed to read it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_KERNELCOUNTS_H
#define OMPJIT_KERNELCOUNTS_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit {

constexpr char CountersSymbol[] = "__omp_jit_counters";

/// What one function of a kernel counted.
struct FunctionCounts {
  uint32_t Function; ///< Its place among those that the kernel reaches.
  uint64_t CodeHash; ///< Of its blocks, by LLVM.
  std::vector<uint64_t> Counters;

  friend bool operator==(const FunctionCounts &,
                         const FunctionCounts &) = default;
};

struct KernelCounts {
  std::vector<FunctionCounts> Functions;

  friend bool operator==(const KernelCounts &, const KernelCounts &) = default;

  std::string encode() const;
  /// Takes untrusted bytes: reads nothing outside of them, and allocates no
  /// more than a small multiple of their size.
  static Result<KernelCounts> decode(ByteView);

  uint64_t numCounters() const;
  /// Whether both are counts of the same blocks.
  bool areOfSameCode(const KernelCounts &) const;
  /// Whether nothing was counted.
  bool areZero() const;
  /// Adds counts of the same blocks. Sums end at MaxCount.
  void add(const KernelCounts &);
  /// Adds numCounters() values.
  void add(const uint64_t *Counters);

  /// LLVM has a meaning of its own for some larger numbers.
  static constexpr uint64_t MaxCount = INT64_MAX;
};

} // namespace ompjit

#endif // OMPJIT_KERNELCOUNTS_H
