//===- Queue.h - Queues ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host has no engine of its own that could run work while the caller goes
// on. Usually an operation is done when it is put into a queue, and a queue is
// always empty, which keeps the promise of the interface and costs nothing.
// With LIBOMPTARGET_HOST_QUEUES=1 each queue has a thread instead that runs its
// operations, so that what overlaps on a GPU overlaps here.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_QUEUE_H
#define OMPJIT_PLUGINS_HOST_QUEUE_H

#include "ompjit/Plugins/WorkQueue.h"

#include "ompjit/Plugin.h"

#include <memory>
#include <utility>

struct ompjit_queue {
  /// Null: operations are done at once.
  std::shared_ptr<ompjit::plugins::WorkQueue> Work;
};

namespace ompjit::host {

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

/// Does \p Operation, which takes an ompjit_error * and returns 0 on success,
/// now or in its turn.
template <typename Call>
int run(ompjit_queue *Queue, ompjit_error *Error, Call Operation) {
  if (!Queue || !Queue->Work)
    return Operation(Error);
  return Queue->Work->put(std::move(Operation), Error);
}

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_QUEUE_H
