//===- Functions.h - What the library exports ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_FUNCTIONS_H
#define OMPJIT_STANDIN_HSA_FUNCTIONS_H

#include "Abi.h"

namespace ompjit::standin {

extern "C" {
#define HSA_FUNCTION(Return, Name, Parameters)                                 \
  [[gnu::visibility("default")]] Return Name Parameters;
#include "Functions.def"
#undef HSA_FUNCTION

/// Not in a real runtime: returns the level of the host that images may be for,
/// see ompjit_device_info::emulation. Null if only GPU images are accepted.
[[gnu::visibility("default")]] const char *ompjit_standin_emulation(void);
/// For tests of the stand-in: returns the latest violation and forgets it.
/// Empty if there is none.
[[gnu::visibility("default")]] const char *ompjit_standin_violation(void);
}

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_FUNCTIONS_H
