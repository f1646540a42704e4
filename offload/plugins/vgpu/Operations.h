//===- Operations.h - What lowered code calls -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_OPERATIONS_H
#define OMPJIT_PLUGINS_VGPU_OPERATIONS_H

#include "ompjit/VirtualGpu.h"

namespace ompjit::vgpu {

extern const Operations TheOperations;

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_OPERATIONS_H
