//===- Print.h - printf of device code ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_PRINT_H
#define OMPJIT_PLUGINS_VGPU_PRINT_H

#include <cstdint>

namespace ompjit::vgpu {

/// CUDA's vprintf: the arguments follow each other, each aligned to its size,
/// after C's promotions. Prints to stdout at once and returns the number of
/// arguments, or -1 for a format that cannot be printed.
int32_t printFormatted(const char *Format, const void *Arguments);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_PRINT_H
