//===- CodeObject.h - What is in a device image -----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads code objects, the ELF files that AMD's GPUs run. HSA finds kernels and
// variables in them; this part finds what HSA does not tell: where a kernel
// expects its arguments, especially the hidden ones, and what it needs to run.
// The bytes are untrusted input.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H
#define OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H

#include "Metadata.h"
#include "TargetId.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::amdgpu {

struct CodeObject {
  TargetId Target;
  unsigned Version = 0;                ///< 4 to 6.
  std::vector<KernelMetadata> Kernels; ///< In the order of their names.

  /// Returns the kernel; null if there is none.
  const KernelMetadata *find(std::string_view Name) const;
};

/// Reads the ELF header only. Fails if the bytes are not a code object of a
/// known version for a known processor.
int readTarget(const void *Bytes, size_t Size, TargetId &Target,
               unsigned &CodeObjectVersion, ompjit_error *Error);

/// Also checks that everything that the headers refer to is within the bytes.
int readCodeObject(const void *Bytes, size_t Size, CodeObject &Object,
                   ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H
