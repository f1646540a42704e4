//===- CudaLink.h - An image from LTO-IR of CUDA --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Has NVIDIA's linker make the image of a kernel whose fragments are LTO-IR.
//
// Private to the compile service. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_CUDALINK_H
#define OMPJIT_COMPILER_CUDALINK_H

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"

#include "llvm/Support/Error.h"

#include <string>

namespace ompjit::jit {

/// Returns an encoded LinkedImage. An error names the symbol, and the fragment
/// where that is known.
llvm::Expected<std::string> linkCuda(const PackageView &Fragments,
                                     const CompileRequest &Request);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_CUDALINK_H
