//===- TrialState.h - What tells whether images are worth having ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel keeps to find its hot images, one launch in many being timed,
// and to try them. The launches that are looked at are numbered by the counter
// of L1 hits, which each of them increases anyway: any other pays a comparison.
//
// Private to the engine: KernelImpl's, whose lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRIALSTATE_H
#define OMPJIT_JIT_TRIALSTATE_H

#include "ImageTrial.h"
#include "variants/Variant.h"

#include <optional>

namespace ompjit::jit {

struct TrialState {
  /// A launch that is timed to find out which images are hot.
  struct Sample {
    Variant *Of;
    uint64_t Hit;
  };
  std::optional<Sample> Timed;
  uint64_t LastSampled = 0; ///< The hit of the one before.
  uint64_t LastTicket = 0;
  /// Hits between two samples: as many as take a certain time.
  uint64_t Pause = 16;

  struct Trial {
    Variant *Of;
    ompjit_kernel *Special, *Generic;
    ImageTrial Rounds;
    uint64_t NumOthers = 0; ///< Launches of other images meanwhile.
  };
  std::optional<Trial> Running;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRIALSTATE_H
