//===- Exchange.h - Operations of a warp's lanes --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_EXCHANGE_H
#define OMPJIT_PLUGINS_VGPU_EXCHANGE_H

#include "Lanes.h"

#include <string>

namespace ompjit::vgpu {

/// Computes the results of the lanes \p Together in the warp that begins at \p
/// Lanes; all of them must have requested the same operation.
void exchange(LaneState *Lanes, LaneMask Together, uint32_t WarpSize);

/// Returns text like "lanes 0-3,7".
std::string lanesText(LaneMask Lanes);
/// Returns text like "a shuffle for lanes 0-31".
std::string requestText(const Request &Wants);
/// Returns " (function, file:line)", or the part that is known.
std::string placeText(const Site &Source);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_EXCHANGE_H
