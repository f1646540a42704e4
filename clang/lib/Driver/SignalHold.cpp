//===- SignalHold.cpp - Put off the signals that end the driver -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignalHold.h"

#include <initializer_list>

using namespace ompjit::driver;

SignalHold::SignalHold() {
  sigset_t Held;
  sigemptyset(&Held);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&Held, Signal);
  pthread_sigmask(SIG_BLOCK, &Held, &Before);
}

void SignalHold::release() {
  if (Holds)
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  Holds = false;
}
