//===- ompjit/Backend/PtxSymbols.h - The names in PTX ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_PTXSYMBOLS_H
#define OMPJIT_BACKEND_PTXSYMBOLS_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace ompjit {

/// What files of PTX see of each other.
struct PtxSymbols {
  std::set<std::string> Defines;
  std::set<std::string> Weak;    ///< Those that others may define, too.
  std::set<std::string> Entries; ///< Those that are kernels.
  std::set<std::string> Needs;
};

/// Reads PTX of NVIDIA's tools or of LLVM, which begin each declaration with a
/// line of its own.
PtxSymbols ptxSymbols(llvm::StringRef Ptx);

} // namespace ompjit

#endif // OMPJIT_BACKEND_PTXSYMBOLS_H
