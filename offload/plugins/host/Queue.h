//===- Queue.h - Queues ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host has no engine of its own that could run work while the caller goes
// on, so an operation is done when it is put into a queue, and a queue is
// always empty. That keeps the promise of the interface: in order, and done
// after queue_synchronize.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_QUEUE_H
#define OMPJIT_PLUGINS_HOST_QUEUE_H

#include "ompjit/Plugin.h"

struct ompjit_queue {
  ompjit_device *Device;
};

namespace ompjit::host {

int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                ompjit_error *Error);
void destroyQueue(ompjit_device *Device, ompjit_queue *Queue);
int synchronizeQueue(ompjit_device *Device, ompjit_queue *Queue,
                     ompjit_error *Error);
int queryQueue(ompjit_device *Device, ompjit_queue *Queue, int *Done,
               ompjit_error *Error);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_QUEUE_H
