//===- EntryDeferred.cpp - Entry points: constructs that go on ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deferred.h"
#include "Entry.h"
#include "Libomp.h"

#include <atomic>
#include <optional>

using namespace ompjit;

namespace {

std::atomic<bool> IsEnding = false;

} // namespace

void ompjit::deferNoMore() { IsEnding = true; }

void **ompjit::deferredHandle(Device &Target, bool IsNoWait) {
  if (!IsNoWait || !Target.queues() || IsEnding)
    return nullptr;
  if (!__kmpc_omp_has_task_team || !__kmpc_omp_get_target_async_handle_ptr)
    return nullptr;
  // A task can only be resumed if a team of threads runs tasks.
  const int32_t ThreadId = __kmpc_global_thread_num(nullptr);
  if (ThreadId < 0 || !__kmpc_omp_has_task_team(ThreadId))
    return nullptr;
  return __kmpc_omp_get_target_async_handle_ptr(ThreadId);
}

/// Called by libomp when it resumes the task of a deferred construct. The task
/// is done when the handle is null.
OMPJIT_EXPORT void __tgt_target_nowait_query(void **Handle) {
  thread_local QueryBackoff Backoff;
  const QueryLimits &Limits = runtime().settings().Queries;
  if (!Handle || !*Handle)
    return;
  auto *Construct = static_cast<DeferredConstruct *>(*Handle);
  std::optional<Status> Outcome;
  if (IsEnding || Backoff.shouldWait(Limits))
    Outcome = Construct->Work->finish();
  else
    Outcome = Construct->Work->tryFinish();
  if (!Outcome)
    return Backoff.notDone(Limits);
  Backoff.done(Limits);
  if (!*Outcome)
    failProgram(Outcome->error(), Construct->Location, Construct->DeviceId);
  delete Construct;
  *Handle = nullptr;
}
