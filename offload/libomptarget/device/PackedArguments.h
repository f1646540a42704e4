//===- PackedArguments.h - Arguments as another language has them ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that a vendor's linker has made takes a block of bytes, in which
// each parameter has its place. A launch of fragments has words of 64 bits.
//
// Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_PACKEDARGUMENTS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_PACKEDARGUMENTS_H

#include "ompjit/FragmentKernels.h"
#include "ompjit/LinkedImage.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
#include <span>

namespace ompjit {

/// Returns the size of the block.
uint32_t packedBytes(std::span<const PackedParameter>);

/// Writes the arguments to \p Block, which has packedBytes(). An error names
/// the parameter whose size is another one, or says how many there are.
Status packArguments(const ompjit_fragment_launch &,
                     std::span<const PackedParameter>, void *Block);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_PACKEDARGUMENTS_H
