//===- Event.h - Events of AMD's GPUs -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_EVENT_H
#define OMPJIT_PLUGINS_AMDGPU_EVENT_H

#include "Completion.h"
#include "ompjit/Plugins/Staging.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <memory>

namespace ompjit::amdgpu {

/// Where an event was recorded.
struct EventPlace {
  CompletionRefs All;
  plugins::StagedCopies Behind; ///< Staged copies that are over once it is.
};

} // namespace ompjit::amdgpu

struct ompjit_event {
  bool IsTimed = false;
  ompjit::Mutex Guard;
  /// Shared, because others go on waiting for it when the event is recorded
  /// again.
  std::shared_ptr<const ompjit::amdgpu::EventPlace>
      Place OMPJIT_GUARDED_BY(Guard);
};

namespace ompjit::amdgpu {

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

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_EVENT_H
