//===- Ompt.h - Tells an OMPT tool what happens on devices ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device part of OpenMP's tool interface: device_initialize, _load, _unload
// and _finalize, target, target_data_op, target_submit and target_map, the last
// four with and without EMI. If a tool has registered both, only the EMI
// callback is called.
//
// The events of a program are those that the packaged runtime reports, in its
// order, except where that runtime is wrong:
//  - constructs with `nowait` have the nowait kinds; it reports the kinds
//    without;
//  - each construct of the callbacks without EMI has a target id of its own; it
//    gives 0 or 1;
//  - target_data_op is called when the operation is over, as OpenMP says, so
//    that an allocation shows its address; it calls before;
//  - target_map is called, once for each construct that maps something, before
//    the kernel is submitted; it never calls it;
//  - device_unload is called when a shared library is closed;
//  - a device is initialised at its first use, not when the program starts;
//  - a copy within a device is one transfer from the device to the same one,
//    omp_target_memset one to it without a source; it copies through the host.
//
// Threads: events may come from any thread; each thread's constructs are its
// own. For the tool, a deferred construct ends when its work is done, which may
// be on another thread than the one where it began; what it frees then is
// reported inside of it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_OMPT_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_OMPT_H

#include "OmptInterface.h"
#include "ompjit/Support/Mutex.h"
#include "support/Observer.h"

#include <atomic>
#include <map>
#include <vector>

namespace ompjit {

/// What the observer uses of libomp and of the runtime.
struct OmptSurroundings {
  /// ompt_get_callback: returns 1 and the callback if one is registered.
  int (*GetCallback)(int Event, ompt::Function *);
  ompt::Data *(*GetTaskData)();       ///< Null: there is none.
  ompt::Data *(*GetTargetTaskData)(); ///< Null: there is none.
  int (*GetHostNumber)();             ///< The host's device number.
};

class OmptObserver : public Observer {
public:
  explicit OmptObserver(const OmptSurroundings &Around) : Around(Around) {}

  void constructBegins(const ConstructEvent &) override;
  void constructEnds(const ConstructEvent &) override;
  void constructPauses(const ConstructEvent &) override;
  void constructResumes(const ConstructEvent &) override;
  void dataBegins(const DataEvent &) override;
  void dataEnds(const DataEvent &) override;
  void kernelBegins(const KernelEvent &) override;
  void kernelEnds(const KernelEvent &) override;
  void mapping(const MappingEvent &) override;
  void deviceOpened(const DeviceEvent &) override;
  void deviceCloses(const DeviceEvent &) override;
  void imageLoaded(const ImageEvent &) override;
  void imageUnloads(const ImageEvent &) override;
  /// Reports the end of all devices; nothing is reported afterwards. May be
  /// called more than once.
  void finish() override;

private:
  struct Region;

  template <typename Callback> Callback callback(ompt::Event) const;
  bool isOver() const { return Over.load(std::memory_order_relaxed); }
  ompt::Id newId() { return NextId.fetch_add(1, std::memory_order_relaxed); }
  Region &innermost();
  void tellConstruct(Region &, const ConstructEvent &, ompt::Endpoint);
  void tellData(const DataEvent &, ompt::Endpoint);
  void tellMappings(Region &);

  const OmptSurroundings Around;
  std::atomic<bool> Over = false;
  std::atomic<ompt::Id> NextId = 1;

  struct Image {
    ImageEvent Event;
    uint64_t ModuleId;
  };
  Mutex ListMutex;
  /// By ConstructEvent::Deferred.
  std::map<const void *, Region *> Paused OMPJIT_GUARDED_BY(ListMutex);
  std::vector<int> OpenDevices OMPJIT_GUARDED_BY(ListMutex);
  std::vector<Image> Images OMPJIT_GUARDED_BY(ListMutex);
  uint64_t NextModuleId OMPJIT_GUARDED_BY(ListMutex) = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_OMPT_H
