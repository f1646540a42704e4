//===- Deferred.h - Constructs that go on after the runtime returned ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `nowait` construct is a task of libomp. On a device that overlaps with the
// host its work is put into a queue and the task is given back to libomp, whose
// thread does something else and asks from time to time whether the work is
// done. Without such a device, or where libomp cannot resume the task, the
// construct is done before the runtime returns; it is still libomp that runs
// it beside the program's thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H
#define OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H

#include "device/Device.h"
#include "plugin/Operation.h"

#include "ompjit/Abi.h"

#include <memory>

namespace ompjit {

/// What the task of a deferred construct keeps.
struct DeferredConstruct {
  DeferredConstruct(Device &Where, const ident_t *Location)
      : DeviceId(Where.id()), Location(Location), Running(Where.running()),
        Work(std::make_shared<Operation>(Where.data().device(),
                                         Where.queues())) {
    Work->retain();
  }

  int DeviceId;
  const ident_t *Location;
  RunningLaunches::Guard Running;
  std::shared_ptr<Operation> Work;
};

/// Where libomp keeps the DeferredConstruct of the task that the calling thread
/// runs; null where the construct has to be done before the runtime returns.
void **deferredHandle(Device &Where, bool IsNoWait);

/// From now on constructs are done before the runtime returns, and those that
/// were deferred when libomp asks for them: while the program ends libomp loses
/// tasks that come back, and waits for them for ever.
void deferNoMore();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H
