//===- HostCalls.h - Calls of the host's functions by kernels -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device whose code contains __llvm_omp_host_call gets a mailbox, and a
// thread that polls it while kernels run, because no interrupt tells the host
// about a call. The thread polls less often the longer there is no call, and
// not at all when no kernel runs. One function is called at a time, for all
// devices together.
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

  /// Tells the code of \p Library where the mailbox is, if it makes any calls.
  /// One thread at a time.
  Status tell(const PluginDevice &, LoadedLibrary &Library, const Fail &);

  /// Whether code of the device may make calls.
  bool isConnected() const {
    return IsConnected.load(std::memory_order_acquire);
  }
  /// To be called before a kernel runs, when it is counted among the running
  /// ones. Only if isConnected().
  Status wake();

  /// To be called around fork(), and in the child, which has neither the thread
  /// nor kernels.
  void lockForFork() OMPJIT_NO_ANALYSIS { ThreadMutex.lock(); }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS { ThreadMutex.unlock(); }
  void forgetThread() OMPJIT_NO_ANALYSIS;

  /// To be called when no code runs any more.
  void release();

private:
  Status connect(const PluginDevice &, const Fail &);
  void run();
  void serve();
  void endThread();

  const RunningLaunches &Running;
  // Set by the first library that makes calls.
  PluginDevice Device;
  void *Memory = nullptr; ///< Memory of the mailbox.
  void *Locks = nullptr;
  std::optional<HostMailbox> Mailbox;
  Fail EndProgram;
  std::atomic<bool> IsConnected = false;

  Mutex ThreadMutex;
  std::unique_ptr<BackgroundThread> Thread OMPJIT_GUARDED_BY(ThreadMutex);
  bool IsForked OMPJIT_GUARDED_BY(ThreadMutex) = false;
  std::atomic<bool> IsWanted = false; ///< Wakes the thread.
  std::atomic<bool> IsEnding = false;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_HOSTCALLS_H
