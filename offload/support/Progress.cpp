//===- Progress.cpp - Progress of long work -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/Progress.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace ompjit {

constexpr std::chrono::milliseconds Moment(200);

Progress::Progress(const char *What, size_t Total)
    : What(What), Total(Total), IsSeen(::isatty(STDERR_FILENO)),
      Next(Clock::now() + Moment) {}

Progress::~Progress() {
  if (IsShown)
    std::fputs("\r\033[K", stderr);
}

bool Progress::isDue() {
  if (!IsSeen || Clock::now() < Next)
    return false;
  Next = Clock::now() + Moment;
  IsShown = true;
  return true;
}

void Progress::step() {
  ++Count;
  if (isDue())
    std::fprintf(stderr, "\r%s: %zu of %zu", What, Count, Total);
}

void Progress::show(double Share, const std::string &Doing) {
  if (!isDue())
    return;
  constexpr int Width = 20;
  const int Full = int(std::clamp(Share, 0.0, 1.0) * Width);
  std::fprintf(stderr, "\r%s [%s%s] %3d %% %.50s\033[K", What,
               std::string(size_t(Full), '#').c_str(),
               std::string(size_t(Width - Full), '.').c_str(),
               int(std::clamp(Share, 0.0, 1.0) * 100), Doing.c_str());
}

} // namespace ompjit
