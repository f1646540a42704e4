//===- Cancel.cpp - Cancellation -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cancellation is off on a device, as it is on the host by default:
// omp_get_cancellation() returns false, and constructs that request it
// continue.
//
//===----------------------------------------------------------------------===//

#include "Abi.h"
#include "Platform.h"

using namespace ompjit::device;

OMPJIT_ENTRY int32_t __kmpc_cancel(Ident *, int32_t, int32_t) { return 0; }
OMPJIT_ENTRY int32_t __kmpc_cancellationpoint(Ident *, int32_t, int32_t) {
  return 0;
}
