//===- PinMapped.h - Whether mapped host memory is pinned -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_PINMAPPED_H
#define OMPJIT_LIBOMPTARGET_DATA_PINMAPPED_H

#include <cstdint>

namespace ompjit {

/// LIBOMPTARGET_LOCK_MAPPED_HOST_BUFFERS.
enum class PinMapped : uint8_t {
  Off,
  On,        ///< Memory that cannot be pinned is mapped as it is.
  Mandatory, ///< Mapping memory that cannot be pinned fails.
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_PINMAPPED_H
