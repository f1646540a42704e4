//===- CrashSignals.cpp - Take over the signals of a crash for a while ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashSignals.h"

#include "ompjit/Support/Mutex.h"

namespace ompjit::jit {

namespace {
Mutex Guard;
int NumUsers OMPJIT_GUARDED_BY(Guard) = 0;
// Written before the handlers are installed, read in them.
struct sigaction Before[NumCrashSignals];
CrashRecovery RecoverFromCrash;

const struct sigaction *handlerBefore(int Signal) {
  for (int I = 0; I != NumCrashSignals; ++I)
    if (CrashSignalNumbers[I] == Signal)
      return &Before[I];
  return nullptr;
}

// Does what would have happened without this handler. By default that ends the
// process: the signal, which is blocked in the handler, is raised again on
// return.
void passOn(int Signal, siginfo_t *Info, void *Context) {
  const struct sigaction *Previous = handlerBefore(Signal);
  bool FromKernel = Info->si_code > 0;
  if (Previous->sa_flags & SA_SIGINFO)
    return Previous->sa_sigaction(Signal, Info, Context);
  if (Previous->sa_handler == SIG_IGN && !FromKernel)
    return;
  if (Previous->sa_handler != SIG_DFL && Previous->sa_handler != SIG_IGN)
    return Previous->sa_handler(Signal);
  ::signal(Signal, SIG_DFL);
  ::raise(Signal);
}

void handle(int Signal, siginfo_t *Info, void *Context) {
  RecoverFromCrash(Signal);
  passOn(Signal, Info, Context);
}

bool isOurs(const struct sigaction &Action) {
  return Action.sa_flags & SA_SIGINFO && Action.sa_sigaction == handle;
}
} // namespace

CrashSignals::CrashSignals(CrashRecovery Recover) {
  MutexLock Lock(Guard);
  if (NumUsers++)
    return;
  RecoverFromCrash = Recover;
  struct sigaction Ours = {};
  Ours.sa_sigaction = handle;
  Ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&Ours.sa_mask);
  for (int I = 0; I != NumCrashSignals; ++I)
    ::sigaction(CrashSignalNumbers[I], nullptr, &Before[I]);
  for (int Signal : CrashSignalNumbers)
    ::sigaction(Signal, &Ours, nullptr);
}

CrashSignals::~CrashSignals() {
  MutexLock Lock(Guard);
  if (--NumUsers)
    return;
  for (int I = 0; I != NumCrashSignals; ++I) {
    // A handler that the program has set in the meantime stays.
    struct sigaction Now;
    ::sigaction(CrashSignalNumbers[I], nullptr, &Now);
    if (isOurs(Now))
      ::sigaction(CrashSignalNumbers[I], &Before[I], nullptr);
  }
}

} // namespace ompjit::jit
