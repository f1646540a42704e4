//===- EarlierProcess.cpp - What a killed process left to this one --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierProcess.h"

#include "ompjit/LibompRegistration.h"

#include <cstdio>
#include <ctime>
#include <optional>

using namespace ompjit;

namespace {

double secondsOf(clockid_t Clock) {
  timespec Now = {};
  ::clock_gettime(Clock, &Now);
  return double(Now.tv_sec) + double(Now.tv_nsec) / 1e9;
}

/// Returns when the process began, in seconds since 1970; nothing without
/// /proc.
std::optional<double> startOfProcess() {
  FILE *Stat = std::fopen("/proc/self/stat", "re");
  if (!Stat)
    return std::nullopt;
  char Text[1024];
  Text[std::fread(Text, 1, sizeof(Text) - 1, Stat)] = '\0';
  std::fclose(Stat);
  // The program's name, which may contain anything, is in parentheses; the 20th
  // number after it is the time since the machine started.
  const char *BehindName = std::strrchr(Text, ')');
  unsigned long long Ticks = 0;
  if (!BehindName ||
      std::sscanf(BehindName + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d "
                  "%*d %*d %*d %*d %*d %llu",
                  &Ticks) != 1)
    return std::nullopt;
  const double Age = secondsOf(CLOCK_BOOTTIME) -
                     double(Ticks) / double(::sysconf(_SC_CLK_TCK));
  return secondsOf(CLOCK_REALTIME) - Age;
}

/// Whether the file is a leftover: empty, or older than the process.
bool isLeft(const struct stat &File) {
  if (!S_ISREG(File.st_mode) || File.st_uid != ::getuid())
    return false;
  if (File.st_size == 0)
    return true;
  const std::optional<double> Start = startOfProcess();
  const double Written =
      double(File.st_mtim.tv_sec) + double(File.st_mtim.tv_nsec) / 1e9;
  return Start && Written < *Start;
}

} // namespace

void ompjit::removeEarlierRegistration() {
  for (const char *Folder : LibompRegistration::Folders) {
    const LibompRegistration File(Folder);
    struct stat Info;
    if (::lstat(File.path(), &Info) == 0 && isLeft(Info))
      ::unlink(File.path());
  }
}
