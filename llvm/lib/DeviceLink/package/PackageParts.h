//===- PackageParts.h - The bitcode of a package in parts -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a compile at run time should be proportional to what its kernel
// reaches. Function bodies are read lazily, but a module's symbols and debug
// information are not, and all its bytes are unpacked. So a large module is
// cut: one part holds the shared state, the others hold some kernels each, with
// all that they reach. What kernels of several parts reach is in each of these.
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

/// Returns the indices of the kernels of each part. A part may hold \p Budget
/// instructions, or more if parts would otherwise have more than a quarter of
/// their code in common.
std::vector<std::vector<unsigned>>
groupKernels(llvm::ArrayRef<const llvm::Function *> Kernels, size_t Budget);

/// Splits \p Bitcode, which is the whole of \p Prepared.
llvm::Expected<PackageParts> splitPackage(const PreparedModule &Prepared,
                                          std::string Bitcode,
                                          llvm::ThreadPoolStrategy Threads);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PACKAGEPARTS_H
