//===- DynamicMemory.cpp - Team memory of dynamic size --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

/// \returns the memory of the clause ompx_dyn_cgroup_mem, or null without it.
OMPJIT_ENTRY void *llvm_omp_target_dynamic_shared_alloc() {
  return dynamicSharedBytes() ? dynamicShared() : nullptr;
}
