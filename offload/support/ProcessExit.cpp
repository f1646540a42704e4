//===- ProcessExit.cpp - Work before all other exit handlers --------------===//
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

/// Runs the work when the main thread's thread-local objects are destroyed,
/// which hardly ever happens but in exit(), where it comes before all handlers.
/// There is no other way to run before handlers that a library registers while
/// a background thread uses it for the first time.
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
  // If there is no memory for it, the handler that was registered before does
  // the work.
  (void)std::atexit(run);
}

} // namespace ompjit
