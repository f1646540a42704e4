//===- Schedule.h - Kinds of schedules ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp's numbers, which clang passes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_SCHEDULE_H
#define OMPJIT_OPENMP_DEVICE_SCHEDULE_H

#include <stdint.h>

/// Whether the program has loops whose iterations wait for others: false, and
/// true in Doacross.cpp.
extern "C" [[gnu::visibility("hidden")]] const bool __ompjit_loops_cross;

namespace ompjit::device {

enum Schedule : int32_t {
  StaticChunked = 33,
  Static = 34,
  Dynamic = 35,
  Guided = 36,
  Runtime = 37,
  Auto = 38,
  /// Kinds from here on are for loops with ordered regions.
  FirstOrdered = 64,
  /// Kinds from here on are for loops of teams.
  DistributeChunked = 91,
  Distribute = 92,
  /// A `distribute parallel for` in one step, over the threads of all teams.
  DistributeForChunked = 93,
};

/// Modifiers are in the high bits.
inline int32_t withoutModifiers(int32_t Kind) { return Kind & 0xffff; }

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_SCHEDULE_H
