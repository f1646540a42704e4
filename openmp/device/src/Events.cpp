//===- Events.cpp - Events that tasks wait for ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Events.h"

#include "Platform.h"

using namespace ompjit::device;

extern "C" void free(void *Address);

extern "C" [[gnu::weak]] const bool __ompjit_tasks_detach = false;

namespace {

OMPJIT_SHARED(Event *) Pending[MaxThreads];

} // namespace

void events::begin() {
  if (__ompjit_tasks_detach)
    Pending[threadId()] = nullptr;
}

void events::add(Event *New) {
  New->Next = Pending[threadId()];
  Pending[threadId()] = New;
}

void events::wait() {
  if (!__ompjit_tasks_detach)
    return;
  for (;;) {
    Event *First = Pending[threadId()];
    if (!First)
      return;
    while (!load(&First->IsFulfilled))
      pause();
    Pending[threadId()] = First->Next;
    free(First);
  }
}
