//===- Operation.h - Putting something into a queue -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_OPERATION_H
#define OMPJIT_PLUGINS_AMDGPU_OPERATION_H

#include "Call.h"
#include "Queue.h"

namespace ompjit::amdgpu {

/// Waits for the work in a queue; fails if the GPU broke.
int finish(Call &In, ompjit_queue &Queue);

/// Puts something in by \p Put, which takes the call and a queue and returns 0
/// on success. Without a queue it is over on return.
template <typename Function>
int operate(ompjit_device *Device, ompjit_queue *Queue, ompjit_error *Error,
            Function Put) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  if (Queue) {
    Queue->noteWork();
    return Put(In, *Queue);
  }
  ompjit_queue *Own = Device->Queues.borrow();
  Own->noteWork();
  int Failed = Put(In, *Own);
  if (!Failed)
    Failed = finish(In, *Own);
  Device->Queues.giveBack(Own);
  return Failed;
}

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_OPERATION_H
