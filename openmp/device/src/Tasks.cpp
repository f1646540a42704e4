//===- Tasks.cpp - Explicit tasks -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task runs at once in the thread that encounters it, which OpenMP allows:
// the tasks that it depends on are done by then. So waiting for tasks means
// only waiting for their events.
//
//===----------------------------------------------------------------------===//

#include "Events.h"
#include "Memory.h"
#include "Team.h"

using namespace ompjit::device;

namespace {

struct Task;
using Routine = int32_t (*)(int32_t Thread, Task *);

/// The part of a task that the runtime knows.
struct Task {
  void *Shareds;
  Routine Run;
  /// The part in which an untied task continues.
  int32_t Part;
};

/// Precedes a task: its size, for the release and for copies, and the
/// compiler's flags.
struct alignas(16) Header {
  size_t Bytes;
  int32_t Flags;
  /// For a task that compiled code runs: its thread's previous place.
  team::Place Before;
  /// The event of a detached task.
  Event *Completion;
  bool IsRunning;
  /// Whether an untied task has submitted itself for its next part.
  bool HasNextPart;
};
constexpr int32_t TiedFlag = 1, FinalFlag = 2;

Header *headerOf(Task *Which) { return reinterpret_cast<Header *>(Which) - 1; }

Task *allocate(size_t Bytes, int32_t Flags) {
  Header *Place =
      static_cast<Header *>(memory::allocate(sizeof(Header) + Bytes));
  *Place = {Bytes, Flags, 0, nullptr, false, false};
  return reinterpret_cast<Task *>(Place + 1);
}

void release(Task *Which) {
  memory::release(headerOf(Which), sizeof(Header) + headerOf(Which)->Bytes);
}

void enter(Task *Which) {
  headerOf(Which)->Before = team::enterTask(headerOf(Which)->Flags & FinalFlag);
}
void leave(Task *Which) { team::returnTo(headerOf(Which)->Before); }

/// Runs a task. \p Function and \p Flags are those of the task, which the
/// caller that made it knows.
[[gnu::always_inline]] inline void run(Task *Which, Routine Function,
                                       int32_t Flags) {
  headerOf(Which)->IsRunning = true;
  enter(Which);
  do {
    headerOf(Which)->HasNextPart = false;
    Function(int32_t(team::threadNum()), Which);
  } while (!(Flags & TiedFlag) && headerOf(Which)->HasNextPart);
  leave(Which);
  if (__ompjit_tasks_detach && headerOf(Which)->Completion)
    events::add(headerOf(Which)->Completion);
}

/// Makes a task for a part of a loop from the task of the whole loop, and sets
/// whether it has the last iteration.
using Duplicate = void (*)(Task *, Task *, int32_t);

/// Runs the whole loop as one part. Its bounds are in the task, and \p Lower
/// and \p Upper point to them; they are numbers of iterations.
[[gnu::always_inline]] inline void runLoop(Task *Whole, const uint64_t *Lower,
                                           const uint64_t *Upper,
                                           Routine Function, int32_t Flags,
                                           Duplicate Copy) {
  if (*Lower == *Upper + 1) {
    release(Whole);
    return;
  }
  if (!Copy) {
    run(Whole, Function, Flags);
    release(Whole);
    return;
  }
  Task *Part = allocate(headerOf(Whole)->Bytes, headerOf(Whole)->Flags);
  __builtin_memcpy(Part, Whole, headerOf(Whole)->Bytes);
  const ptrdiff_t Moved =
      reinterpret_cast<char *>(Part) - reinterpret_cast<char *>(Whole);
  if (Part->Shareds)
    Part->Shareds = static_cast<char *>(Part->Shareds) + Moved;
  Copy(Part, Whole, /*HasLast=*/1);
  run(Part, Function, Flags);
  release(Part);
  release(Whole);
}

} // namespace

void events::attach(Event *New, void *Which) {
  headerOf(static_cast<Task *>(Which))->Completion = New;
}

OMPJIT_ENTRY void *__kmpc_omp_task_alloc(Ident *, int32_t, int32_t Flags,
                                         size_t Bytes, size_t SharedBytes,
                                         Routine Function) {
  const size_t Aligned = (Bytes + 15) & ~size_t(15);
  Task *New = allocate(Aligned + SharedBytes, Flags);
  New->Shareds =
      SharedBytes ? reinterpret_cast<char *>(New) + Aligned : nullptr;
  New->Run = Function;
  New->Part = 0;
  return New;
}

/// An untied task submits itself from inside, to continue with its next part,
/// and returns.
OMPJIT_ENTRY int32_t __kmpc_omp_task(Ident *, int32_t, Task *Which) {
  if (headerOf(Which)->IsRunning) {
    headerOf(Which)->HasNextPart = true;
    return 0;
  }
  run(Which, Which->Run, headerOf(Which)->Flags);
  release(Which);
  return 0;
}

// Where the device link knows a task's function, it replaces the functions that
// the compiler calls by these: the task's function is called directly, and can
// be inlined.

OMPJIT_ENTRY [[gnu::always_inline]] void
__ompjit_task(Task *Which, Routine Function, int32_t Flags, bool HasToWait) {
  if (HasToWait)
    events::wait();
  run(Which, Function, Flags);
  release(Which);
}
OMPJIT_ENTRY [[gnu::always_inline]] void __ompjit_task_goes_on(Task *Which) {
  headerOf(Which)->HasNextPart = true;
}
OMPJIT_ENTRY [[gnu::always_inline]] void
__ompjit_taskloop(Task *Whole, const uint64_t *Lower, const uint64_t *Upper,
                  Routine Function, int32_t Flags, Duplicate Copy) {
  runLoop(Whole, Lower, Upper, Function, Flags, Copy);
}

OMPJIT_ENTRY int32_t __kmpc_omp_task_with_deps(Ident *Location, int32_t Thread,
                                               Task *Which, int32_t, void *,
                                               int32_t, void *) {
  events::wait();
  return __kmpc_omp_task(Location, Thread, Which);
}

/// For a task with a false `if`: compiled code calls the routine between these.
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

OMPJIT_ENTRY void __kmpc_taskloop(Ident *, int32_t, Task *Whole, int32_t,
                                  uint64_t *Lower, uint64_t *Upper, int64_t,
                                  int32_t, int32_t, uint64_t, Duplicate Copy) {
  runLoop(Whole, Lower, Upper, Whole->Run, headerOf(Whole)->Flags, Copy);
}
/// Has a modifier of the sizes, which have no effect on a single task.
OMPJIT_ENTRY void __kmpc_taskloop_5(Ident *, int32_t, Task *Whole, int32_t,
                                    uint64_t *Lower, uint64_t *Upper, int64_t,
                                    int32_t, int32_t, uint64_t, int32_t,
                                    Duplicate Copy) {
  runLoop(Whole, Lower, Upper, Whole->Run, headerOf(Whole)->Flags, Copy);
}

/// A reduction over tasks needs no copies, because only one task runs at a
/// time, and so the compiler's descriptions are ignored.
OMPJIT_ENTRY void *__kmpc_taskred_init(int32_t, int32_t, void *) {
  return nullptr;
}
OMPJIT_ENTRY void *__kmpc_taskred_modifier_init(Ident *, int32_t, int32_t,
                                                int32_t, void *) {
  return nullptr;
}
OMPJIT_ENTRY void __kmpc_task_reduction_modifier_fini(Ident *, int32_t,
                                                      int32_t) {}
OMPJIT_ENTRY void *__kmpc_task_reduction_get_th_data(int32_t, void *,
                                                     void *Item) {
  return Item;
}
