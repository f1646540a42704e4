//===- Queue.cpp - Queues -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Queue.h"

namespace ompjit::host {

int createQueue(ompjit_device *Device, ompjit_queue **Queue, ompjit_error *) {
  *Queue = new ompjit_queue{Device};
  return 0;
}

void destroyQueue(ompjit_device *, ompjit_queue *Queue) { delete Queue; }

int synchronizeQueue(ompjit_device *, ompjit_queue *, ompjit_error *) {
  return 0;
}

int queryQueue(ompjit_device *, ompjit_queue *, int *Done, ompjit_error *) {
  *Done = 1;
  return 0;
}

} // namespace ompjit::host
