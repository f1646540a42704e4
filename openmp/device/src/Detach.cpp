//===- Detach.cpp - Tasks with events -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a separate member of the library; see Events.h.
//
//===----------------------------------------------------------------------===//

#include "Events.h"
#include "Platform.h"

#include <stddef.h>

using namespace ompjit::device;

namespace ompjit::device {
struct Ident;
}

extern "C" void *malloc(size_t Bytes);

extern "C" const bool __ompjit_tasks_detach = true;

/// Called by the thread that makes the task. \returns the event's handle.
OMPJIT_ENTRY Event *__kmpc_task_allow_completion_event(Ident *, int,
                                                       void *Task) {
  auto *New = static_cast<Event *>(malloc(sizeof(Event)));
  if (!New)
    __builtin_trap();
  New->IsFulfilled = 0;
  events::attach(New, Task);
  return New;
}

OMPJIT_ENTRY void omp_fulfill_event(Event *Which) {
  store(&Which->IsFulfilled, 1u);
}
