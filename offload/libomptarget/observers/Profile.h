//===- observers/Profile.h - LIBOMPTARGET_PROFILE -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a trace in which constructs and routines, data operations and kernels
// are complete events ("X"), and devices and images are instants. Times are
// those of the system's monotonic clock, so that traces of several processes on
// one machine fit together.
//
// Threads: events may come from any thread; they share only the file.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H

#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/TraceFile.h"
#include "support/Diagnostics.h"
#include "support/Observer.h"

namespace ompjit {

class ProfileObserver : public Observer {
public:
  /// Events shorter than \p GranularityUs are left out.
  ProfileObserver(std::string File, uint64_t GranularityUs,
                  std::function<void(const Error &)> Warn)
      : File(std::move(File),
             [Warn = std::move(Warn)](const std::string &Path,
                                      const std::string &Why) {
               Warn(diagnose(Diagnostic::TraceFailed, {Path, Why}));
             }),
        GranularityNs(GranularityUs * 1000) {}

  void constructBegins(const ConstructEvent &) override;
  void constructEnds(const ConstructEvent &) override;
  void constructPauses(const ConstructEvent &) override;
  void constructResumes(const ConstructEvent &) override;
  void dataBegins(const DataEvent &) override;
  void dataEnds(const DataEvent &) override;
  void kernelBegins(const KernelEvent &) override;
  void kernelEnds(const KernelEvent &) override;
  void deviceOpened(const DeviceEvent &) override;
  void imageLoaded(const ImageEvent &) override;
  void imageUnloads(const ImageEvent &) override;
  void finish() override { File.finish(); }

private:
  void complete(std::string_view Category, std::string_view Name,
                const std::string &Arguments);
  void instant(std::string_view Name, const std::string &Arguments);

  TraceFile File;
  const uint64_t GranularityNs;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_PROFILE_H
