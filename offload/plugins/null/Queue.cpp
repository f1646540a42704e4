//===- Queue.cpp - Queues -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queue.h"

#include <utility>

namespace ompjit::null {

int createQueue(ompjit_device *, ompjit_queue **Queue, ompjit_error *) {
  *Queue = new ompjit_queue;
  return 0;
}

void destroyQueue(ompjit_device *, ompjit_queue *Queue) {
  Queue->Work->stop();
  delete Queue;
}

int synchronizeQueue(ompjit_device *, ompjit_queue *Queue,
                     ompjit_error *Error) {
  return Queue ? Queue->Work->synchronize(Error) : 0;
}

int queryQueue(ompjit_device *, ompjit_queue *Queue, int *Done,
               ompjit_error *) {
  *Done = !Queue || Queue->Work->isEmpty();
  return 0;
}

int run(ompjit_queue *Queue, ompjit_error *Error,
        plugins::WorkQueue::Work Operation) {
  if (!Queue)
    return Operation(Error);
  return Queue->Work->put(std::move(Operation), Error);
}

} // namespace ompjit::null
