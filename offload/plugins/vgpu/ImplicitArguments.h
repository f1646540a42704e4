//===- ImplicitArguments.h - What AMD's code knows of its launch ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts are those of code object version 5 and of the HSA runtime, as
// LLVM's AMDGPUUsage document gives them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_IMPLICITARGUMENTS_H
#define OMPJIT_PLUGINS_VGPU_IMPLICITARGUMENTS_H

#include "ompjit/Plugins/LaunchShape.h"

#include "ompjit/VirtualGpu.h"

#include <cstdint>

namespace ompjit::vgpu {

inline Size3 sizeOf(const plugins::Extent &Of) { return {Of.X, Of.Y, Of.Z}; }

/// Sizes are those of whole blocks: no launch here has a partial one.
struct alignas(8) ImplicitArguments {
  ImplicitArguments(const plugins::Shape &Form, uint32_t DynamicSharedBytes)
      : NumBlocks(sizeOf(Form.NumBlocks)),
        BlockSize{uint16_t(Form.BlockSize.X), uint16_t(Form.BlockSize.Y),
                  uint16_t(Form.BlockSize.Z)},
        Dimensions(Form.NumBlocks.Z * Form.BlockSize.Z > 1   ? 3
                   : Form.NumBlocks.Y * Form.BlockSize.Y > 1 ? 2
                                                             : 1),
        DynamicSharedBytes(DynamicSharedBytes) {}

  Size3 NumBlocks;
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
  explicit DispatchPacket(const plugins::Shape &Form)
      : BlockSize{uint16_t(Form.BlockSize.X), uint16_t(Form.BlockSize.Y),
                  uint16_t(Form.BlockSize.Z)},
        GridSize{Form.NumBlocks.X * Form.BlockSize.X,
                 Form.NumBlocks.Y * Form.BlockSize.Y,
                 Form.NumBlocks.Z * Form.BlockSize.Z} {}

  uint16_t Header = 0, Setup = 3;
  uint16_t BlockSize[3];
  uint16_t Reserved = 0;
  Size3 GridSize; ///< In threads.
  uint32_t Rest[10] = {};
};
static_assert(sizeof(DispatchPacket) == 64);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_IMPLICITARGUMENTS_H
