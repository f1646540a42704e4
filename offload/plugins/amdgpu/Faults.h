//===- Faults.h - Memory that a GPU may not reach -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_FAULTS_H
#define OMPJIT_PLUGINS_AMDGPU_FAULTS_H

#include "ompjit/Plugin.h"

namespace ompjit::amdgpu {

/// Makes a memory fault on the GPU break the device; otherwise the runtime
/// would end the program. Thread-safe.
int watchFaults(ompjit_device &Device, ompjit_error *Error);
/// To be called before the device is closed.
void forgetFaults(ompjit_device &Device);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_FAULTS_H
