//===- HipHandles.h - HIP's handles of a device and a queue ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_HIPHANDLES_H
#define OMPJIT_PLUGINS_AMDGPU_HIPHANDLES_H

#include "ompjit/Plugin.h"

namespace ompjit::amdgpu {

class Call;

/// device_native for HIP.
int hipHandles(Call &In, ompjit_queue *Queue, ompjit_native *Native);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_HIPHANDLES_H
