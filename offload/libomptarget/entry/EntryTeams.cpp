//===- EntryTeams.cpp - Entry points: what teams and threads do -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels for processors ask __ompjit_one_team before they form a league, and
// __ompjit_share_of_loop before each loop without chunks; see OneTeam.h and
// StaticLoops.h in ompjit/Specialize. The answer to the first follows libomp's
// rules for the number of teams and the threads of each. libomp has functions
// for all that they depend on, except for the usual number of threads, so that
// a team is formed once to count it.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Libomp.h"
#include "device/OneTeam.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include <atomic>

using namespace ompjit;

namespace {

constexpr int32_t IsFromCompiler = 2, TextLength = 22;
ident_t NoPlace = {0, IsFromCompiler, 0, TextLength, ";unknown;unknown;0;0;;"};

void countThreads(int32_t *, int32_t *, int *Count) {
  if (omp_get_thread_num() == 0)
    *Count = omp_get_num_threads();
}

void countInTeam(int32_t *, int32_t *, int *Count) {
  __kmpc_fork_call(&NoPlace, 1, reinterpret_cast<void *>(countThreads), Count);
}

int countThreadsOfTeam() {
  int Count = 0;
  __kmpc_push_num_teams(&NoPlace, __kmpc_global_thread_num(&NoPlace), 1, 0);
  __kmpc_fork_teams(&NoPlace, 1, reinterpret_cast<void *>(countInTeam), &Count);
  return Count;
}

/// Found out by the first region for which they count. Several threads may do
/// this at the same time.
UsualThreads usualThreads(const TeamSettings &Now) {
  static std::atomic<UsualThreads> Known;
  static_assert(decltype(Known)::is_always_lock_free);
  UsualThreads Usual = Known.load(std::memory_order_relaxed);
  if (Usual.AtLeast == 0) [[unlikely]] {
    // No number fits the limits, so that all regions form a league.
    Usual = {-1, false};
    if (!isWatched() && teamsAreUsual(programVariable))
      Usual = usualThreads(Now, countThreadsOfTeam());
    Known.store(Usual, std::memory_order_relaxed);
  }
  return Usual;
}

} // namespace

OMPJIT_EXPORT uint64_t __ompjit_share_of_loop() {
  enum class Answer { Unknown, Usual, Unusual };
  static std::atomic<Answer> Known{Answer::Unknown};
  Answer Now = Known.load(std::memory_order_relaxed);
  if (Now == Answer::Unknown) [[unlikely]] {
    // libomp has started, and any tool with it.
    Now = !isWatched() && loopsAreUsual(programVariable) ? Answer::Usual
                                                         : Answer::Unusual;
    Known.store(Now, std::memory_order_relaxed);
  }
  return Now == Answer::Usual ? uint64_t(omp_get_num_threads()) << 32 |
                                    uint64_t(omp_get_thread_num())
                              : 0;
}

OMPJIT_EXPORT int32_t __ompjit_one_team(int32_t NumTeams, int32_t ThreadLimit) {
  // If teams are as large as the machine permits, they differ.
  if (omp_get_dynamic())
    return 0;
  const TeamSettings Now = {
      omp_get_level(),        omp_get_max_active_levels(),
      omp_get_max_teams(),    omp_get_teams_thread_limit(),
      omp_get_thread_limit(), omp_get_num_procs()};
  // What is not known yet must not matter either.
  const int32_t Most =
      threadsOfOneTeam(Now, {INT32_MAX, true}, NumTeams, ThreadLimit);
  return Most ? threadsOfOneTeam(Now, usualThreads(Now), NumTeams, ThreadLimit)
              : 0;
}
