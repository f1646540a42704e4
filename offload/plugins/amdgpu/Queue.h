//===- Queue.h - Queues of a GPU of AMD's ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue puts its kernels into a lane, which it shares with others. Copies go
// to engines of their own: what they, and kernels behind them, have to wait for
// is told by signals. So a queue remembers what of it is aside of the lane.
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

/// A queue in the device's set.
ompjit_queue *makeQueue(Call &In);
/// Waits for the work in a queue; fails if the GPU broke.
int finish(Call &In, ompjit_queue &Queue);

/// When the device is closed.
void deleteQueues(ompjit_device &Device);

/// The queue's lane; null where it fails.
Lane *laneOf(Call &In, ompjit_queue &Queue);

/// What the queue has to wait for, in \p All: its place.
int placeOf(Call &In, ompjit_queue &Queue, CompletionRefs &All)
    OMPJIT_REQUIRES(Queue.Guard);

/// Waits for what the program has put into the queue's stream. Its mutex is not
/// held.
int awaitStream(Call &In, ompjit_queue &Queue);

/// Lets what is put into \p Line from now on wait for what is aside.
int settle(Call &In, ompjit_queue &Queue, Lane &Line);

// As the functions of the table.
int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_QUEUE_H
