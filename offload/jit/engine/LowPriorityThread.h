//===- LowPriorityThread.h - A thread that gives way to the program's -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs beside the program's threads, which go first: batch scheduling and a
// nice value of 10, a tenth of a processor where all are busy. Not the idle
// class: libomp's threads spin between kernels, and a compile that gets no time
// at all comes too late. Threads that it starts inherit that.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LOWPRIORITYTHREAD_H
#define OMPJIT_JIT_LOWPRIORITYTHREAD_H

#include <functional>
#include <memory>
#include <pthread.h>

namespace ompjit::jit {

class LowPriorityThread {
public:
  /// Null if the system starts none. The thread takes none of the program's
  /// signals.
  static std::unique_ptr<LowPriorityThread> start(std::function<void()> Main);

  /// Waits for its end.
  ~LowPriorityThread();
  LowPriorityThread(const LowPriorityThread &) = delete;
  LowPriorityThread &operator=(const LowPriorityThread &) = delete;

  /// After a fork, in the child: there is no such thread.
  void forget() { IsKnown = false; }

private:
  explicit LowPriorityThread(pthread_t Thread) : Thread(Thread) {}

  const pthread_t Thread;
  bool IsKnown = true;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LOWPRIORITYTHREAD_H
