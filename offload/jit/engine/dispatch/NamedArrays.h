//===- NamedArrays.h - Arrays that the program names ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says why a kernel is not specialised for an array that the program names
// (ompjit/Specialize.h): nobody sees it otherwise, because the program computes
// the same.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_NAMEDARRAYS_H
#define OMPJIT_JIT_NAMEDARRAYS_H

#include "report/KernelReport.h"
#include "variants/LaunchValues.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::jit {

class NamedArrays {
public:
  /// \p Facts are those of the kernel's first scheme.
  NamedArrays(const PackageView &, const KernelInfo &,
              const std::vector<CountedFact> &Facts, const KernelReport &);

  /// Looks for arrays whose contents the launch does not know, and says so once
  /// for each of them.
  void look(const LaunchValues &);

private:
  struct Array {
    uint32_t Parameter;
    /// The package's number for its first word; nothing if it has none.
    std::optional<uint32_t> First;
    /// Why it has none.
    const char *Why = "";
  };

  Array arrayOf(const PackageView &, const KernelInfo &,
                uint32_t Parameter) const;

  const KernelReport &Report;
  const bool Acquires;
  std::vector<Array> Arrays;
  std::atomic<uint64_t> Told{0}; ///< A bit for each.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_NAMEDARRAYS_H
