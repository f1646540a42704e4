//===- IdleProcessors.cpp - Processors that nothing runs on ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/IdleProcessors.h"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <unistd.h>

using namespace ompjit;

std::optional<unsigned> ompjit::runnableThreads(std::string_view LoadAverage) {
  // Three averages come before "RUNNABLE/ALL LAST-PROCESS".
  for (int I = 0; I != 3; ++I) {
    const size_t Space = LoadAverage.find(' ');
    if (Space == std::string_view::npos)
      return std::nullopt;
    LoadAverage.remove_prefix(Space + 1);
  }
  unsigned Count = 0;
  const auto [End, Failure] = std::from_chars(
      LoadAverage.data(), LoadAverage.data() + LoadAverage.size(), Count);
  if (Failure != std::errc() ||
      End == LoadAverage.data() + LoadAverage.size() || *End != '/')
    return std::nullopt;
  return Count;
}

std::optional<unsigned> ompjit::idleProcessors() {
  const int File = ::open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return std::nullopt;
  char Text[128];
  const ssize_t Size = ::read(File, Text, sizeof(Text));
  ::close(File);
  const long NumProcessors = ::sysconf(_SC_NPROCESSORS_ONLN);
  if (Size <= 0 || NumProcessors <= 0)
    return std::nullopt;
  const std::optional<unsigned> Runnable =
      runnableThreads(std::string_view(Text, size_t(Size)));
  if (!Runnable)
    return std::nullopt;
  return unsigned(NumProcessors) - std::min(*Runnable, unsigned(NumProcessors));
}
