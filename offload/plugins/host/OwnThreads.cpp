//===- OwnThreads.cpp - Regions within parallel regions -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnThreads.h"

#include "ompjit/Plugins/WorkQueue.h"
#include "ompjit/Support/Mutex.h"

#include <cfenv>
#include <dlfcn.h>
#include <memory>
#include <utility>
#include <vector>

namespace ompjit::host {

using plugins::WorkQueue;

namespace {

/// Idle threads. Never destroyed, because threads may launch while the program
/// ends.
struct IdleThreads {
  Mutex Guard;
  std::vector<std::unique_ptr<WorkQueue>> All OMPJIT_GUARDED_BY(Guard);

  static IdleThreads &get() {
    static auto &Only = *new IdleThreads;
    return Only;
  }

  std::unique_ptr<WorkQueue> take() {
    MutexLock Lock(Guard);
    if (All.empty())
      return std::make_unique<WorkQueue>();
    std::unique_ptr<WorkQueue> Last = std::move(All.back());
    All.pop_back();
    return Last;
  }
  void giveBack(std::unique_ptr<WorkQueue> Used) {
    MutexLock Lock(Guard);
    All.push_back(std::move(Used));
  }
};

} // namespace

bool isInParallel() {
  // The function of the program's libomp; a replay has none.
  static auto *const Level =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_level"));
  return Level && Level() > 0;
}

int runOnOwnThread(const std::function<int(ompjit_error *)> &Region,
                   ompjit_error *Error) {
  std::fenv_t Environment;
  std::fegetenv(&Environment);
  std::unique_ptr<WorkQueue> Thread = IdleThreads::get().take();
  int Failed = Thread->put(
      [&](ompjit_error *Reason) {
        std::fesetenv(&Environment);
        return Region(Reason);
      },
      Error);
  if (!Failed)
    Failed = Thread->synchronize(Error);
  IdleThreads::get().giveBack(std::move(Thread));
  return Failed;
}

} // namespace ompjit::host
