//===- Guard.cpp - A failure of LLVM does not end the program -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"

#include "CrashSignals.h"

#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/NoMemory.h"
#include "ompjit/Support/OwnStack.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ompjit::jit {

namespace {

/// The stack for work: LLVM recurses deeply over large functions.
constexpr size_t StackBytes = 16 << 20;
/// The stack for signal handlers after an overflow of the other one.
constexpr size_t SignalStackBytes = 64 << 10;

/// Shared by the thread and the caller, which may stop waiting for it.
struct Run {
  explicit Run(std::function<void()> Work);

  const std::function<void()> Work;
  std::optional<CrashSignals> Signals;
  sigjmp_buf Return = {};
  char Reason[1024] = {}; ///< The message of a fatal error.
  int Signal = 0;         ///< The signal of a crash.
  bool IsBroken = false;  ///< After a crash or a lack of memory: locks may be
                          ///< held.
  bool Finished = false;
  std::atomic<pid_t> Thread = 0;

  Mutex Guard;
  ConditionVariable Over;
  /// When set, all of the above are final.
  bool IsOver OMPJIT_GUARDED_BY(Guard) = false;
};

/// The run on this thread. Initial-exec, because the first use of another model
/// on a thread may allocate, which a signal handler must not.
__attribute__((tls_model("initial-exec"))) thread_local Run *Current = nullptr;

std::atomic<bool> HasCrashed = false;
/// The process in which work continues after its time limit; 0: none.
std::atomic<pid_t> LeftIn = 0;

void returnFromCrash(int Signal) {
  if (Run *R = Current) {
    R->Signal = Signal;
    R->IsBroken = true;
    siglongjmp(R->Return, 1);
  }
}

Run::Run(std::function<void()> Work)
    : Work(std::move(Work)), Signals(std::in_place, returnFromCrash) {}

void returnFromFatalError(void *, const char *Reason, bool) {
  if (Run *R = Current) {
    std::strncpy(R->Reason, Reason, sizeof(R->Reason) - 1);
    siglongjmp(R->Return, 1);
  }
}

/// Treated like a crash, because the code that requested the memory may hold a
/// lock; LLVM allocates under some.
void returnFromBadAlloc(void *, const char *Reason, bool IsFatal) {
  if (Run *R = Current)
    R->IsBroken = true;
  returnFromFatalError(nullptr, Reason, IsFatal);
}

void installFatalErrorHandlers() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::install_fatal_error_handler(returnFromFatalError);
    llvm::install_bad_alloc_error_handler(returnFromBadAlloc);
  });
}

void declareOver(Run &R) {
  MutexLock Lock(R.Guard);
  R.IsOver = true;
  R.Over.notifyAll();
}

/// Stops this thread after a crash. It may hold any lock, including that of the
/// heap, so that it must neither free anything nor end.
[[noreturn]] void stayForEver(Run &R) {
  HasCrashed = true;
  declareOver(R);
  for (;;)
    ::pause();
}

/// Jumps over LLVM's frames without unwinding, so that their locks stay held.
void doWork(Run &R) {
  try {
    R.Work();
    R.Finished = true;
  } catch (const std::bad_alloc &) {
    std::strcpy(R.Reason, NoMemoryText);
    R.IsBroken = true;
  }
}

void workOn(Run &R) {
  // No handler on this thread catches an exception.
  std::unique_ptr<char[]> SignalStack(
      new (std::nothrow) char[SignalStackBytes]);
  if (!SignalStack) {
    std::strcpy(R.Reason, NoMemoryText);
    return;
  }
  stack_t Stack = {}, Before;
  Stack.ss_sp = SignalStack.get();
  Stack.ss_size = SignalStackBytes;
  ::sigaltstack(&Stack, &Before);

  Current = &R;
  if (sigsetjmp(R.Return, /*savemask=*/1) == 0)
    doWork(R);
  Current = nullptr;
  ::sigaltstack(&Before, nullptr);
  if (R.IsBroken)
    (void)SignalStack.release(); // The heap may be locked.
}

