//===- ImageSymbols.h - The names in a device image -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver finds a symbol by its name, but before CUDA 12.4 it cannot list
// the names. All bytes here have passed readHeader(), which returned their
// kind; images that are damaged behind the headers have no symbols.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_IMAGESYMBOLS_H
#define OMPJIT_PLUGINS_CUDA_IMAGESYMBOLS_H

#include "ImageHeader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ompjit::cuda {

/// Returns the symbols whose names begin with \p Prefix, each once, in the
/// order of their definitions.
std::vector<std::string> symbolsWith(std::string_view Prefix, const void *Bytes,
                                     size_t Size, ImageKind Kind);

/// Returns the variables and kernels that the driver has to find.
std::unordered_set<std::string> exportedSymbols(const void *Bytes, size_t Size,
                                                ImageKind Kind);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_IMAGESYMBOLS_H
