//===- Elf.h - The variables of a code object ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_ELF_H
#define OMPJIT_STANDIN_HSA_ELF_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::standin {

struct ElfVariable {
  std::string Name;
  uint64_t Bytes = 0;
  std::string_view Contents; ///< In the file; the rest is zero.
};

/// Returns the variables that other code may find, including kernels'
/// descriptors. The file's headers must be valid; invalid symbols are left out.
std::vector<ElfVariable> readVariables(std::string_view Elf);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_ELF_H
