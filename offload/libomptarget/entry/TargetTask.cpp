//===- TargetTask.cpp - Work of the runtime as a task of the program ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTask.h"

#include "Libomp.h"

#include <vector>

namespace ompjit {

namespace {

/// A tied task; libomp adds the flags of a target task.
constexpr int32_t TiedTask = 1;

int32_t runWork(int32_t, kmp_task *Task) {
  auto *Work = *static_cast<std::function<void()> **>(Task->Shareds);
  (*Work)();
  delete Work;
  return 0;
}

/// Appends the dependences of a `depobj`, which is an array. The element before
/// its first one holds their number.
void appendDependences(void *Object, std::vector<kmp_depend_info> &All) {
  auto *First = static_cast<kmp_depend_info *>(Object);
  All.insert(All.end(), First, First + First[-1].BaseAddress);
}

} // namespace

void spawnTask(std::function<void()> Work, int64_t DeviceId, int Count,
               void *const *Dependences) {
  std::vector<kmp_depend_info> All;
  for (int I = 0; I < Count; ++I)
    appendDependences(Dependences[I], All);
  int32_t ThreadId = __kmpc_global_thread_num(nullptr);
  kmp_task *Task = __kmpc_omp_target_task_alloc(
      nullptr, ThreadId, TiedTask, sizeof(kmp_task), sizeof(void *), runWork,
      DeviceId);
  *static_cast<std::function<void()> **>(Task->Shareds) =
      new std::function<void()>(std::move(Work));
  __kmpc_omp_task_with_deps(nullptr, ThreadId, Task, int32_t(All.size()),
                            All.data(), 0, nullptr);
}

} // namespace ompjit
