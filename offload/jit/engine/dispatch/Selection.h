//===- Selection.h - The kernel that a launch runs ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SELECTION_H
#define OMPJIT_JIT_SELECTION_H

#include "report/Statistics.h"
#include "variants/Variant.h"

namespace ompjit::jit {

struct Selection {
  ompjit_kernel *Kernel;
  Served How;
  bool IsStandIn = false;
  Tier Serving = Tier::Full;
  /// A stand-in that is right for this launch, but not for all launches that
  /// want the same image.
  bool IsForOnce = false;
  /// Of a stand-in: the variant that the launch wanted; may be null.
  Variant *Wanted = nullptr;
};

/// Returns how a launch was served that loads an image of this origin.
inline Served servedFrom(ImageOrigin Origin) {
  constexpr Served HowByOrigin[] = {Served::L2Memory, Served::L2Disk,
                                    Served::Compile};
  return HowByOrigin[size_t(Origin)];
}

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SELECTION_H
