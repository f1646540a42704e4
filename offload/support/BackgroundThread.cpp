//===- BackgroundThread.cpp - A thread beside the program's ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/BackgroundThread.h"

#include "ompjit/Support/DefaultEnvironment.h"

#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

using namespace ompjit;

namespace {

constexpr int NiceValue = 10;

/// Lowers the thread's priority. If the system refuses, it keeps the normal
/// one.
void lowerPriority() {
  sched_param None = {};
  (void)::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &None);
  // On Linux, this changes only this thread.
  (void)::setpriority(PRIO_PROCESS, 0, NiceValue);
}

/// Returns all signals except those for faults, which a thread must not block.
sigset_t programsSignals() {
  sigset_t Set;
  sigfillset(&Set);
  for (int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
    sigdelset(&Set, Fault);
  return Set;
}

void *runMain(void *Opaque) {
  const std::unique_ptr<std::function<void()>> Main(
      static_cast<std::function<void()> *>(Opaque));
  const DefaultEnvironment NotOfProgram;
  (*Main)();
  return nullptr;
}

} // namespace

std::unique_ptr<BackgroundThread>
BackgroundThread::start(Priority How, const char *Name,
                        std::function<void()> Main) {
  auto Owned = std::make_unique<std::function<void()>>(
      [How, Name, Main = std::move(Main)] {
        (void)::prctl(PR_SET_NAME, Name);
        if (How == Priority::Low)
          lowerPriority();
        Main();
      });
  std::unique_ptr<BackgroundThread> New(new BackgroundThread());
  const sigset_t Blocked = programsSignals();
  sigset_t Before;
  ::pthread_sigmask(SIG_SETMASK, &Blocked, &Before);
  const int Failure =
      ::pthread_create(&New->Thread, nullptr, runMain, Owned.get());
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (Failure)
    return nullptr;
  (void)Owned.release(); // The thread owns it now.
  New->IsKnown = true;
  return New;
}

BackgroundThread::~BackgroundThread() {
  if (IsKnown)
    ::pthread_join(Thread, nullptr);
}
