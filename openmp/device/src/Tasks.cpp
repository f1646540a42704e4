//===- Tasks.cpp - Explicit tasks -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task runs where and when it is met, which its rules allow: then those that
// it depends on are done. So waiting for tasks is nothing, but for their
// events.
//
//===----------------------------------------------------------------------===//

#include "Events.h"
#include "Memory.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

/// The part of a task that the runtime knows.
struct Task {
  void *Shareds;
  int32_t (*Routine)(int32_t Thread, Task *);
  /// Where an untied one goes on.
  int32_t Part;
};

/// What lies before a task: its size, for the release and for copies, and what
/// the compiler said of it.
struct alignas(16) Header {
  size_t Bytes;
  int32_t Flags;
  /// Of one that the compiler runs: where its thread was.
  team::Place Before;
  /// Of a detached one.
  Event *Completion;
  bool IsRunning;
};
constexpr int32_t FinalFlag = 2;

Header *headerOf(Task *Which) { return reinterpret_cast<Header *>(Which) - 1; }

Task *allocate(size_t Bytes, int32_t Flags) {
  Header *Place =
      static_cast<Header *>(memory::allocate(sizeof(Header) + Bytes));
  *Place = {Bytes, Flags, 0, nullptr, false};
  return reinterpret_cast<Task *>(Place + 1);
}

void release(Task *Which) {
  memory::release(headerOf(Which), sizeof(Header) + headerOf(Which)->Bytes);
}

void enter(Task *Which) {
  headerOf(Which)->Before = team::enterTask(headerOf(Which)->Flags & FinalFlag);
}
void leave(Task *Which) { team::returnTo(headerOf(Which)->Before); }

void run(Task *Which) {
  enter(Which);
  Which->Routine(int32_t(team::threadNum()), Which);
  leave(Which);
  if (__ompjit_tasks_detach && headerOf(Which)->Completion)
    events::add(headerOf(Which)->Completion);
}

} // namespace

void events::attach(Event *New, void *Which) {
  headerOf(static_cast<Task *>(Which))->Completion = New;
}

OMPJIT_ENTRY void *__kmpc_omp_task_alloc(Ident *, int32_t, int32_t Flags,
                                         size_t Bytes, size_t SharedBytes,
                                         int32_t (*Routine)(int32_t, Task *)) {
  const size_t Aligned = (Bytes + 15) & ~size_t(15);
  Task *New = allocate(Aligned + SharedBytes, Flags);
  New->Shareds =
      SharedBytes ? reinterpret_cast<char *>(New) + Aligned : nullptr;
  New->Routine = Routine;
  New->Part = 0;
  return New;
}

/// An untied task hands itself over from inside, to go on with its next part.
OMPJIT_ENTRY int32_t __kmpc_omp_task(Ident *, int32_t Thread, Task *Which) {
  if (headerOf(Which)->IsRunning) {
    Which->Routine(Thread, Which);
    return 0;
  }
  headerOf(Which)->IsRunning = true;
  run(Which);
  release(Which);
  return 0;
}

OMPJIT_ENTRY int32_t __kmpc_omp_task_with_deps(Ident *Location, int32_t Thread,
                                               Task *Which, int32_t, void *,
                                               int32_t, void *) {
  events::wait();
  return __kmpc_omp_task(Location, Thread, Which);
}

/// A task with a false `if`: the compiler calls the routine between these.
OMPJIT_ENTRY void __kmpc_omp_task_begin_if0(Ident *, int32_t, Task *Which) {
  enter(Which);
}
OMPJIT_ENTRY void __kmpc_omp_task_complete_if0(Ident *, int32_t, Task *Which) {
  leave(Which);
  release(Which);
}

OMPJIT_ENTRY void __kmpc_omp_wait_deps(Ident *, int32_t, int32_t, void *,
                                       int32_t, void *) {
  events::wait();
}
OMPJIT_ENTRY void __kmpc_omp_taskwait_deps_51(Ident *, int32_t, int32_t, void *,
                                              int32_t, void *, int32_t) {
  events::wait();
}
OMPJIT_ENTRY int32_t __kmpc_omp_taskwait(Ident *, int32_t) {
  events::wait();
  return 0;
}
OMPJIT_ENTRY int32_t __kmpc_omp_taskyield(Ident *, int32_t, int32_t) {
  return 0;
}
OMPJIT_ENTRY void __kmpc_taskgroup(Ident *, int32_t) {}
OMPJIT_ENTRY void __kmpc_end_taskgroup(Ident *, int32_t) { events::wait(); }
OMPJIT_ENTRY int32_t __kmpc_omp_reg_task_with_affinity(Ident *, int32_t, Task *,
                                                       int32_t, void *) {
  return 0;
}

/// The bounds of the whole loop are in the task. \p Duplicate makes a task of a
/// part out of it, and tells it whether it has the last iteration; this one
/// has.
OMPJIT_ENTRY void __kmpc_taskloop(Ident *, int32_t, Task *Whole, int32_t,
                                  uint64_t *, uint64_t *, int64_t, int32_t,
                                  int32_t, uint64_t,
                                  void (*Duplicate)(Task *, Task *, int32_t)) {
  if (!Duplicate) {
    run(Whole);
    release(Whole);
    return;
  }
  Task *Part = allocate(headerOf(Whole)->Bytes, headerOf(Whole)->Flags);
  __builtin_memcpy(Part, Whole, headerOf(Whole)->Bytes);
  const ptrdiff_t Moved =
      reinterpret_cast<char *>(Part) - reinterpret_cast<char *>(Whole);
  if (Part->Shareds)
    Part->Shareds = static_cast<char *>(Part->Shareds) + Moved;
  Duplicate(Part, Whole, /*HasLast=*/1);
  run(Part);
  release(Part);
  release(Whole);
}

/// A reduction over tasks needs no copies: one task runs at a time.
OMPJIT_ENTRY void *__kmpc_taskred_init(int32_t, int32_t, void *Items) {
  return Items;
}
OMPJIT_ENTRY void *__kmpc_taskred_modifier_init(Ident *, int32_t, int32_t,
                                                int32_t, void *Items) {
  return Items;
}
OMPJIT_ENTRY void __kmpc_task_reduction_modifier_fini(Ident *, int32_t,
                                                      int32_t) {}
OMPJIT_ENTRY void *__kmpc_task_reduction_get_th_data(int32_t, void *,
                                                     void *Item) {
  return Item;
}
