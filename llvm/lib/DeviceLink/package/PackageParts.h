//===- PackageParts.h - The bitcode of a package in parts -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compile at run time should cost in proportion to what its kernel reaches.
// Function bodies are read lazily, but not a module's symbols, its debug
// information and the bytes to unpack. So a large module is cut: one part holds
// the shared state, the others hold some kernels each, with all that they
// reach. What kernels of several parts reach is in each of these.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PACKAGEPARTS_H
#define OMPJIT_DEVICELINK_PACKAGEPARTS_H

#include "ompjit/DeviceLink/Prepare.h"

#include "llvm/Support/Threading.h"

namespace ompjit::devicelink {

struct PackageParts {
  std::vector<std::string> Bitcode; ///< The shared state is in the first.
  std::vector<uint32_t> OfKernel;   ///< In the order of the module's kernels.
};

/// Which kernels go together: a list of indices for each part. What a part may
/// hold is at first \p Budget instructions, more where parts would have to
/// repeat more of each other than a quarter.
std::vector<std::vector<unsigned>>
groupKernels(llvm::ArrayRef<const llvm::Function *> Kernels, size_t Budget);

/// \p Bitcode is the whole of \p Prepared.
llvm::Expected<PackageParts> splitPackage(const PreparedModule &Prepared,
                                          std::string Bitcode,
                                          llvm::ThreadPoolStrategy Threads);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PACKAGEPARTS_H