void *threadMain(void *Argument) {
  const std::unique_ptr<std::shared_ptr<Run>> Mine(
      static_cast<std::shared_ptr<Run> *>(Argument));
  Run &R = **Mine;
  R.Thread = ::gettid();
  const DefaultEnvironment OfCompiler;
  workOn(R);
  if (R.IsBroken)
    stayForEver(R);
  declareOver(R);
  return nullptr;
}

/// Returns all signals except those of a crash, which a thread must not block.
sigset_t signalsToBlock() {
  sigset_t Set;
  sigfillset(&Set);
  for (int Signal : CrashSignalNumbers)
    sigdelset(&Set, Signal);
  return Set;
}

/// Returns the system's error, 0 if none.
int startThread(const std::shared_ptr<Run> &R, pthread_t &Thread) {
  auto Argument = std::make_unique<std::shared_ptr<Run>>(R);
  pthread_attr_t Attributes;
  ::pthread_attr_init(&Attributes);
  ::pthread_attr_setstacksize(&Attributes, StackBytes);
  sigset_t Blocked = signalsToBlock(), Mask;
  ::pthread_sigmask(SIG_SETMASK, &Blocked, &Mask);
  int Failure =
      ::pthread_create(&Thread, &Attributes, threadMain, Argument.get());
  ::pthread_sigmask(SIG_SETMASK, &Mask, nullptr);
  ::pthread_attr_destroy(&Attributes);
  if (!Failure)
    (void)Argument.release(); // The thread owns it.
  return Failure;
}

/// Waits for the work; returns whether it ended within the limit.
bool await(Run &R, std::chrono::milliseconds Limit) {
  const auto End = std::chrono::steady_clock::now() + Limit;
  MutexLock Lock(R.Guard);
  while (!R.IsOver) {
    if (!Limit.count())
      R.Over.wait(R.Guard);
    else if (!R.Over.waitUntil(R.Guard, End))
      break;
  }
  return R.IsOver;
}

void leaveAlone(Run &R, pthread_t Thread) {
  constexpr int Nicest = 19;
  (void)::setpriority(PRIO_PROCESS, id_t(R.Thread.load()), Nicest);
  LeftIn = ::getpid();
  ::pthread_detach(Thread);
}

/// Returns why no work is done any more; null if it is.
const char *whyNot() {
  if (HasCrashed)
    return "the compiler crashed in this process and is not used in it again";
  if (LeftIn && LeftIn != ::getpid())
    return "the compiler was at work when this process was forked and is not "
           "used in it";
  return nullptr;
}

/// Runs the work on the calling thread, without a limit, as no other thread
/// could wait for it. After a crash the thread continues with the locks that it
/// may hold, because it is the program's.
bool runWithoutThread(Run &R) {
  return runOnOwnStack(StackBytes, signalsToBlock(), [&R] {
    const DefaultEnvironment OfCompiler;
    workOn(R);
    if (R.IsBroken)
      HasCrashed = true;
  });
}

std::string seconds(std::chrono::milliseconds Limit) {
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%g", double(Limit.count()) / 1000);
  return Text;
}

} // namespace

bool hasCrashed() { return HasCrashed; }

std::optional<Interruption> runGuarded(std::function<void()> Work,
                                       std::chrono::milliseconds Limit) {
  if (const char *Reason = whyNot())
    return Interruption{Reason};
  if (!hasMemory(LeastForCompiler))
    return Interruption{NoMemoryText};
  installFatalErrorHandlers();
  auto R = std::make_shared<Run>(std::move(Work));
  pthread_t Thread;
  if (const int Failure = startThread(R, Thread)) {
    if (!runWithoutThread(*R))
      return Interruption{std::string("cannot start a thread: ") +
                          std::strerror(Failure)};
  } else if (!await(*R, Limit)) {
    leaveAlone(*R, Thread);
    return Interruption{"it did not end within " + seconds(Limit) + " seconds",
                        true};
  } else if (R->IsBroken) {
    ::pthread_detach(Thread);
    R->Signals.reset();
  } else {
    ::pthread_join(Thread, nullptr);
  }
  if (R->Finished)
    return std::nullopt;
  if (!R->Signal)
    return Interruption{R->Reason};
  return Interruption{std::string("the compiler crashed (") +
                      ::strsignal(R->Signal) + ")"};
}

} // namespace ompjit::jit
