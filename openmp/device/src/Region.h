//===- Region.h - Parallel regions ----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_REGION_H
#define OMPJIT_OPENMP_DEVICE_REGION_H

#include "Abi.h"

namespace ompjit::device::region {

/// To be called on a worker, between the two barriers of a region. \p Function
/// receives what to run, or null when the kernel ends. \returns whether this
/// worker takes part.
bool take(Wrapper &Function);

/// To be called on a worker that took part, at the end of the region.
void finish();

/// To be called on the main thread: announces that there is no further region.
void publishEnd();

} // namespace ompjit::device::region

#endif // OMPJIT_OPENMP_DEVICE_REGION_H
