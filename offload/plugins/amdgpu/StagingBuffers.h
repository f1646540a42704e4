//===- StagingBuffers.h - Pinned memory that copies go through ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_STAGINGBUFFERS_H
#define OMPJIT_PLUGINS_AMDGPU_STAGINGBUFFERS_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ompjit::amdgpu {

class Call;

/// Keeps buffers that were given back, by size. Thread-safe.
class StagingBuffers {
public:
  explicit StagingBuffers(ompjit_device &Device) : Device(Device) {}

  /// Returns a buffer of at least \p Bytes; null if there is no memory.
  std::shared_ptr<void> take(Call &In, uint64_t Bytes);
  /// To be called when no buffer is in use.
  void releaseAll();

private:
  ompjit_device &Device;
  Mutex Guard;
  std::map<uint64_t, std::vector<void *>> Idle OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_STAGINGBUFFERS_H
