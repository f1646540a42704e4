//===- ompjit/Backend/Assemble.h - Assembles PTX at run time --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns PTX into a cubin, on a machine that need not have a GPU, with whatever
// is installed: NVIDIA's library libnvJitLink, or ptxas. For compiles at run
// time; the device link has an interface of its own (Cuda.h).
//
// Errors: the text is the assembler's and names the assembler.
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
  /// Whether the thread may wait for the dynamic linker's lock.
  bool MayOpenLibraries = false;
};

/// Returns the cubin; nothing if no assembler is installed.
llvm::Expected<std::optional<std::string>>
assembleForGpu(llvm::StringRef Ptx, const AssembleOptions &Options);

} // namespace ompjit

#endif // OMPJIT_BACKEND_ASSEMBLE_H
