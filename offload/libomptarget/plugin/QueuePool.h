//===- QueuePool.h - Queues and events of a device, kept for reuse --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making a queue costs a driver call of tens of microseconds, so the queues of
// finished constructs wait here for the next ones, and events too. Thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_QUEUEPOOL_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_QUEUEPOOL_H

#include "PluginDevice.h"
#include "ompjit/Support/Mutex.h"

#include "ompjit/Support/Result.h"

#include <memory>
#include <vector>

namespace ompjit {

class QueuePool {
public:
  explicit QueuePool(const PluginDevice &Device) : Device(Device) {}
  /// All queues and events must have been given back.
  ~QueuePool();
  QueuePool(const QueuePool &) = delete;
  QueuePool &operator=(const QueuePool &) = delete;

  /// Returns an empty queue.
  Result<ompjit_queue *> takeQueue();
  /// \p Empty must be synchronised.
  void giveBack(ompjit_queue *Empty);

  Result<ompjit_event *> takeEvent();
  void giveBack(ompjit_event *);

private:
  const PluginDevice Device;
  Mutex PoolMutex;
  std::vector<ompjit_queue *> Queues OMPJIT_GUARDED_BY(PoolMutex);
  std::vector<ompjit_event *> Events OMPJIT_GUARDED_BY(PoolMutex);
};

/// The place in a queue after which the data of a construct is on the device.
/// Returns to its pool when nobody waits for it any longer.
class ArrivalEvent {
public:
  /// Makes an event behind everything that is in \p Queue now.
  static Result<std::shared_ptr<ArrivalEvent>>
  record(const PluginDevice &Device, QueuePool &Pool, ompjit_queue *Queue);

  ArrivalEvent(const PluginDevice &Device, QueuePool &Pool, ompjit_event *Event)
      : Device(Device), Pool(Pool), Event(Event) {}
  ~ArrivalEvent() { Pool.giveBack(Event); }
  ArrivalEvent(const ArrivalEvent &) = delete;
  ArrivalEvent &operator=(const ArrivalEvent &) = delete;

  /// Makes \p Queue wait for the event, or the calling thread if \p Queue is
  /// null.
  Status await(ompjit_queue *Queue) const;

private:
  const PluginDevice Device;
  QueuePool &Pool;
  ompjit_event *const Event;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_QUEUEPOOL_H
