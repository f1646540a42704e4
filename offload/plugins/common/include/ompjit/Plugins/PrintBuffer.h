//===- ompjit/Plugins/PrintBuffer.h - What device code prints -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's end of printf for GPUs whose driver has none. The format of the
// buffer is in docs/device-runtime.md.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_PRINTBUFFER_H
#define OMPJIT_PLUGINS_PRINTBUFFER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace ompjit::plugins {

/// The variable of an image that receives the buffer's address. An image
/// without it prints nothing.
inline constexpr char PrintBufferSymbol[] = "__ompjit_print_buffer";

/// Reads a buffer in memory that the device can write to. Not thread safe.
class PrintBuffer {
public:
  /// Makes \p Memory of \p Bytes an empty buffer.
  PrintBuffer(void *Memory, size_t Bytes);

  /// Returns the text that was printed since the last call. Kernels may be
  /// running.
  std::string take();
  /// Empties the buffer. No kernel may be running. \returns how many calls of
  /// printf were lost because it was full.
  uint64_t clear();

  /// Writes the text of take() to the standard output. \returns whether there
  /// is anything in the buffer that could be cleared.
  bool print();
  /// Empties the buffer, and prints how much was lost. No kernel may be
  /// running.
  void makeRoom();

private:
  struct Header {
    uint64_t Bytes, Used, Lost;
  };

  Header *const Shared;
  size_t Read = 0;
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_PRINTBUFFER_H
