//===- Comparison.h - Compares replayed memory ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPLAY_COMPARISON_H
#define OMPJIT_TOOLS_REPLAY_COMPARISON_H

#include "ompjit/Recording.h"

#include <string>

namespace ompjit::replay {

/// Says where the memory after a replay first differs from the recorded one,
/// and how many bytes differ; empty if both are the same. Both hold the bytes
/// of all blocks and globals.
std::string describeDifference(const recording::Descriptor &,
                               const std::string &Recorded,
                               const std::string &Replayed);

/// Whether everything that differs are floating-point numbers that are the same
/// but for what another order of additions may change: a 10^-9th of a double, a
/// 10^-4th of a float.
bool differOnlyByRounding(const recording::Descriptor &,
                          const std::string &Recorded,
                          const std::string &Replayed);

} // namespace ompjit::replay

#endif // OMPJIT_TOOLS_REPLAY_COMPARISON_H
