//===- Queue.h - Queues ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each has a thread of its own, so that operations overlap with the host and
// with those of other queues.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_NULL_QUEUE_H
#define OMPJIT_PLUGINS_NULL_QUEUE_H

#include "ompjit/Plugins/WorkQueue.h"

#include "ompjit/Plugin.h"

#include <memory>

struct ompjit_queue {
  std::shared_ptr<ompjit::plugins::WorkQueue> Work =
      std::make_shared<ompjit::plugins::WorkQueue>();
};

namespace ompjit::null {

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

/// Puts \p Operation into the queue, or does it now where that is null.
int run(ompjit_queue *Queue, ompjit_error *Error,
        plugins::WorkQueue::Work Operation);

} // namespace ompjit::null

#endif // OMPJIT_PLUGINS_NULL_QUEUE_H
