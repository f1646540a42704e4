//===- Queue.h - Queues ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices that have no engine of their own. A queue's operations run on a
// thread while the caller goes on, or are done when they are put in; then a
// queue is always empty, which satisfies the interface and costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_QUEUE_H
#define OMPJIT_PLUGINS_COMMON_QUEUE_H

#include "ompjit/Plugins/WorkQueue.h"

#include "ompjit/Plugin.h"

#include <memory>
#include <utility>

struct ompjit_queue {
  /// Null: operations are done at once.
  std::shared_ptr<ompjit::plugins::WorkQueue> Work;
};

namespace ompjit::plugins {

/// Makes a queue whose operations run while the caller goes on, if \p Overlaps,
/// or are done at once.
ompjit_queue *createQueue(bool Overlaps);

// The functions of the table.
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

/// Runs \p Operation, which takes an ompjit_error * and returns 0 on success,
/// at once or in the queue.
template <typename Call>
int run(ompjit_queue *Queue, ompjit_error *Error, Call Operation) {
  if (!Queue || !Queue->Work)
    return Operation(Error);
  return Queue->Work->put(std::move(Operation), Error);
}

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_QUEUE_H
