//===- AmdDispatch.h - The launch data of AMD's kernels -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments that code object version 5 adds behind those of the kernel, as
// in LLVM's document "AMDGPU Usage", and the packets of a queue, as in the "HSA
// Platform System Architecture Specification".
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_AMDDISPATCH_H
#define OMPJIT_PLUGINS_COMMON_AMDDISPATCH_H

#include "ompjit/Plugins/LaunchShape.h"

#include <cstddef>
#include <cstdint>

namespace ompjit::plugins {

/// Sizes are multiples of the block size: OpenMP has no partial blocks.
struct alignas(8) ImplicitArguments {
  ImplicitArguments(const Shape &Form, uint32_t DynamicSharedBytes)
      : NumBlocks(Form.NumBlocks),
        BlockSize{uint16_t(Form.BlockSize.X), uint16_t(Form.BlockSize.Y),
                  uint16_t(Form.BlockSize.Z)},
        Dimensions(Form.NumBlocks.Z * Form.BlockSize.Z > 1   ? 3
                   : Form.NumBlocks.Y * Form.BlockSize.Y > 1 ? 2
                                                             : 1),
        DynamicSharedBytes(DynamicSharedBytes) {}

  Extent NumBlocks;
  uint16_t BlockSize[3];
  uint16_t Remainder[3] = {};
  uint64_t Reserved0[2] = {};
  uint64_t GlobalOffset[3] = {};
  uint16_t Dimensions;
  uint16_t Reserved1[3] = {};
  uint64_t Buffers[6] = {}; ///< Of printf, host calls, heap and the like.
  uint32_t DynamicSharedBytes;
  uint32_t Reserved2[33] = {};
};
static_assert(sizeof(ImplicitArguments) == 256);
static_assert(offsetof(ImplicitArguments, GlobalOffset) == 40);
static_assert(offsetof(ImplicitArguments, Dimensions) == 64);
static_assert(offsetof(ImplicitArguments, DynamicSharedBytes) == 120);

/// hsa_kernel_dispatch_packet_t.
struct DispatchPacket {
  DispatchPacket() = default;
  explicit DispatchPacket(const Shape &Form)
      : Setup(3),
        BlockSize{uint16_t(Form.BlockSize.X), uint16_t(Form.BlockSize.Y),
                  uint16_t(Form.BlockSize.Z)},
        GridSize{Form.NumBlocks.X * Form.BlockSize.X,
                 Form.NumBlocks.Y * Form.BlockSize.Y,
                 Form.NumBlocks.Z * Form.BlockSize.Z} {}

  uint16_t Header = 0;
  uint16_t Setup = 0; ///< The number of dimensions.
  uint16_t BlockSize[3] = {};
  uint16_t Reserved0 = 0;
  Extent GridSize = {};      ///< In threads.
  uint32_t PrivateBytes = 0; ///< Of each thread.
  uint32_t SharedBytes = 0;  ///< Of each block, including dynamic ones.
  uint64_t Kernel = 0;       ///< Its descriptor's address.
  uint64_t Arguments = 0;
  uint64_t Reserved1 = 0;
  uint64_t Completion = 0; ///< A signal, or 0.
};
static_assert(sizeof(DispatchPacket) == 64);
static_assert(offsetof(DispatchPacket, GridSize) == 12);
static_assert(offsetof(DispatchPacket, Kernel) == 32);
static_assert(offsetof(DispatchPacket, Completion) == 56);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_AMDDISPATCH_H
