//===- PrintBuffers.h - Output of AMD's device code -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer for each image of a device that prints by itself; images for
// NVIDIA's GPUs call the plugin, see Print.h. Kernels of other images may use
// the buffer, too.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_PRINTBUFFERS_H
#define OMPJIT_PLUGINS_VGPU_PRINTBUFFERS_H

#include "DeviceMemory.h"

#include "ompjit/Plugins/PrintBuffer.h"
#include "ompjit/Support/Mutex.h"

#include <map>

namespace ompjit::vgpu {

class PrintBuffers {
public:
  explicit PrintBuffers(DeviceMemory &Memory) : Memory(Memory) {}

  /// Gives an image's \p Variable a buffer. If there is no memory for one,
  /// output is lost.
  void add(void **Variable);
  void remove(void **Variable);

  /// Calls \p Run, which runs a kernel, perhaps concurrently with others, and
  /// prints the buffers' content when it returns, even if it failed.
  template <typename Function> void around(Function Run) {
    begin();
    Run();
    end();
  }

private:
  void begin();
  void end();

  DeviceMemory &Memory;
  Mutex Guard; ///< Not held while a kernel runs.
  std::map<void **, plugins::PrintBuffer> Buffers OMPJIT_GUARDED_BY(Guard);
  unsigned NumRunning OMPJIT_GUARDED_BY(Guard) = 0;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_PRINTBUFFERS_H
