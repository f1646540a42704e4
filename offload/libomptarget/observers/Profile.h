//===- observers/Profile.h - LIBOMPTARGET_PROFILE -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a trace in which constructs and routines, data operations and kernels
// are complete events ("X"), devices and images are instants, and the runs of
// kernels that a queue starts later are a "b" and an "e". Times are those of
// the system's monotonic clock, so that traces of several processes on one
// machine fit together.
//
// Used for LIBOMPTARGET_PROFILE, and for OMP_JIT_TRACE together with the JIT
// engine, which writes to the same file.
//
// Events are put together without allocations, and collected by the file,
// because anything else would take as long as a short launch.
//
// Threads: events may come from any thread; they share only the file.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H

#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/TraceFile.h"
#include "support/Observer.h"

#include <atomic>

namespace ompjit {

class ProfileObserver : public Observer {
public:
  /// Events shorter than \p GranularityUs are left out. \p File must live as
  /// long as the observer.
  ProfileObserver(TraceFile &File, uint64_t GranularityUs)
      : File(File), GranularityNs(GranularityUs * 1000) {}

  void constructBegins(const ConstructEvent &) override;
  void constructEnds(const ConstructEvent &) override;
  void constructPauses(const ConstructEvent &) override;
  void constructResumes(const ConstructEvent &) override;
  void dataBegins(const DataEvent &) override;
  void dataEnds(const DataEvent &) override;
  void kernelBegins(const KernelEvent &) override;
  void kernelEnds(const KernelEvent &) override;
  void kernelRan(const KernelRun &) override;
  bool wantsRunTimes() const override { return true; }
  void kernelFound(const FoundKernelEvent &) override;
  void deviceOpened(const DeviceEvent &) override;
  void imageLoaded(const ImageEvent &) override;
  void imageUnloads(const ImageEvent &) override;

private:
  /// \p Name has its quotes.
  void complete(std::string_view Category, std::string_view Name,
                std::string_view Arguments);
  void instant(std::string_view Name, std::string_view Arguments);
  template <typename Body>
  void write(std::string_view Name, uint64_t Ns, uint64_t NowNs,
             Body AddMembers);

  TraceFile &File;
  const uint64_t GranularityNs;
  std::atomic<uint64_t> NumRuns = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H
