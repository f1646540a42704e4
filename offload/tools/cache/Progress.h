//===- Progress.h - Progress of long work ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line on stderr that is updated while the work goes on, if stderr is a
// terminal and the work takes longer than a moment.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_PROGRESS_H
#define OMPJIT_TOOLS_CACHE_PROGRESS_H

#include <chrono>
#include <cstddef>

namespace ompjit::cachetool {

class Progress {
public:
  Progress(const char *What, size_t Total);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void step();

private:
  using Clock = std::chrono::steady_clock;

  const char *const What;
  const size_t Total;
  const bool IsSeen;
  size_t Count = 0;
  bool IsShown = false;
  Clock::time_point Next;
};

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_PROGRESS_H
