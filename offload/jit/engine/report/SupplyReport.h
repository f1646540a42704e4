//===- SupplyReport.h - What people are told of compiles and caches -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines for people and events of the trace about images on their way to a
// kernel; KernelReport tells what the kernel does with them.
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
  /// Something that a user looks for who asks why compiles take their time.
  void note(const std::string &Text) const {
    Lines.line(LogLevel::Compiles, Text);
  }
  /// The same about one image.
  void note(const WantedImage &, const std::string &Text) const;

  void lookedUp(const WantedImage &, uint64_t StartNs,
                const char *Outcome) const;
  void stored(const WantedImage &, uint64_t StartNs, const char *Outcome) const;
  /// A compile that began at \p StartNs. Its stages follow each other, between
  /// copying the package and decoding the answer.
  void compiled(const WantedImage &, uint64_t StartNs, uint64_t CompileNs,
                const Result<CompileResult> &) const;

private:
  void tellCache(const WantedImage &, const char *What, uint64_t StartNs,
                 const char *Outcome) const;

  const Log &Lines;
  Trace &Events;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_SUPPLYREPORT_H
