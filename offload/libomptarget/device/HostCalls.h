//===- HostCalls.h - Calls of the host's functions by kernels -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device whose code has __llvm_omp_host_call gets a mailbox, and a thread
// that looks into it while its kernels run: no interrupt tells the host of a
// call. It looks more seldom the longer nobody calls, and not at all when
// nothing runs. Of all devices one function is called at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_HOSTCALLS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_HOSTCALLS_H

#include "HostMailbox.h"
#include "RunningLaunches.h"
#include "ompjit/Support/Mutex.h"
#include "plugin/PluginDevice.h"

#include "ompjit/Support/BackgroundThread.h"
#include "ompjit/Support/Result.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace ompjit {

class LoadedLibrary;

class HostCalls {
public:
  /// Ends the program.
  using Fail = std::function<void(const Error &)>;

  explicit HostCalls(const RunningLaunches &Running) : Running(Running) {}
  ~HostCalls();
  HostCalls(const HostCalls &) = delete;
  HostCalls &operator=(const HostCalls &) = delete;

  /// Tells the code of \p Library where its calls go, if it makes any. One
  /// thread at a time.
  Status tell(const PluginDevice &, LoadedLibrary &Library, const Fail &);

  /// Whether code of the device may make calls.
  bool isConnected() const {
    return IsConnected.load(std::memory_order_acquire);
  }
  /// A kernel is about to run, which is among the running ones already. Only
  /// where isConnected().
  Status wake();

  /// Around fork(), and in the child, where neither threads nor kernels are.
  void lockForFork() OMPJIT_NO_ANALYSIS { ThreadMutex.lock(); }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS { ThreadMutex.unlock(); }
  void forgetThread() OMPJIT_NO_ANALYSIS;

  /// When no code runs any more.
  void release();

private:
  Status connect(const PluginDevice &, const Fail &);
  void run();
  void serve();
  void endThread();

  const RunningLaunches &Running;
  // Set by the first library that calls.
  PluginDevice Device;
  void *Memory = nullptr; ///< Of the mailbox.
  void *Locks = nullptr;
  std::optional<HostMailbox> Mailbox;
  Fail EndProgram;
  std::atomic<bool> IsConnected = false;

  Mutex ThreadMutex;
  std::unique_ptr<BackgroundThread> Thread OMPJIT_GUARDED_BY(ThreadMutex);
  bool IsForked OMPJIT_GUARDED_BY(ThreadMutex) = false;
  std::atomic<bool> IsWanted = false; ///< What the thread waits for.
  std::atomic<bool> IsEnding = false;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_HOSTCALLS_H
