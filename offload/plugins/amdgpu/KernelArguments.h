//===- KernelArguments.h - The bytes that a kernel is passed ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's arguments are a block of memory that its packet points to: the
// caller's arguments, followed by those that the code object version adds.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_KERNELARGUMENTS_H
#define OMPJIT_PLUGINS_AMDGPU_KERNELARGUMENTS_H

#include "CodeObject.h"

#include "ompjit/Plugins/LaunchShape.h"

#include "ompjit/Plugin.h"

#include <cstdint>
#include <vector>

namespace ompjit::amdgpu {

/// The offsets at which a kernel expects its arguments; made once for each
/// kernel.
class ArgumentLayout {
public:
  explicit ArgumentLayout(const KernelMetadata &Kernel);
  /// For a kernel without metadata that takes \p Bytes bytes: words, followed
  /// by the arguments that code object version 5 adds.
  static ArgumentLayout ofWords(uint32_t Bytes);

  /// Size of the block that write() fills and that must be aligned to
  /// alignment().
  uint32_t bytes() const { return Bytes; }
  uint32_t alignment() const { return Alignment; }

  /// Fails if a launch does not pass what the kernel takes.
  int check(const ompjit_launch &Launch, const char *Name,
            ompjit_error *Error) const;

  /// Writes bytes() bytes for a launch that check() has accepted. \p
  /// Environment is the GPU's address of the launch environment.
  void write(const ompjit_launch &Launch, uint64_t Environment,
             const plugins::Shape &Form, uint32_t DynamicSharedBytes,
             void *To) const;

private:
  ArgumentLayout() = default;

  struct Place {
    uint32_t Offset, Bytes;
  };
  std::vector<Place> Passed; ///< The caller's arguments, in order.
  uint32_t Bytes = 0, Alignment = 16;
  int32_t Implicit = -1; ///< Offset of the added ones, or -1.
  bool IsOfWords = false;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_KERNELARGUMENTS_H
