//===- DynamicMemory.cpp - Team memory that a launch has sized -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"

using namespace ompjit::device;

/// Of ompx_dyn_cgroup_mem; \returns null without the clause.
OMPJIT_ENTRY void *llvm_omp_target_dynamic_shared_alloc() {
  return dynamicSharedBytes() ? dynamicShared() : nullptr;
}
