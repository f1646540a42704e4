//===- Guard.cpp - A failure of LLVM does not end the program -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include "CrashSignals.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <mutex>
#include <pthread.h>

namespace ompjit::jit {

namespace {

/// LLVM recurses deeply over large functions.
constexpr size_t StackBytes = 16 << 20;
/// Where a signal is handled after the stack has overflown.
constexpr size_t SignalStackBytes = 64 << 10;

struct Run {
  const std::function<void()> &Work;
  sigjmp_buf Return = {};
  char Reason[1024] = {}; ///< Of a fatal error.
  int Signal = 0;         ///< Of a crash.
  bool Finished = false;
};

/// The run on this thread. Initial-exec, because the first use of another model
/// on a thread may allocate, which a signal handler must not.
__attribute__((tls_model("initial-exec"))) thread_local Run *Current = nullptr;

std::atomic<bool> HasCrashed = false;

void returnFromCrash(int Signal) {
  if (Run *R = Current) {
    R->Signal = Signal;
    siglongjmp(R->Return, 1);
  }
}

void returnFromFatalError(void *, const char *Reason, bool) {
  if (Run *R = Current) {
    std::strncpy(R->Reason, Reason, sizeof(R->Reason) - 1);
    siglongjmp(R->Return, 1);
  }
}

void installFatalErrorHandlers() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::install_fatal_error_handler(returnFromFatalError);
    llvm::install_bad_alloc_error_handler(returnFromFatalError);
  });
}

void *threadMain(void *Argument) {
  Run &R = *static_cast<Run *>(Argument);
  auto SignalStack = std::make_unique<char[]>(SignalStackBytes);
  stack_t Stack = {};
  Stack.ss_sp = SignalStack.get();
  Stack.ss_size = SignalStackBytes;
  ::sigaltstack(&Stack, nullptr);

  Current = &R;
  if (sigsetjmp(R.Return, /*savemask=*/1) == 0) {
    R.Work();
    R.Finished = true;
  }
  Current = nullptr;

  Stack.ss_flags = SS_DISABLE;
  ::sigaltstack(&Stack, nullptr);
  return nullptr;
}

/// All but the signals of a crash, which a thread must not block.
sigset_t signalsToBlock() {
  sigset_t Set;
  sigfillset(&Set);
  for (int Signal : CrashSignalNumbers)
    sigdelset(&Set, Signal);
  return Set;
}

/// Returns the system's error, 0 if none.
int runOnThread(Run &R) {
  pthread_attr_t Attributes;
  ::pthread_attr_init(&Attributes);
  ::pthread_attr_setstacksize(&Attributes, StackBytes);
  sigset_t Blocked = signalsToBlock(), Mask;
  ::pthread_sigmask(SIG_SETMASK, &Blocked, &Mask);
  pthread_t Thread;
  int Failure = ::pthread_create(&Thread, &Attributes, threadMain, &R);
  ::pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  ::pthread_attr_destroy(&Attributes);
  if (!Failure)
    ::pthread_join(Thread, nullptr);
  return Failure;
}

} // namespace

std::optional<std::string> runGuarded(const std::function<void()> &Work) {
  if (HasCrashed)
    return "the compiler crashed before in this process and is not used again";
  installFatalErrorHandlers();
  Run R{Work};
  {
    CrashSignals Signals(returnFromCrash);
    if (int Failure = runOnThread(R))
      return std::string("cannot start a thread: ") + std::strerror(Failure);
  }
  if (R.Finished)
    return std::nullopt;
  if (!R.Signal)
    return std::string(R.Reason);
  HasCrashed = true;
  return std::string("the compiler crashed (") + ::strsignal(R.Signal) + ")";
}

} // namespace ompjit::jit
