//===- Lanes.h - The lanes of a warp and what they wait for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_LANES_H
#define OMPJIT_PLUGINS_VGPU_LANES_H

#include "Fiber.h"

#include "ompjit/VirtualGpu.h"

#include <cstdint>

namespace ompjit::vgpu {

/// The operation that a lane has requested and waits for.
struct Request {
  const Site *Source = nullptr;
  bool IsForBlock = false;
  WarpOperation OnWarp = {};
  BlockOperation OnBlock = {};
  bool IsAligned = false; ///< A barrier to which whole warps come.
  uint64_t Mask = 0;      ///< Of lanes; or the barrier's number.
  uint64_t Value = 0;
  uint64_t A = 0; ///< Or how many lanes the barrier waits for.
  uint64_t B = 0;
  uintptr_t Depth = 0; ///< Bytes of stack in use.
};

struct LaneState : Lane {
  Request Wants;
  Exchanged Result = {};
  Carrier *Runner = nullptr; ///< Null if the lane has not begun or is over.
};

/// A bit for each lane of a warp.
using LaneMask = uint64_t;

struct Warp {
  LaneMask Exists = 0;
  LaneMask New = 0;
  LaneMask Ready = 0;
  LaneMask Yielded = 0;
  LaneMask ForHost = 0; ///< Lanes that wait for the host.
  LaneMask AtWarp = 0;  ///< Lanes that wait in an operation of the warp.
  LaneMask AtBlock = 0; ///< Lanes that wait in an operation of the block.
  LaneMask Stopped = 0; ///< AMD: those of AtBlock that stop the wave.
  LaneMask Done = 0;

  LaneMask alive() const { return Exists & ~Done; }
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_LANES_H
