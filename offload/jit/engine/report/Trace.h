//===- Trace.h - The events of OMP_JIT_TRACE ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes launches, compiles, the cache and the tracker as events to a
// TraceFile.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TRACE_H
#define OMPJIT_JIT_TRACE_H

#include "Log.h"
#include "ompjit/Support/TraceFile.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ompjit::jit {

/// Returns the time of the steady clock in nanoseconds.
uint64_t nowNs();

class Trace {
public:
  using Arguments = std::vector<std::pair<std::string_view, std::string>>;

  /// \p Name is empty if nothing is traced.
  Trace(const std::string &Name, const Log &Lines)
      : IsWanted(!Name.empty()),
        File(Name, [&Lines](const std::string &Path, const std::string &Why) {
          Lines.warning("OMP_JIT_TRACE: the trace cannot be written to " +
                        Path + ": " + Why + "; there will be no more events");
        }) {}

  /// To be checked before an event is put together, which allocates.
  bool isOn() const { return IsWanted; }

  /// Writes an event of this thread that began at \p StartNs and ends now.
  void span(std::string_view Category, std::string_view Name, uint64_t StartNs,
            const Arguments &Details = {}) {
    write(Category, Name, StartNs, nowNs() - StartNs, Details);
  }
  void write(std::string_view Category, std::string_view Name, uint64_t StartNs,
             uint64_t DurationNs, const Arguments &Details);

  /// Completes the file.
  void finish() { File.finish(); }

private:
  const bool IsWanted;
  TraceFile File;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TRACE_H
