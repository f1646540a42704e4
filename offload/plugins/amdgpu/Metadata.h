//===- Metadata.h - What a code object says of its kernels ------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata is MessagePack in a note of the ELF file, described in LLVM's
// document "AMDGPU Usage". Keys that nobody here needs are passed over.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_METADATA_H
#define OMPJIT_PLUGINS_AMDGPU_METADATA_H

#include "CodeObject.h"

namespace ompjit::amdgpu {

/// Adds the kernels, sorted by their names. Fails where a kernel says what
/// cannot be, because launches rely on all of it.
int readKernels(const std::vector<std::string_view> &Metadata,
                std::vector<KernelMetadata> &Kernels, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_METADATA_H
