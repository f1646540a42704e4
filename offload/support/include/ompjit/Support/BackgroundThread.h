//===- BackgroundThread.h - A thread beside the program's -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most run beside the program's threads, which go first: batch scheduling and a
// nice value of 10, a tenth of a processor where all are busy. Not the idle
// class: libomp's threads spin between kernels, and a compile that gets no time
// at all comes too late. Threads that it starts inherit that.
//
// Threads: an object is one thread's at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_BACKGROUNDTHREAD_H
#define OMPJIT_SUPPORT_BACKGROUNDTHREAD_H

#include <functional>
#include <memory>
#include <pthread.h>

namespace ompjit {

enum class Priority {
  Low,
  Normal, ///< A thread of the program is likely to wait for it.
};

class BackgroundThread {
public:
  /// Null if the system starts none. The thread takes none of the program's
  /// signals and has the default floating-point environment. \p Name, of at
  /// most 15 characters, is what debuggers and `ps -L` call it.
  static std::unique_ptr<BackgroundThread> start(Priority, const char *Name,
                                                 std::function<void()> Main);

  /// Waits for its end.
  ~BackgroundThread();
  BackgroundThread(const BackgroundThread &) = delete;
  BackgroundThread &operator=(const BackgroundThread &) = delete;

  /// Does not wait for its end. It must own what it works on.
  void leave() {
    ::pthread_detach(Thread);
    forget();
  }

  /// After a fork, in the child: there is no such thread.
  void forget() { IsKnown = false; }

private:
  BackgroundThread() = default;

  pthread_t Thread = {};
  bool IsKnown = false;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_BACKGROUNDTHREAD_H
