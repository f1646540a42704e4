//===- EntryDevice.cpp - Entry points: device numbers ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

using namespace ompjit;

OMPJIT_EXPORT int omp_get_num_devices() { return deviceCount(); }

OMPJIT_EXPORT int omp_get_initial_device() { return deviceCount(); }

/// Called on the host, where the answer is the host.
OMPJIT_EXPORT int omp_get_device_num() { return deviceCount(); }
