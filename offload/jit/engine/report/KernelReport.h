//===- KernelReport.h - Reports about a kernel ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What users see of one kernel on one device: its counts (OMP_JIT_STATS), its
// lines (OMP_JIT_INFO) and its events (OMP_JIT_TRACE). All code that works on
// the kernel reports events here and nowhere else.
//
// Private to the engine. Thread-safe. If no report is wanted, a launch costs
// its count and two comparisons.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_KERNELREPORT_H
#define OMPJIT_JIT_KERNELREPORT_H

#include "Log.h"
#include "Statistics.h"
#include "Trace.h"
#include "ompjit/Plugin.h"
#include "variants/Scheme.h"

#include <string>
#include <string_view>
#include <utility>

namespace ompjit::jit {

class KernelReport {
public:
  KernelReport(const Settings &Chosen, const Log &Lines, Trace &Events,
               KernelStatistics &Counts, std::string_view Kernel,
               std::string Name, int DeviceId)
      : Lines(Lines), Events(Events), Counts(Counts), Kernel(Kernel),
        Name(std::move(Name)), DeviceId(DeviceId),
        KeepsNotes(!Chosen.StatsFile.empty()),
        TellsLaunches(Lines.wants(LogLevel::Launches)) {}

  const std::string &kernel() const { return Name; }
  KernelStatistics &counts() const { return Counts; }

  /// Counts a launch; returns how many were served in the same way before.
  uint64_t launched(Served How, bool IsStandIn) const {
    const uint64_t Number = Counts.countLaunch(How);
    if (IsStandIn)
      Counts.countStandIn();
    if (TellsLaunches) [[unlikely]]
      tellLaunch(How, IsStandIn);
    return Number;
  }
  /// The same for a launch that did not find its image at once: it was served
  /// from \p StartNs until now.
  void launchedSlowly(uint64_t StartNs, Served How, bool IsStandIn,
                      Tier Serving) const;
  void launchFailed(uint64_t StartNs, const Error &Reason) const;
  void launchFailed() const { Counts.countFailedLaunch(); }
  /// Whether a trace has every launch that did not find its image.
  bool tracesLaunches() const { return Events.isOn(); }
  /// Returns the time for the calls above; 0 if they do not need it.
  uint64_t startNs() const { return Events.isOn() ? nowNs() : 0; }

  /// Returns why the available images do not fit: the differences from the
  /// nearest one; empty if no report needs it. \p Current is the kernel's
  /// scheme, and \p NumFacts is the number of facts that it had at first.
  std::string whyNew(const Variant &, const Scheme &Current,
                     size_t NumFacts) const;
  void compiled(const WantedImage &, const ObtainedImage &,
                const std::string &Why) const;
  /// The same for a compile in the background, which may outlive this object.
  CompileReport compiledBehind(const WantedImage &, std::string Why) const;

  void loaded(uint64_t Bytes) const {
    Counts.countImage();
    Events.addLoadedBytes(int64_t(Bytes));
  }
  /// Whether ready() is to be called.
  bool wantsReady() const { return KeepsNotes || Events.isOn(); }
  /// Reports that an image is ready for launches; getting it ready began at \p
  /// StartNs. It replaces a stand-in, unless \p Serving is not Full. \p Usage
  /// is what its kernel takes of the device.
  void ready(const WantedImage &, uint64_t StartNs, Tier Serving,
             uint64_t Bytes, const ompjit_kernel_usage &Usage) const;
  void published(const std::vector<Fact> &) const;
  void unloaded(uint64_t Bytes) const;
  /// Reports that an image does not load and another one is made.
  void refused(const Error &Reason) const;
  /// Reports a failure after which something else serves the launch.
  void failed(const Error &Reason) const;

  /// Reports that images are made only where they pay, because a compile takes
  /// so long.
  void heldBack(uint64_t CompileNs) const;
  void gaveUp(const Reasons &) const;
  /// Reports that images are not compiled for an array that the program names.
  void leftOut(uint32_t Parameter, const std::string &Why) const;
  /// Reports a trial. \p Ratio is the image's time divided by that of the
  /// generic one, in so many pairs of launches.
  void tried(const Variant &, double Ratio, size_t Pairs, bool IsSlower) const;

private:
  bool explainsCompiles() const {
    return Lines.wants(LogLevel::Compiles) || KeepsNotes || Events.isOn();
  }
  void tellLaunch(Served How, bool IsStandIn) const;
  void tellGivenUp(const Reasons &) const;

  const Log &Lines;
  Trace &Events;
  KernelStatistics &Counts;
  const std::string Kernel; ///< The symbol, for traces.
  const std::string Name;   ///< For people.
  const int DeviceId;
  const bool KeepsNotes;
  /// Copied from Lines, so that a launch does not read them.
  const bool TellsLaunches;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_KERNELREPORT_H
