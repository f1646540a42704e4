//===- Teams.cpp - How many teams a region can have -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Teams.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <unistd.h>

namespace ompjit::host {

namespace {

/// Parses a limit like libomp: less than 1 means 1, and a text that is not a
/// number means none.
std::optional<uint32_t> readLimit(const char *Value) {
  if (!Value)
    return std::nullopt;
  Value += std::strspn(Value, " \t");
  int64_t Number = 0;
  const char *End = Value + std::strlen(Value);
  auto [Rest, Failure] = std::from_chars(Value, End, Number);
  if (Failure == std::errc::invalid_argument ||
      Rest + std::strspn(Rest, " \t") != End)
    return std::nullopt;
  if (Failure == std::errc::result_out_of_range)
    return UINT32_MAX;
  return uint32_t(std::clamp<int64_t>(Number, 1, UINT32_MAX));
}

} // namespace

uint32_t maxTeams(uint32_t NumProcessors,
                  const char *(*ReadVariable)(const char *Name)) {
  uint32_t Max =
      readLimit(ReadVariable("KMP_TEAMS_THREAD_LIMIT")).value_or(NumProcessors);
  for (const char *Name :
       {"KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS", "OMP_THREAD_LIMIT"})
    if (std::optional<uint32_t> Limit = readLimit(ReadVariable(Name)))
      Max = std::min(Max, *Limit);
  return Max;
}

uint32_t maxTeams() {
  return maxTeams(uint32_t(sysconf(_SC_NPROCESSORS_ONLN)), programVariable);
}

} // namespace ompjit::host
