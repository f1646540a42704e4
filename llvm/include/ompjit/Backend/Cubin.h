//===- ompjit/Backend/Cubin.h - Reads cubins ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code for NVIDIA's GPUs is an ELF file. Errors say what is damaged;
// the caller adds which file it is. Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_CUBIN_H
#define OMPJIT_BACKEND_CUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit {

/// A symbol that is not local.
struct CubinSymbol {
  std::string Name;
  bool IsDefined = false;
  bool IsFunction = false;
  bool IsKernel = false;
  bool IsWeak = false;
};

/// Returns the symbols in their order, without those that NVIDIA's tools add.
llvm::Expected<std::vector<CubinSymbol>> cubinSymbols(llvm::StringRef Cubin);

/// The place of a parameter in the block that a launch passes, in bytes.
struct CubinParameter {
  uint32_t Offset = 0, Size = 0;
};

/// Returns the parameters of the kernel in their order.
llvm::Expected<std::vector<CubinParameter>>
cubinParameters(llvm::StringRef Cubin, llvm::StringRef Kernel);

} // namespace ompjit

#endif // OMPJIT_BACKEND_CUBIN_H
