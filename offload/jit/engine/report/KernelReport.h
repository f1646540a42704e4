//===- KernelReport.h - What is told about a kernel -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel on one device, as people see it: its counts (OMP_JIT_STATS), its
// lines (OMP_JIT_INFO) and its events (OMP_JIT_TRACE). Who works on the kernel
// says here what happened, and nothing anywhere else.
//
// Private to the engine. Thread-safe. Where nobody listens a launch pays for
// its count and two comparisons.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELREPORT_H
#define OMPJIT_JIT_KERNELREPORT_H

#include "Log.h"
#include "Statistics.h"
#include "Trace.h"
#include "variants/Scheme.h"

#include <string>
#include <string_view>

namespace ompjit::jit {

class KernelReport {
public:
  KernelReport(const Settings &Chosen, const Log &Lines, Trace &Events,
               KernelStatistics &Counts, std::string_view Kernel, int DeviceId)
      : Lines(Lines), Events(Events), Counts(Counts), Kernel(Kernel),
        DeviceId(DeviceId), KeepsNotes(!Chosen.StatsFile.empty()) {}

  const std::string &kernel() const { return Kernel; }
  KernelStatistics &counts() const { return Counts; }

  bool isTraced() const { return Events.isOn(); }
  /// All that select() did for a launch, since then.
  void selected(uint64_t StartNs, const std::string &Outcome) const;

  /// How many launches were served in the same way before.
  uint64_t launched(Served How, bool IsStandIn) const {
    const uint64_t Number = Counts.countLaunch(How);
    if (IsStandIn)
      Counts.countStandIn();
    if (Lines.wants(LogLevel::Launches) || Events.isOn()) [[unlikely]]
      tellLaunch(How, IsStandIn);
    return Number;
  }
  void launchFailed() const { Counts.countFailedLaunch(); }

  /// Why the images at hand do not fit: what differs from the nearest of them.
  /// Empty where nobody will read it. \p Current is the kernel's scheme,
  /// \p NumFacts how many it had at first.
  std::string whyNew(const Variant &, const Scheme &Current,
                     size_t NumFacts) const;
  void compiled(const WantedImage &, const ObtainedImage &,
                const std::string &Why) const;
  /// The same for a compile in the background, which may outlive this.
  CompileReport compiledBehind(const WantedImage &, std::string Why) const;

  void loaded() const { Counts.countImage(); }
  void published(const std::vector<Fact> &) const;
  void unloaded(uint64_t Bytes) const;
  /// An image does not load; another one is made.
  void refused(const Error &Reason) const;
  /// Something else will serve.
  void failed(const Error &Reason) const;

  void gaveUp(const Reasons &) const;
  /// How long the image takes, against the generic one, in so many pairs of
  /// launches.
  void tried(const Variant &, double Ratio, size_t Pairs, bool IsSlower) const;

private:
  bool explainsCompiles() const {
    return Lines.wants(LogLevel::Compiles) || KeepsNotes;
  }
  void tellLaunch(Served How, bool IsStandIn) const;

  const Log &Lines;
  Trace &Events;
  KernelStatistics &Counts;
  const std::string Kernel;
  const int DeviceId;
  const bool KeepsNotes;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELREPORT_H
