//===- Queue.h - Queues of an AMD GPU -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue puts its kernels into a lane, which it shares with other queues.
// Copies go to engines of their own, and signals order them with kernels. So a
// queue keeps track of its work that is not in the lane (Aside).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_QUEUE_H
#define OMPJIT_PLUGINS_AMDGPU_QUEUE_H

#include "Completion.h"
#include "OpenQueue.h"

#include "ompjit/Plugin.h"

namespace ompjit::amdgpu {

class Call;
class Lane;

/// Makes a queue in the device's set.
ompjit_queue *makeQueue(Call &In);
/// Waits for the work in a queue; fails if the GPU broke.
int finish(Call &In, ompjit_queue &Queue);

/// To be called when the device is closed.
void deleteQueues(ompjit_device &Device);

/// Returns the queue's lane; null on failure.
Lane *laneOf(Call &In, ompjit_queue &Queue);

/// Fills \p All with the completions that make up the queue's current place.
int placeOf(Call &In, ompjit_queue &Queue, CompletionRefs &All)
    OMPJIT_REQUIRES(Queue.Guard);

/// Waits for what the program has put into the queue's stream. Must be called
/// without the queue's mutex.
int awaitStream(Call &In, ompjit_queue &Queue);

/// Makes what is put into \p Line from now on wait for what is in Aside.
int settle(Call &In, ompjit_queue &Queue, Lane &Line);

// The functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_QUEUE_H
