//===- FakePlugin.h - A plugin for tests: memory without a device ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device memory of this plugin is ordinary memory of which it keeps
// account, so that a test sees leaks, copies and calls, and can make any
// allocation or copy fail. Each test has its own plugin; the table's functions
// find it through the device handle.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_UNITTESTS_FAKEPLUGIN_H
#define OMPJIT_LIBOMPTARGET_UNITTESTS_FAKEPLUGIN_H

#include "plugin/PluginDevice.h"

#include "ompjit/Plugin.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

/// A queue that runs its operations only when it is synchronised or when the
/// test runs it, never by itself, so that tests see what has to wait for what.
struct ompjit_queue {
  std::deque<std::function<int(ompjit_error *)>> Work;
};

struct ompjit_event {
  /// The queue in which it is recorded and not over yet.
  ompjit_queue *Recorded = nullptr;
};

struct ompjit_device {
  std::mutex Mutex;
  std::map<void *, uint64_t> Live; ///< The allocations and their sizes.
  std::atomic<int> CopiesTo = 0, CopiesFrom = 0;
  std::atomic<uint64_t> BytesTo = 0, BytesFrom = 0;
  /// Copies from another device of the plugin.
  std::atomic<int> CopiesBeside = 0;
  std::atomic<bool> FailAllocations = false, FailCopies = false;
  std::atomic<bool> FailCopiesBeside = false;
  std::vector<ompjit_queue *> Queues; ///< All queues that were ever made.
  int LiveQueues = 0, LiveEvents = 0;
};

namespace ompjit::test {

class FakePlugin {
public:
  FakePlugin();
  ~FakePlugin();

  size_t liveAllocations();
  PluginDevice device() { return PluginDevice(Table, &State, 0, Observers); }
  /// Returns another device of this plugin.
  PluginDevice other() { return PluginDevice(Table, &Other, 1, Observers); }
  /// Lets copies between the two devices bypass the host.
  void connect();

  ompjit_device State, Other;
  ompjit_plugin Table;
  ObserverList Observers;
};

} // namespace ompjit::test

#endif // OMPJIT_LIBOMPTARGET_UNITTESTS_FAKEPLUGIN_H
