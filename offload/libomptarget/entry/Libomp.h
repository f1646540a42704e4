//===- Libomp.h - The functions of libomp that are used -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp owns the settings that OpenMP shares between host and device
// (OMP_TARGET_OFFLOAD, the default device) and the tasks.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_LIBOMP_H
#define OMPJIT_LIBOMPTARGET_ENTRY_LIBOMP_H

#include "ompjit/Abi.h"

#include <cstddef>
#include <cstdint>

extern "C" {

/// OMP_TARGET_OFFLOAD: 0 disabled, 1 default, 2 mandatory.
int __kmpc_get_target_offload(void);

/// The default-device variable of the calling task.
int omp_get_default_device(void);

/// Number of threads that libomp knows: none before it has started.
int32_t __kmpc_global_num_threads(ident_t *);

/// One dependence of a task.
struct kmp_depend_info {
  intptr_t BaseAddress;
  size_t Length;
  uint8_t Flags;
};

/// A task, as far as its creator sees it.
struct kmp_task {
  void *Shareds; ///< Memory of the size that was asked for.
  int32_t (*Routine)(int32_t ThreadId, kmp_task *);
  int32_t PartId;
  void *Data[2];
};

int32_t __kmpc_global_thread_num(ident_t *);

// Leagues of teams and the threads of a team.
void __kmpc_push_num_teams(ident_t *, int32_t ThreadId, int32_t NumTeams,
                           int32_t ThreadLimit);
void __kmpc_fork_teams(ident_t *, int32_t Count, void *Task, ...);
void __kmpc_fork_call(ident_t *, int32_t Count, void *Task, ...);

// Settings of the calling task and of libomp.
int omp_get_dynamic(void);
int omp_get_level(void);
int omp_get_max_active_levels(void);
int omp_get_max_teams(void);
int omp_get_num_procs(void);
int omp_get_num_threads(void);
int omp_get_teams_thread_limit(void);
int omp_get_thread_limit(void);
int omp_get_thread_num(void);

// Null if libomp is older than LLVM 16.

/// Whether the thread is in a team that runs tasks.
[[gnu::weak]] bool __kmpc_omp_has_task_team(int32_t ThreadId);
/// Returns the place for our handle in the target task that the thread runs;
/// null outside of target tasks. While the handle is not null, libomp resumes
/// the task again and again with __tgt_target_nowait_query.
[[gnu::weak]] void **__kmpc_omp_get_target_async_handle_ptr(int32_t ThreadId);

kmp_task *__kmpc_omp_target_task_alloc(ident_t *, int32_t ThreadId,
                                       int32_t Flags, size_t TaskSize,
                                       size_t SharedsSize,
                                       int32_t (*Routine)(int32_t, kmp_task *),
                                       int64_t DeviceId);
/// Waits until the earlier tasks that these dependences name are done.
void __kmpc_omp_wait_deps(ident_t *, int32_t ThreadId, int32_t Count,
                          kmp_depend_info *, int32_t NoAliasCount,
                          kmp_depend_info *);
int32_t __kmpc_omp_task_with_deps(ident_t *, int32_t ThreadId, kmp_task *,
                                  int32_t Count, kmp_depend_info *,
                                  int32_t NoAliasCount, kmp_depend_info *);
}

#endif // OMPJIT_LIBOMPTARGET_ENTRY_LIBOMP_H
