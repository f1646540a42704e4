//===- WakeUp.h - Threads that rest until they are woken --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not a condition variable, because that would still wait for the resting
// threads in the child of a fork.
//
// Private to the engine. Thread-safe, except for forgetThreads().
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_WAKEUP_H
#define OMPJIT_JIT_WAKEUP_H

#include <chrono>
#include <ctime>
#include <semaphore.h>

namespace ompjit::jit {

class WakeUp {
public:
  WakeUp() { ::sem_init(&Calls, 0, 0); }
  ~WakeUp() { ::sem_destroy(&Calls); }
  WakeUp(const WakeUp &) = delete;
  WakeUp &operator=(const WakeUp &) = delete;

  /// Wakes one thread, or the next one that would rest. Calls that no thread
  /// has answered are not kept without end.
  void wake() {
    int NumUnanswered = 0;
    ::sem_getvalue(&Calls, &NumUnanswered);
    if (NumUnanswered < MostCalls)
      ::sem_post(&Calls);
  }

  void rest() { (void)::sem_wait(&Calls); }
  void restFor(std::chrono::nanoseconds AtMost) {
    timespec End = {};
    ::clock_gettime(CLOCK_MONOTONIC, &End);
    const auto Ns = AtMost.count() + End.tv_nsec;
    End.tv_sec += Ns / 1000000000;
    End.tv_nsec = Ns % 1000000000;
    (void)::sem_clockwait(&Calls, CLOCK_MONOTONIC, &End);
  }

  /// To be called in the child of a fork().
  void forgetThreads() { ::sem_init(&Calls, 0, 0); }

private:
  static constexpr int MostCalls = 16;

  sem_t Calls;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_WAKEUP_H
