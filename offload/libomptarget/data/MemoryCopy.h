//===- MemoryCopy.h - Copies between any two devices ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies for omp_target_memcpy and its relatives: the host and every device are
// places, and a copy goes from one to another.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_MEMORYCOPY_H
#define OMPJIT_LIBOMPTARGET_DATA_MEMORYCOPY_H

#include "plugin/PluginDevice.h"

#include "ompjit/Support/Result.h"

#include <cstddef>
#include <cstdint>

namespace ompjit {

/// A device, or the host if Device is null.
struct Place {
  const PluginDevice *Device = nullptr;
  bool isHost() const { return !Device; }
};

/// Copies \p Size bytes. Between two devices the bytes go through the host if
/// their plugin has no other way.
Status copyBetween(Place To, void *Target, Place From, const void *Source,
                   uint64_t Size);

/// A box cut out of one array and put into another, as in
/// omp_target_memcpy_rect; sizes, offsets and dimensions in elements.
struct Box {
  size_t ElementSize;
  int NumDimensions; ///< At least 1.
  const size_t *Volume;
  const size_t *TargetOffsets, *SourceOffsets;
  const size_t *TargetDimensions, *SourceDimensions;
};

Status copyBox(Place To, void *Target, Place From, const void *Source,
               const Box &);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_MEMORYCOPY_H
