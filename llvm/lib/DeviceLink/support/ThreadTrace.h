//===- ThreadTrace.h - The part of the time trace that a thread records ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's profiler only knows the thread that started it, so each task of a pool
// begins by making one of these. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_THREADTRACE_H
#define OMPJIT_DEVICELINK_THREADTRACE_H

#include "ompjit/DeviceLink/LinkConfig.h"

#include "llvm/Support/TimeProfiler.h"

namespace ompjit::devicelink {

class ThreadTrace {
public:
  ThreadTrace(const LinkConfig &Options, bool IsEnabled)
      : IsEnabled(IsEnabled) {
    if (IsEnabled)
      llvm::timeTraceProfilerInitialize(Options.TimeTraceGranularity,
                                        "device link");
  }
  ~ThreadTrace() {
    if (IsEnabled)
      llvm::timeTraceProfilerFinishThread();
  }

private:
  const bool IsEnabled;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_THREADTRACE_H
