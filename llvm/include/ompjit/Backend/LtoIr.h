//===- ompjit/Backend/LtoIr.h - Links LTO-IR of CUDA ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc -dlto makes LTO-IR, which only NVIDIA's libnvJitLink reads. It is opened
// at run time, and no file of CUDA is needed to build this.
//
// Errors hold what the library says. The library crashes on some damaged input:
// whoever reads files of others calls it where crashes are caught.
//
// Threads: may be called from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LTOIR_H
#define OMPJIT_BACKEND_LTOIR_H

#include "ompjit/Backend/PtxSymbols.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ompjit {

/// LTO-IR of a translation unit.
struct LtoIrPart {
  std::string Name; ///< For messages.
  /// A fat binary with one entry, or the entry itself.
  llvm::StringRef Bytes;
};

/// What of the link options in docs/fragments.md is asked of the library.
struct LtoIrOptions {
  std::string Gpu;    ///< "sm_90".
  std::string Kernel; ///< The only one that is kept.
  unsigned OptLevel = 3;
  std::optional<bool> FusesMultiplyAdd; ///< None: as compiled.
  bool HasLines = false, HasDebugInfo = false;
  unsigned MaxRegisters = 0, MaxThreads = 0; ///< 0: no bound.
};

struct LinkedLtoIr {
  std::string Cubin;
  std::string Linker; ///< "nvJitLink 13.0".
};

/// Opens the library in that file, unless that was tried before. Failures are
/// told by linkLtoIr(). Needs the dynamic linker, unlike links with a file that
/// was opened.
void openLtoIrLinker(const std::string &File);

/// Links a kernel with the library \p File. An error about a symbol names it,
/// and the part where that is known.
llvm::Expected<LinkedLtoIr> linkLtoIr(const std::string &File,
                                      llvm::ArrayRef<LtoIrPart> Parts,
                                      const LtoIrOptions &Options);

/// Returns the names in \p Part, from PTX that the library makes of it; nothing
/// if the library is not installed, or is one that cannot tell them. An empty
/// \p File stands for where the library usually is.
llvm::Expected<std::optional<PtxSymbols>>
symbolsOfLtoIr(const std::string &File, const LtoIrPart &Part,
               llvm::StringRef Gpu);

/// Whether the bytes begin as LTO-IR, or as a fat binary.
bool isLtoIr(llvm::StringRef Bytes);
bool isFatbinary(llvm::StringRef Bytes);

} // namespace ompjit

#endif // OMPJIT_BACKEND_LTOIR_H
