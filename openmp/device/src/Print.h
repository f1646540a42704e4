//===- Print.h - Text for the host, on GPUs without a printf --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's driver prints. For others the host gives the image a buffer, which
// docs/device-runtime.md describes for those who write a plugin.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_PRINT_H
#define OMPJIT_OPENMP_DEVICE_PRINT_H

#include <stddef.h>
#include <stdint.h>

namespace ompjit::device::print {

/// In memory that both sides reach; records follow.
struct Buffer {
  uint64_t Bytes; ///< For records.
  uint64_t Used;  ///< Of these; may come to be more than there are.
  uint64_t Lost;  ///< Records that there was no room for.
};

/// Of a multiple of 8 bytes. After it come the format and the arguments.
struct Record {
  uint32_t Bytes; ///< With this header; 0 until all is written.
  uint32_t Kind;
};
enum : uint32_t { Format = 1 };

} // namespace ompjit::device::print

/// printf under a name that clang does not lower by a language's rules. (It
/// does right for NVIDIA's GPUs.)
#if defined(__NVPTX__)
#define OMPJIT_PRINTF printf
#else
#define OMPJIT_PRINTF __ompjit_printf
#endif
extern "C" int OMPJIT_PRINTF(const char *Format, ...);

/// Where the host puts its buffer's address.
extern "C" ompjit::device::print::Buffer *__ompjit_print_buffer;

#endif // OMPJIT_OPENMP_DEVICE_PRINT_H
