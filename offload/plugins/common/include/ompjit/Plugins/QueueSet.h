//===- QueueSet.h - The queues of a vendor's device -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations without a queue use a private one. A device keeps as many of these
// as were ever needed at a time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_QUEUESET_H
#define OMPJIT_PLUGINS_COMMON_QUEUESET_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <vector>

namespace ompjit::plugins {

/// All queues of a device, including private ones. Thread-safe.
class QueueSet {
public:
  void add(ompjit_queue *New);
  void remove(ompjit_queue *Old);
  /// Removes all queues from the set and returns them.
  std::vector<ompjit_queue *> takeAll();

  /// Returns a private queue for exclusive use until it is given back; null if
  /// all are in use.
  ompjit_queue *takeIdle();
  void giveBack(ompjit_queue *Own);

  template <typename Function> void forEach(Function Callback) {
    MutexLock Lock(Guard);
    for (const ompjit_queue *Each : All)
      Callback(*Each);
  }

private:
  Mutex Guard;
  std::vector<ompjit_queue *> All OMPJIT_GUARDED_BY(Guard);
  /// The private queues that are not in use.
  std::vector<ompjit_queue *> Idle OMPJIT_GUARDED_BY(Guard);
};

/// Puts an operation into \p Into by \p Put, which takes the call and a queue
/// and returns 0 on success. If \p Into is null, the operation is over on
/// return. The plugin supplies Call, makeQueue(), which makes a queue in the
/// device's set and returns null on failure, and finish(), which waits for a
/// queue.
template <typename Call, typename Device, typename Queue, typename Function>
int operate(Device *D, Queue *Into, ompjit_error *Error, Function Put) {
  Call In(*D, Error);
  if (!In)
    return 1;
  if (Into) {
    Into->noteWork();
    return Put(In, *Into);
  }
  Queue *Own = D->Queues.takeIdle();
  if (!Own)
    Own = makeQueue(In);
  if (!Own)
    return 1;
  Own->noteWork();
  int Failed = Put(In, *Own);
  if (!Failed)
    Failed = finish(In, *Own);
  D->Queues.giveBack(Own);
  return Failed;
}

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_QUEUESET_H
