//===- TargetTask.h - Work of the runtime as a task of the program --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The asynchronous memory routines: libomp orders the work by the dependences
// that the program gives, and runs it on one of its threads.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_TARGETTASK_H
#define OMPJIT_LIBOMPTARGET_ENTRY_TARGETTASK_H

#include <cstdint>
#include <functional>

namespace ompjit {

/// Makes a target task that calls \p Work once. \p Dependences are
/// \p Count objects of type omp_depend_t.
void spawnTask(std::function<void()> Work, int64_t DeviceId, int Count,
               void *const *Dependences);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_TARGETTASK_H
