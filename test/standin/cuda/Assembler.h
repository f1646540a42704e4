//===- Assembler.h - NVIDIA's assembler, as a process ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_ASSEMBLER_H
#define OMPJIT_STANDIN_CUDA_ASSEMBLER_H

#include "Abi.h"

#include <string>
#include <string_view>

namespace ompjit::standin {

struct AssemblerOptions {
  int Model; ///< 90 is sm_90.
  int OptimizationLevel = 4;
  bool HasLines = false;
  int MaxRegisters = 0; ///< Of a thread; 0: as many as its kernel has.
  /// Compiles each function separately, as the driver's linker does.
  bool IsForLinker = false;
};

/// Makes a cubin of PTX, or says in \p Messages why not. First makes a driver's
/// checks of the versions of language and target.
Result assemble(std::string_view Ptx, const AssemblerOptions &Options,
                std::string &Cubin, std::string &Messages);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_ASSEMBLER_H
