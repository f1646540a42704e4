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
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <memory>

namespace ompjit::cuda {

/// Where an event was recorded.
struct EventPlace {
  explicit EventPlace(ompjit_device &Device) : Device(Device) {}
  ~EventPlace();

  ompjit_device &Device;
  struct Event *Event = nullptr;
  plugins::StagedCopies Behind; ///< Staged copies that are over once it is.
};

} // namespace ompjit::cuda

struct ompjit_event {
  ompjit_event(unsigned Flags, std::shared_ptr<ompjit::cuda::EventPlace> Place)
      : Flags(Flags), Place(std::move(Place)) {}

  const unsigned Flags;
  ompjit::Mutex Guard;
  /// Shared, because others go on waiting for it when the event is recorded
  /// again.
  std::shared_ptr<ompjit::cuda::EventPlace> Place OMPJIT_GUARDED_BY(Guard);
};

namespace ompjit::cuda {

// The functions of the table.
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
