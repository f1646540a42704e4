//===- ProcessExit.cpp - What exit() does before all else -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ProcessExit.h"

#include <atomic>
#include <cstdlib>

#include <sys/syscall.h>
#include <unistd.h>

namespace ompjit {

namespace {

std::atomic<void (*)()> TheWork = nullptr;

void run() {
  if (void (*Work)() = TheWork)
    Work();
}

/// Objects of the thread that calls exit() go before any handler runs, those of
/// the main thread hardly ever for another reason. What a library registers
/// while a thread in the background is in it for the first time, cannot be
/// overtaken otherwise.
struct AtEndOfMain {
  ~AtEndOfMain() {
    if (::syscall(SYS_gettid) == ::getpid())
      run();
  }
};

} // namespace

void setExitWork(void (*Work)()) { TheWork = Work; }

void beFirstAtExit() {
  static thread_local AtEndOfMain OfThisThread;
  (void)OfThisThread;
  // Without memory for it, the work is done by what was registered before.
  (void)std::atexit(run);
}

} // namespace ompjit
