//===- Operation.h - Putting work into a queue ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_OPERATION_H
#define OMPJIT_PLUGINS_CUDA_OPERATION_H

#include "Call.h"
#include "OpenQueue.h"
#include "Queue.h"

#include <utility>

namespace ompjit::cuda {

/// As plugins::operate().
template <typename Function>
int operate(ompjit_device *Device, ompjit_queue *Queue, ompjit_error *Error,
            Function Put) {
  return plugins::operate<Call>(Device, Queue, Error, std::move(Put));
}

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_OPERATION_H
