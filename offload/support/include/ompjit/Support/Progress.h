//===- ompjit/Support/Progress.h - Progress of long work ------------------===//
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

#ifndef OMPJIT_SUPPORT_PROGRESS_H
#define OMPJIT_SUPPORT_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <string>

namespace ompjit {

/// For one thread.
class Progress {
public:
  /// \p What is not copied.
  explicit Progress(const char *What, size_t Total = 0);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// One more of Total is done.
  void step();
  /// \p Share, from 0 to 1, is done, and \p Doing is next.
  void show(double Share, const std::string &Doing);

private:
  using Clock = std::chrono::steady_clock;

  bool isDue();

  const char *const What;
  const size_t Total;
  const bool IsSeen;
  size_t Count = 0;
  bool IsShown = false;
  Clock::time_point Next;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_PROGRESS_H
