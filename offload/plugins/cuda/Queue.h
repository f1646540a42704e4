//===- Queue.h - Queues, which are streams --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams and the legacy default stream do not wait for each other.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_QUEUE_H
#define OMPJIT_PLUGINS_CUDA_QUEUE_H

#include "ompjit/Plugin.h"

namespace ompjit::cuda {

class Call;

/// Makes a queue in the device's set; returns null if the driver fails.
ompjit_queue *makeQueue(Call &In);
/// Waits for the work in a queue; fails if the work has failed.
int finish(Call &In, ompjit_queue &Queue);

/// To be called when the device is closed.
void deleteQueues(ompjit_device &Device, bool IsUsable);

// The functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_QUEUE_H
