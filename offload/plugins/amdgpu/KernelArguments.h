//===- KernelArguments.h - The bytes that a kernel is passed ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's arguments are a block of memory that its packet points to: those
// of the caller, and behind them what the code object version adds.
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

/// Where a kernel wants what; made once for each kernel.
class ArgumentLayout {
public:
  explicit ArgumentLayout(const KernelMetadata &Kernel);
  /// For a kernel that says no more than that it takes \p Bytes: words, and
  /// behind them what code object version 5 adds.
  static ArgumentLayout ofWords(uint32_t Bytes);

  /// What write() fills, to be aligned to alignment().
  uint32_t bytes() const { return Bytes; }
  uint32_t alignment() const { return Alignment; }

  /// Whether a launch passes what the kernel takes.
  int check(const ompjit_launch &Launch, const char *Name,
            ompjit_error *Error) const;

  /// Writes bytes() bytes for a launch that was checked. \p Environment is the
  /// GPU's address of the launch environment.
  void write(const ompjit_launch &Launch, uint64_t Environment,
             const plugins::Shape &Form, uint32_t DynamicSharedBytes,
             void *To) const;

private:
  ArgumentLayout() = default;

  struct Place {
    uint32_t Offset, Bytes;
  };
  std::vector<Place> Passed; ///< By the caller, in its order.
  uint32_t Bytes = 0, Alignment = 16;
  int32_t Implicit = -1; ///< Where the added ones begin, or -1.
  bool IsOfWords = false;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_KERNELARGUMENTS_H
