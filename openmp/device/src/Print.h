//===- Print.h - Text for the host, on GPUs without a printf --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's driver prints itself. For other GPUs the host gives the image a
// buffer, which docs/device-runtime.md describes for authors of plugins.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_PRINT_H
#define OMPJIT_OPENMP_DEVICE_PRINT_H

#include <stddef.h>
#include <stdint.h>

namespace ompjit::device::print {

/// Located in memory that both sides reach; records follow.
struct Buffer {
  uint64_t Bytes; ///< Size of the room for records.
  uint64_t Used;  ///< Used part of it; may exceed Bytes.
  uint64_t Lost;  ///< Number of records that did not fit.
};

/// The header of a record, whose size is a multiple of 8 bytes. The format and
/// the arguments follow.
struct Record {
  uint32_t Bytes; ///< With this header; 0 until the record is complete.
  uint32_t Kind;
};
enum : uint32_t { Format = 1 };

} // namespace ompjit::device::print

/// printf under a name that clang does not lower by a language's rules. (For
/// NVIDIA's GPUs its lowering is right.)
#if defined(__NVPTX__)
#define OMPJIT_PRINTF printf
#else
#define OMPJIT_PRINTF __ompjit_printf
#endif
extern "C" int OMPJIT_PRINTF(const char *Format, ...);

/// The host stores the buffer's address here.
extern "C" ompjit::device::print::Buffer *__ompjit_print_buffer;

#endif // OMPJIT_OPENMP_DEVICE_PRINT_H
