//===- FirstLaunches.h - Background work of first launches ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the package has a native image, a kernel's first launch runs that. It
// should take no longer than without a JIT: 6 us, while waking a thread takes 8
// us, starting one 60 us, and reading the cache on disk 30 us or more. So a
// thread is started when the native image is loaded. First launches add their
// kernel to a list and go on. The thread checks the list after 1 ms, then less
// and less often, and at once if a kernel's second launch finds that it has not
// done so yet. After two seconds without a first launch it sleeps, and the next
// first launch wakes it.
//
// The thread ends when all expected kernels have had their first launch. It
// accesses the list only inside of the fork gate. A child of fork() has no such
// thread; the next launches of the kernels in the list do the work there.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_FIRSTLAUNCHES_H
#define OMPJIT_JIT_FIRSTLAUNCHES_H

#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Support/BackgroundThread.h"
#include "ompjit/Support/Mutex.h"
#include "supply/WakeUp.h"

#include <chrono>
#include <memory>
#include <vector>

namespace ompjit::jit {

/// A kernel whose image is looked up in the background after its first launch.
class FirstLaunchClient {
public:
  virtual ~FirstLaunchClient() = default;
  /// Looks for the image, and requests a compile of it if there is none. Called
  /// withoutLinker.
  virtual void lookForImage() = 0;
  /// Called instead of lookForImage(): leaves the work to the next launch.
  virtual void leaveToNextLaunch() = 0;
};

class FirstLaunches {
public:
  using Period = std::chrono::milliseconds;

  explicit FirstLaunches(ProcessLocks &,
                         Period Quiet = std::chrono::seconds(2));
  /// Waits until the thread has ended.
  ~FirstLaunches();
  FirstLaunches(const FirstLaunches &) = delete;
  FirstLaunches &operator=(const FirstLaunches &) = delete;

  /// Announces that so many more kernels will be added; starts the thread if it
  /// does not run.
  void expect(size_t NumKernels);
  /// Announces that one of the kernels will not be added.
  void expectFewer();

  /// Adds a kernel to the list. Makes no system call unless the thread sleeps.
  /// Returns false if there is no thread. To be called inside of the fork gate.
  bool add(FirstLaunchClient &);
  /// Makes the thread check the list now.
  void lookNow();
  /// Removes a kernel; waits until its lookForImage() has ended.
  void remove(FirstLaunchClient &);

  /// To be called when the program ends. Lets the kernels in the list be served
  /// for at most \p AtMost, and drops the others.
  void finish(Period AtMost);
  /// To be called in the child of a fork().
  void forgetThread();

  /// Whether the thread sleeps until it is woken.
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
  /// To be locked only inside of the fork gate.
  Mutex Guard;
  size_t NumExpected OMPJIT_GUARDED_BY(Guard) = 0;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  std::vector<FirstLaunchClient *> Waiting OMPJIT_GUARDED_BY(Guard);
  FirstLaunchClient *
      Current OMPJIT_GUARDED_BY(Guard) = nullptr;  ///< The one being
                                                   ///< served.
  bool IsRunning OMPJIT_GUARDED_BY(Guard) = false; ///< The thread runs.
  bool IsAsleep OMPJIT_GUARDED_BY(Guard) = false;
  std::unique_ptr<BackgroundThread> Thread OMPJIT_GUARDED_BY(Guard);
  WakeUp Bell; ///< For the thread.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_FIRSTLAUNCHES_H
