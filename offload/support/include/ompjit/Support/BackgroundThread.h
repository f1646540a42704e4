//===- BackgroundThread.h - A thread beside the program's -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most background threads give way to the program's: they have batch scheduling
// and a nice value of 10, which is a tenth of a processor if all are busy. They
// do not have the idle class: libomp's threads spin between kernels, and a
// compile that gets no time at all comes too late. Threads that they start
// inherit this.
//
// Threads: an object may be used by one thread at a time.
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
  Normal, ///< A thread of the program is likely to be waiting for it.
};

class BackgroundThread {
public:
  /// Returns null if the system cannot start a thread. The thread takes none of
  /// the program's signals and has the default floating-point environment. \p
  /// Name, of at most 15 characters, is for debuggers and `ps -L`.
  static std::unique_ptr<BackgroundThread> start(Priority, const char *Name,
                                                 std::function<void()> Main);

  /// Waits until the thread ends.
  ~BackgroundThread();
  BackgroundThread(const BackgroundThread &) = delete;
  BackgroundThread &operator=(const BackgroundThread &) = delete;

  /// Lets the thread run on without being waited for. It must own everything
  /// that it uses.
  void leave() {
    ::pthread_detach(Thread);
    forget();
  }

  /// To be called in the child of a fork, where the thread does not exist.
  void forget() { IsKnown = false; }

private:
  BackgroundThread() = default;

  pthread_t Thread = {};
  bool IsKnown = false;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_BACKGROUNDTHREAD_H
