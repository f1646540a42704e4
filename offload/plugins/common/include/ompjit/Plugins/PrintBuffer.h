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

/// The variable of an image where the buffer's address belongs. An image
/// without it prints nothing.
inline constexpr char PrintBufferSymbol[] = "__ompjit_print_buffer";

/// Reads a buffer in memory that the device can write to. Not thread safe.
class PrintBuffer {
public:
  /// Makes \p Memory of \p Bytes an empty buffer.
  PrintBuffer(void *Memory, size_t Bytes);

  /// The text of what was printed since the last call. Kernels may run.
  std::string take();
  /// Makes room again. No kernel may run. \returns how many calls of printf
  /// were lost for want of room.
  uint64_t clear();

  /// Writes that text to the standard output. \returns whether anything is in
  /// the buffer, so that room can be made.
  bool print();
  /// Makes room, and says there what was lost. No kernel may run.
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
