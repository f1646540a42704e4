//===- ImageCounters.h - What a loaded image has counted ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. read() is thread-safe; calls of take() must not
// overlap.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGECOUNTERS_H
#define OMPJIT_JIT_IMAGECOUNTERS_H

#include "DeviceImage.h"
#include "ompjit/KernelCounts.h"

#include <memory>

namespace ompjit::jit {

class ImageCounters {
public:
  /// \p Zeros is what the image counts.
  ImageCounters(std::shared_ptr<const DeviceImage> Content, KernelCounts Zeros)
      : Content(std::move(Content)), Zeros(std::move(Zeros)),
        Taken(this->Zeros.numCounters()) {}

  /// Copies the counters from the device.
  Result<std::vector<uint64_t>> read() const;
  /// Returns what was counted since the last call, when \p Now was read.
  KernelCounts take(const std::vector<uint64_t> &Now);

private:
  const std::shared_ptr<const DeviceImage> Content;
  const KernelCounts Zeros;
  std::vector<uint64_t> Taken;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGECOUNTERS_H
