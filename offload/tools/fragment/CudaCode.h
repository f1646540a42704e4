//===- CudaCode.h - LTO-IR in files of nvcc -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc -dlto writes LTO-IR into fat binaries, which are files of their own or
// lie in sections of objects. A fat binary has entries of several kinds and for
// several GPUs. Nothing of CUDA is needed to find them.
//
// A file may be damaged: all offsets are checked. The LTO-IR itself is not
// looked at. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_CUDACODE_H
#define OMPJIT_TOOLS_FRAGMENT_CUDACODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace ompjit::fragment {

/// LTO-IR of a translation unit for one GPU.
struct CudaCode {
  std::string Source; ///< The file, for messages.
  std::string Arch;   ///< "sm_90", "sm_90a".
  /// A fat binary with this entry only, or the entry itself.
  std::string Bytes;
  bool IsFatbinary = true;
};

/// Whether the file is a fat binary, LTO-IR, or an object with a fat binary.
bool isCudaFile(llvm::MemoryBufferRef File);

/// Returns the LTO-IR in such a file, in its order. \p PlainArch is that of a
/// file that is LTO-IR itself. An error names the file.
llvm::Expected<std::vector<CudaCode>> readCudaCode(llvm::MemoryBufferRef File,
                                                   llvm::StringRef PlainArch);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_CUDACODE_H
