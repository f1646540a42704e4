//===- Libomp.h - What is used of libomp ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp owns the settings that OpenMP shares between host and device
// (OMP_TARGET_OFFLOAD, the default device) and the tasks.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_LIBOMP_H
#define OMPJIT_LIBOMPTARGET_LIBOMP_H

#include <cstdint>

extern "C" {

/// OMP_TARGET_OFFLOAD: 0 disabled, 1 default, 2 mandatory.
int __kmpc_get_target_offload(void);

/// The default-device variable of the calling task.
int omp_get_default_device(void);
}

#endif // OMPJIT_LIBOMPTARGET_LIBOMP_H
