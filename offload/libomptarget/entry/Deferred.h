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
// done. Without such a device, or if libomp cannot resume the task, the
// construct is done before the runtime returns; libomp still runs it
// concurrently with the program's thread.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H
#define OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H

#include "device/Device.h"
#include "plugin/Operation.h"

#include "ompjit/Abi.h"

#include <memory>

namespace ompjit {

/// The state that the task of a deferred construct keeps.
struct DeferredConstruct {
  DeferredConstruct(Device &Target, const ident_t *Location)
      : DeviceId(Target.id()), Location(Location), Running(Target.running()),
        Work(std::make_shared<Operation>(Target.data().device(),
                                         Target.queues())) {
    Work->retain();
  }

  int DeviceId;
  const ident_t *Location;
  RunningLaunches::Guard Running;
  std::shared_ptr<Operation> Work;
};

/// Returns where libomp keeps the DeferredConstruct of the task that the
/// calling thread runs; null if the construct has to be done before the runtime
/// returns.
void **deferredHandle(Device &Target, bool IsNoWait);

/// Makes constructs be done before the runtime returns from now on, and
/// deferred ones when libomp next asks for them: while the program ends, libomp
/// loses tasks that are resumed and waits for them for ever.
void deferNoMore();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_DEFERRED_H
