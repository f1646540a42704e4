//===- Queue.cpp - Queues -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Queue.h"

namespace ompjit::plugins {

ompjit_queue *createQueue(bool Overlaps) {
  return new ompjit_queue{Overlaps ? std::make_shared<WorkQueue>() : nullptr};
}

void destroyQueue(ompjit_device *, ompjit_queue *Queue) {
  if (Queue->Work)
    Queue->Work->stop();
  delete Queue;
}

int synchronizeQueue(ompjit_device *, ompjit_queue *Queue,
                     ompjit_error *Error) {
  return Queue && Queue->Work ? Queue->Work->synchronize(Error) : 0;
}

int queryQueue(ompjit_device *, ompjit_queue *Queue, int *Done,
               ompjit_error *) {
  *Done = !Queue || !Queue->Work || Queue->Work->isEmpty();
  return 0;
}

} // namespace ompjit::plugins
