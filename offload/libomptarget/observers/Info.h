//===- observers/Info.h - LIBOMPTARGET_INFO -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what the flags of LIBOMPTARGET_INFO ask for, in the words of the
// packaged runtime, which users' scripts look for.
//
// Threads: events may come from any thread; each line is printed at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_INFO_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_INFO_H

#include "TeamLimits.h"
#include "support/Observer.h"

#include <atomic>
#include <functional>
#include <string>

namespace ompjit {

/// Bits of LIBOMPTARGET_INFO.
enum InfoFlag : uint32_t {
  InfoArguments = 0x1,
  InfoMappingExists = 0x2,
  InfoTable = 0x4,
  InfoMappingChanged = 0x8,
  InfoKernel = 0x10,
  InfoTransfer = 0x20,
  InfoEmpty = 0x40,
};

class InfoObserver : public Observer {
public:
  /// \p PrintLine receives whole lines. \p DescribeTables returns the lines of
  /// all mapping tables; its argument is the place in the source that they are
  /// for.
  InfoObserver(
      uint32_t Flags, std::function<void(const std::string &)> PrintLine,
      std::function<std::string(const std::string &Place)> DescribeTables)
      : Flags(Flags), PrintLine(std::move(PrintLine)),
        DescribeTables(std::move(DescribeTables)) {}

  void setFlags(uint32_t New) { Flags = New; }

  /// Called when the program fails; prints the tables if InfoTable is set.
  void failure(const ident_t *Location);

  void constructBegins(const ConstructEvent &) override;
  void constructEnds(const ConstructEvent &) override;
  void constructPauses(const ConstructEvent &) override;
  void constructResumes(const ConstructEvent &) override;
  void dataBegins(const DataEvent &) override;
  void kernelBegins(const KernelEvent &) override;
  void mapping(const MappingEvent &) override;
  void deviceOpened(const DeviceEvent &E) override { Limits.opened(E); }
  void deviceCloses(const DeviceEvent &E) override { Limits.closes(E); }

private:
  bool has(InfoFlag Flag) const {
    return Flags.load(std::memory_order_relaxed) & Flag;
  }
  void print(int DeviceId, const std::string &Text);
  void printExists(const MappingEvent &);

  std::atomic<uint32_t> Flags;
  TeamLimits Limits;
  const std::function<void(const std::string &)> PrintLine;
  const std::function<std::string(const std::string &Place)> DescribeTables;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_INFO_H
