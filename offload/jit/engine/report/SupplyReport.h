//===- SupplyReport.h - Reports about compiles and caches -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes lines and trace events about images that are compiled or read from
// caches; KernelReport reports what the kernel does with them.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_SUPPLYREPORT_H
#define OMPJIT_JIT_SUPPLYREPORT_H

#include "Log.h"
#include "Trace.h"
#include "ompjit/CompileService.h"
#include "variants/WantedImage.h"

#include <string>

namespace ompjit::jit {

class SupplyReport {
public:
  SupplyReport(const Log &Lines, Trace &Events)
      : Lines(Lines), Events(Events) {}

  void warning(const std::string &Text) const { Lines.warning(Text); }
  /// Writes a line for users who want to know why compiles take long.
  void note(const std::string &Text) const {
    Lines.line(LogLevel::Compiles, Text);
  }
  /// The same about one image.
  void note(const WantedImage &, const std::string &Text) const;

  /// \p WaitedNs is how much of the time since \p StartNs went to waiting for
  /// another process that compiled the image.
  void lookedUp(const WantedImage &, uint64_t StartNs, const char *Outcome,
                uint64_t WaitedNs = 0) const;
  void stored(const WantedImage &, uint64_t StartNs, const char *Outcome) const;
  /// Reports a compile that began at \p StartNs. Its stages follow each other,
  /// after copying the package and before decoding the answer.
  void compiled(const WantedImage &, uint64_t StartNs, uint64_t CompileNs,
                const Result<CompileResult> &) const;

private:
  void tellCache(const WantedImage &, const char *What, uint64_t StartNs,
                 const char *Outcome, uint64_t WaitedNs) const;

  const Log &Lines;
  Trace &Events;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SUPPLYREPORT_H
