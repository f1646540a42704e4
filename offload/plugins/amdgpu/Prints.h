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

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <map>

namespace ompjit::amdgpu {

class Call;

/// The buffers of a device's images that print. Thread-safe.
class Prints {
public:
  /// Gives a buffer to the image whose variable for it is at \p Variable.
  int add(Call &In, void *Variable);
  /// To be called when none of the image's kernels runs.
  void remove(ompjit_device &Device, void *Variable);

  /// Prints what the buffers hold. Kernels may be running.
  void show(ompjit_device &Device);

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
