//===- ompjit/Backend/Assemble.h - Machine code of what is generated ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From PTX to a cubin on a machine that need not have a GPU, by whatever is
// installed: NVIDIA's library libnvJitLink, or ptxas. Options and choice of
// those that compile at run time; the device link has its own (Cuda.h).
//
// Errors: the text is the assembler's, and names it.
//
// Threads: may be called from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_ASSEMBLE_H
#define OMPJIT_BACKEND_ASSEMBLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace ompjit {

struct AssembleOptions {
  std::string Gpu; ///< "sm_90".
  unsigned OptLevel = 3;
  /// Whether the thread may wait for the dynamic linker.
  bool MayOpenLibraries = false;
};

/// The cubin; nothing where no assembler is installed.
llvm::Expected<std::optional<std::string>>
assembleForGpu(llvm::StringRef Ptx, const AssembleOptions &Options);

} // namespace ompjit

#endif // OMPJIT_BACKEND_ASSEMBLE_H
