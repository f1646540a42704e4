//===- Progress.cpp - Progress of long work -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include <cstdio>
#include <unistd.h>

namespace ompjit::cachetool {

constexpr std::chrono::milliseconds Moment(200);

Progress::Progress(const char *What, size_t Total)
    : What(What), Total(Total), IsSeen(::isatty(STDERR_FILENO)),
      Next(Clock::now() + Moment) {}

Progress::~Progress() {
  if (IsShown)
    std::fputs("\r\033[K", stderr);
}

void Progress::step() {
  ++Count;
  if (!IsSeen || Clock::now() < Next)
    return;
  Next = Clock::now() + Moment;
  IsShown = true;
  std::fprintf(stderr, "\r%s: %zu of %zu", What, Count, Total);
}

} // namespace ompjit::cachetool
