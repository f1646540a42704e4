//===- CudaRecord.h - Records of LTO-IR -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LTO-IR is opaque. Its names come from NVIDIA's libnvJitLink; without that, a
// record has none but those that the command line gives.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_CUDARECORD_H
#define OMPJIT_TOOLS_FRAGMENT_CUDARECORD_H

#include "CudaCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"

#include <map>
#include <string>

namespace ompjit::fragment {

/// How records of LTO-IR are made.
struct CudaOptions {
  std::string Linker; ///< The file of libnvJitLink; empty: where it usually is.
  std::vector<std::string> Entries; ///< Kernels, where names are not known.
};

/// Makes the records of one GPU, and checks that no two define the same.
class CudaRecords {
public:
  explicit CudaRecords(const CudaOptions &Wanted) : Wanted(Wanted) {}

  /// An error names file, target and symbol.
  llvm::Expected<llvm::SmallString<0>> record(const CudaCode &);

private:
  const CudaOptions &Wanted;
  std::map<std::string, std::string> Definers; ///< By symbol.
};

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_CUDARECORD_H
