//===- RunTrace.h - The trace of the program's device work ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements OMP_JIT_TRACE, and OMP_JIT_REPORT and OMP_JIT_SUMMARY, which are
// made of such a trace: when the program ends, ompjit-report reads the file. It
// is a program of its own, so that this library has none of it.
//
// Lives as long as the process. Thread-safe, except for finish().
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_RUNTRACE_H
#define OMPJIT_LIBOMPTARGET_ENTRY_RUNTRACE_H

#include "ompjit/Jit/Settings.h"
#include "ompjit/Support/TraceFile.h"

#include <memory>
#include <string>
#include <unistd.h>

namespace ompjit {

class RunTrace {
public:
  using LineSink = void (*)(const std::string &);

  /// Returns null if the environment does not ask for a trace. \p Folder is
  /// that of libomptarget.so.
  static RunTrace *fromEnvironment(const std::string &Folder, LineSink);

  TraceFile &file() { return File; }

  /// Completes the file and makes what the user wants of it. To be called once,
  /// at exit.
  void finish();

private:
  RunTrace(const jit::Settings &, const std::string &TraceName,
           const std::string &Folder, LineSink);

  void runTool();

  const std::string ReportName; ///< With %p; empty if there is no report.
  const bool IsSummarized;
  const bool IsTemporary; ///< Whether nobody wants the trace itself.
  const std::string Tool;
  const LineSink Print;
  const pid_t Owner = ::getpid();
  TraceFile File;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_RUNTRACE_H
