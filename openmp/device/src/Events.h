//===- Events.h - Events that tasks wait for ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A detached task is done once it has run and its event was fulfilled. Its
// thread waits for the event where it waits for its tasks, and before it
// creates a task that depends on others. Programs without such tasks do not
// link Detach.cpp and pay nothing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_EVENTS_H
#define OMPJIT_OPENMP_DEVICE_EVENTS_H

#include <stdint.h>

/// Whether the program detaches tasks: false, and true in Detach.cpp.
extern "C" [[gnu::visibility("hidden")]] const bool __ompjit_tasks_detach;

namespace ompjit::device {

struct Event {
  uint32_t IsFulfilled;
  Event *Next; ///< The next event of the same thread.
};

namespace events {

/// To be called at the start of a kernel, on each thread.
void begin();
/// Makes \p New the event of \p Task; the thread waits for it once the task has
/// run.
void attach(Event *New, void *Task);
/// Makes the calling thread's next wait() wait for \p New.
void add(Event *New);
/// Waits for the events of the calling thread.
void wait();

} // namespace events
} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_EVENTS_H
