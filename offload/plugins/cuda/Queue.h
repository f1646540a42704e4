//===- Queue.h - Queues, which are streams --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams do not wait for the legacy default stream, nor it for them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_QUEUE_H
#define OMPJIT_PLUGINS_CUDA_QUEUE_H

#include "ompjit/Plugin.h"

namespace ompjit::cuda {

class Call;

/// A queue in the device's set; null where the driver makes none.
ompjit_queue *makeQueue(Call &In);
/// Waits for the work in a queue; fails if it did.
int finish(Call &In, ompjit_queue &Queue);

/// When the device is closed.
void deleteQueues(ompjit_device &Device, bool IsUsable);

// As the functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_QUEUE_H
