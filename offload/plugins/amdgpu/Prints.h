//===- Prints.h - What kernels print --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_PRINTS_H
#define OMPJIT_PLUGINS_AMDGPU_PRINTS_H

#include "ompjit/Plugins/PrintBuffer.h"

#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <map>

namespace ompjit::amdgpu {

/// The buffers of a device's images that print. Thread-safe.
class Prints {
public:
  static constexpr uint64_t BufferBytes = 1 << 20;

  /// Gives \p Memory of BufferBytes, which the host reads, too, to the image
  /// whose variable for it is at \p Variable.
  void add(void *Variable, void *Memory);
  /// Returns the image's memory. None of its kernels may be running.
  void *remove(void *Variable);

  /// Prints what the buffers hold. Kernels may be running. \returns whether
  /// makeRoom() would empty any.
  bool show();
  /// Empties the buffers, after show(). No kernel of the device may be running.
  void makeRoom();

private:
  struct Buffer {
    void *Memory;
    plugins::PrintBuffer Content;
  };

  std::atomic<bool> HasAny = false;
  Mutex Guard;
  std::map<void *, Buffer> Buffers OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_PRINTS_H
