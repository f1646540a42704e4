//===- Event.h - Events ---------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_EVENT_H
#define OMPJIT_PLUGINS_CUDA_EVENT_H

#include "Driver.h"

#include "ompjit/Plugin.h"

#include <cstdint>

struct ompjit_event {
  ompjit::cuda::Event *Event;
};

namespace ompjit::cuda {

// As the functions of the table.
int createEvent(ompjit_device *Device, ompjit_event **Event,
                ompjit_error *Error);
int createTimedEvent(ompjit_device *Device, ompjit_event **Event,
                     ompjit_error *Error);
void destroyEvent(ompjit_device *Device, ompjit_event *Event);
int recordEvent(ompjit_device *Device, ompjit_queue *Queue, ompjit_event *Event,
                ompjit_error *Error);
int waitForEvent(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_event *Event, ompjit_error *Error);
int synchronizeEvent(ompjit_device *Device, ompjit_event *Event,
                     ompjit_error *Error);
int elapsedBetween(ompjit_device *Device, ompjit_event *Begin,
                   ompjit_event *End, uint64_t *Ns, ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_EVENT_H
