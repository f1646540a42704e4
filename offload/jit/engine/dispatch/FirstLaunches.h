//===- FirstLaunches.h - What first launches leave to the background ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the package has a native image, a kernel's first launch runs that, and
// shall take no longer than without a JIT: 6 us, while waking a thread takes 8,
// starting one 60, and a look into the cache on disk 30 and more. So a thread
// is started when the native image is loaded. Launches put their kernel in a
// list and go on; the thread looks there after 1 ms, then less and less often,
// and at once when a kernel's second launch finds that it has not looked yet.
// After two quiet seconds it sleeps, and the next first launch wakes it.
//
// The thread ends when all kernels that it waits for have had their first
// launch. It touches the list inside of the fork gate only; a child of fork()
// has no such thread, and what was in the list is left to the next launches.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_FIRSTLAUNCHES_H
#define OMPJIT_JIT_FIRSTLAUNCHES_H

#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Support/BackgroundThread.h"
#include "ompjit/Support/Mutex.h"

#include <chrono>
#include <memory>
#include <semaphore.h>
#include <vector>

namespace ompjit::jit {

/// A kernel whose first launch has its image looked for behind it.
class FirstLaunchClient {
public:
  virtual ~FirstLaunchClient() = default;
  /// Looks for the image and asks for a compile of it; called withoutLinker.
  virtual void lookForImage() = 0;
  /// Instead of that: the next launch is to do it.
  virtual void leaveToNextLaunch() = 0;
};

class FirstLaunches {
public:
  using Period = std::chrono::milliseconds;

  explicit FirstLaunches(ProcessLocks &,
                         Period Quiet = std::chrono::seconds(2));
  /// Waits for the thread's end.
  ~FirstLaunches();
  FirstLaunches(const FirstLaunches &) = delete;
  FirstLaunches &operator=(const FirstLaunches &) = delete;

  /// So many kernels more may be added; starts the thread if need be.
  void expect(size_t NumKernels);
  /// One of them will not be.
  void expectFewer();

  /// Costs no system call unless the thread sleeps. False where there is none.
  /// To be called inside of the fork gate.
  bool add(FirstLaunchClient &);
  /// Has the list looked at now.
  void lookNow();
  /// It goes away; waits for its lookForImage().
  void remove(FirstLaunchClient &);

  /// The program ends: lets those in the list begin that can in this time.
  void finish(Period AtMost);
  /// In the child of a fork().
  void forgetThread();

  /// Whether the thread does not look at the list until it is woken.
  bool isAsleep();

private:
  enum class Step { Wait, Sleep, End };

  void run();
  bool serveSome();
  Step step(bool IsQuiet);
  void wake() OMPJIT_REQUIRES(Guard);
  FirstLaunchClient *next();
  bool isBusy();

  ProcessLocks &Process;
  const Period LongestQuiet;
  /// Taken inside of the fork gate only.
  Mutex Guard;
  size_t NumExpected OMPJIT_GUARDED_BY(Guard) = 0;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  std::vector<FirstLaunchClient *> Waiting OMPJIT_GUARDED_BY(Guard);
  FirstLaunchClient *Current OMPJIT_GUARDED_BY(Guard) = nullptr; ///< At it.
  bool IsRunning OMPJIT_GUARDED_BY(Guard) = false; ///< The thread.
  bool IsAsleep OMPJIT_GUARDED_BY(Guard) = false;
  std::unique_ptr<BackgroundThread> Thread OMPJIT_GUARDED_BY(Guard);
  /// What the thread sleeps at. No condition variable: in the child of a fork
  /// it would go on to wait for the thread.
  sem_t WakeUp;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FIRSTLAUNCHES_H
