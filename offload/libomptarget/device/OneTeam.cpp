//===- OneTeam.cpp - Threads of a region with one team --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneTeam.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

using namespace ompjit;

/// Returns the limit that is not among the usual ones.
static int limitOf(const TeamSettings &Now, int32_t MaxThreads) {
  int Most = MaxThreads;
  if (Most == 0)
    Most = Now.TeamsThreadLimit > 0 ? Now.TeamsThreadLimit : Now.Processors;
  return std::min(Most, Now.ThreadLimit);
}

UsualThreads ompjit::usualThreads(const TeamSettings &Now, int NumThreads) {
  return {NumThreads, NumThreads < limitOf(Now, 0)};
}

int32_t ompjit::threadsOfOneTeam(const TeamSettings &Now,
                                 const UsualThreads &Usual, int32_t NumTeams,
                                 int32_t MaxThreads) {
  const bool IsOne = NumTeams == 1 || (NumTeams == 0 && Now.NumTeams <= 1);
  if (!IsOne || MaxThreads < 0 || Now.Level != 0 || Now.MaxActiveLevels < 1)
    return 0;
  int32_t Most = limitOf(Now, MaxThreads);
  if (Most > Usual.AtLeast) {
    if (!Usual.IsExact)
      return 0;
    Most = Usual.AtLeast;
  }
  // libomp reduces a larger team, and says so.
  return Most > Now.Processors ? 0 : std::max(Most, 1);
}

static bool isAnySet(const char *(*ReadVariable)(const char *),
                     std::initializer_list<const char *> Names) {
  return std::any_of(Names.begin(), Names.end(), ReadVariable);
}

bool ompjit::teamsAreUsual(const char *(*ReadVariable)(const char *)) {
  if (isAnySet(ReadVariable, {"KMP_ALL_THREADS", "KMP_CONSISTENCY_CHECK",
                              "KMP_DEVICE_THREAD_LIMIT", "KMP_TEAMS_PROC_BIND",
                              "KMP_TEAMS_THREAD_LIMIT", "OMP_DISPLAY_AFFINITY",
                              "OMP_THREAD_LIMIT"}))
    return false;
  // Each level has its own policy, and a league counts as one.
  const char *Policies = ReadVariable("OMP_PROC_BIND");
  return !Policies || !std::strchr(Policies, ',');
}

/// The last two load a profiler's library.
bool ompjit::loopsAreUsual(const char *(*ReadVariable)(const char *)) {
  return !isAnySet(ReadVariable,
                   {"KMP_CONSISTENCY_CHECK", "KMP_SCHEDULE",
                    "INTEL_LIBITTNOTIFY32", "INTEL_LIBITTNOTIFY64"});
}
