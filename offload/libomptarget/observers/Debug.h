//===- observers/Debug.h - LIBOMPTARGET_DEBUG -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints everything: each event in detail, and the runtime's notes on its
// decisions. For people; the text is not an interface.
//
//   omptarget debug 0.001234 [4711] device 0: begin copy to device: ...
//
// Lines begin with the seconds since the start and the system's number of the
// thread; nested events are indented.
//
// Threads: events may come from any thread; each line is printed at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_DEBUG_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_DEBUG_H

#include "support/Observer.h"

#include <chrono>
#include <functional>
#include <string>

namespace ompjit {

class DebugObserver : public Observer {
public:
  /// \p PrintLine receives whole lines.
  explicit DebugObserver(std::function<void(const std::string &)> PrintLine)
      : PrintLine(std::move(PrintLine)) {}

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
  void note(std::string_view) override;
  void finish() override;

private:
  void print(int DeviceId, std::string_view Text);

  const std::function<void(const std::string &)> PrintLine;
  const std::chrono::steady_clock::time_point Start =
      std::chrono::steady_clock::now();
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_DEBUG_H
