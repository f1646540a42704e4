//===- OneTeam.h - Threads of a region with one team ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp's rules for a league of teams (the host's __kmpc_push_num_teams), as
// far as they lead to one team whose threads `parallel` can form as well, and
// for the parts of loops (its __kmpc_for_static_init).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_ONETEAM_H
#define OMPJIT_LIBOMPTARGET_DEVICE_ONETEAM_H

#include <cstdint>

namespace ompjit {

/// The number of threads in libomp's teams, of OMP_NUM_THREADS or the machine,
/// where nothing else limits them.
struct UsualThreads {
  int AtLeast = 0; ///< 0: not known.
  bool IsExact = false;
};

/// What libomp says to the thread that meets the construct.
struct TeamSettings {
  int Level;            ///< Parallel regions around the construct.
  int MaxActiveLevels;  ///< 0: none may be active, except those of a league.
  int NumTeams;         ///< OMP_NUM_TEAMS; 0: not set.
  int TeamsThreadLimit; ///< OMP_TEAMS_THREAD_LIMIT; 0: not set.
  int ThreadLimit;      ///< OMP_THREAD_LIMIT, or a very large number.
  int Processors;       ///< Teams have at most as many, unless set otherwise.
};

/// Returns what follows from a team without clauses that had \p NumThreads.
UsualThreads usualThreads(const TeamSettings &, int NumThreads);

/// Returns how many threads the only team may have, or 0 if there are several,
/// or if only a league has the right result. \p NumTeams and \p MaxThreads are
/// those of num_teams and thread_limit, 0 without them.
int32_t threadsOfOneTeam(const TeamSettings &, const UsualThreads &,
                         int32_t NumTeams, int32_t MaxThreads);

/// Whether no variable makes libomp treat a league unlike a parallel region, or
/// print something about it. \p ReadVariable is like getenv.
bool teamsAreUsual(const char *(*ReadVariable)(const char *Name));

/// The same for how it divides loops without chunks.
bool loopsAreUsual(const char *(*ReadVariable)(const char *Name));

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_ONETEAM_H
