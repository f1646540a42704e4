//===- TeamQueries.cpp - What code can tell about its teams ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists name what is known to be the same, so that code which calls
// anything else keeps its league.
//
//===----------------------------------------------------------------------===//

#include "TeamQueries.h"

#include "ReachedFunctions.h"

#include "ompjit/Specialize/LoopStart.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ompjit {

/// Code anywhere in the construct may call these. A lone team has the same
/// number, and its initial thread the same level and number, in a league.
static constexpr StringLiteral Everywhere[] = {
    "__kmpc_flush", "__kmpc_global_thread_num", "omp_destroy_lock",
    "omp_get_device_num", "omp_get_initial_device", "omp_get_level",
    "omp_get_num_devices", "omp_get_num_procs", "omp_get_num_teams",
    "omp_get_num_threads", "omp_get_team_num", "omp_get_thread_num",
    "omp_get_wtick", "omp_get_wtime", "omp_init_lock", "omp_is_initial_device",
    "omp_set_lock", "omp_test_lock", "omp_unset_lock",
    // Of compiler and C++ library.
    "_ZSt9terminatev", "__cxa_begin_catch", "__divdc3", "__divsc3", "__muldc3",
    "__mulsc3"};

/// The teams construct itself may call these.
static constexpr StringLiteral InTeams[] = {
    "__kmpc_end_reduce_nowait", "__kmpc_end_serialized_parallel",
    "__kmpc_for_static_fini",   "__kmpc_fork_call",
    "__kmpc_push_num_threads",  "__kmpc_push_proc_bind",
    "__kmpc_reduce_nowait",     "__kmpc_serialized_parallel"};

/// Parallel regions of the construct may call functions with these prefixes:
/// they work on the threads of the region's team.
static constexpr StringLiteral InParallel[] = {
    "__kmpc_atomic_",       "__kmpc_barrier",     "__kmpc_cancel",
    "__kmpc_copyprivate",   "__kmpc_critical",    "__kmpc_dispatch_",
    "__kmpc_end_critical",  "__kmpc_end_masked",  "__kmpc_end_master",
    "__kmpc_end_ordered",   "__kmpc_end_reduce",  "__kmpc_end_single",
    "__kmpc_end_taskgroup", "__kmpc_for_static_", "__kmpc_masked",
    "__kmpc_master",        "__kmpc_omp_task",    "__kmpc_ordered",
    "__kmpc_reduce",        "__kmpc_single",      "__kmpc_taskgroup",
    "__kmpc_taskloop"};

static bool hasPrefixOf(StringRef Name, ArrayRef<StringLiteral> All) {
  return any_of(All,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

namespace {

enum class Place { Teams, Below, Parallel };

class Reader {
public:
  explicit Reader(const TargetLibraryInfo &Libraries) : Libraries(Libraries) {}

  bool isSame(const Function &TeamsTask) const;

private:
  bool areSame(const Function &Root, Place Where) const;
  bool isSame(const CallBase &Call, Place Where) const;

  const TargetLibraryInfo &Libraries;
};

} // namespace

bool Reader::isSame(const CallBase &Call, Place Where) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isInterposable())
    return false;
  if (Callee->isIntrinsic() || !Callee->isDeclaration())
    return true;
  const StringRef Name = Callee->getName();
  if (is_contained(Everywhere, Name))
    return true;
  if (Where == Place::Parallel && hasPrefixOf(Name, InParallel))
    return true;
  LibFunc Known;
  return Libraries.getLibFunc(*Callee, Known);
}

bool Reader::areSame(const Function &Root, Place Where) const {
  return all_of(reachedFunctions(Root), [&](const Function *Each) {
    return all_of(instructions(*Each), [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return !Call || isSame(*Call, Where);
    });
  });
}

/// The positions of the functions that libomp calls back.
static constexpr unsigned TaskOfFork = 2, CombinerOfReduce = 5;

/// Whether the teams construct also forms threads for the function, which it
/// calls itself if an `if` clause says so.
static bool isForked(const Function &TeamsTask, const Function &Region) {
  return any_of(instructions(TeamsTask), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName() == "__kmpc_fork_call" &&
           Call->getArgOperand(TaskOfFork) == &Region;
  });
}

bool Reader::isSame(const Function &TeamsTask) const {
  bool Forks = false;
  for (const Instruction &I : instructions(TeamsTask)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return false;
    const Function *Called = Callee;
    Place Where = Place::Below;
    if (Callee->getName() == "__kmpc_fork_call") {
      Called = dyn_cast<Function>(Call->getArgOperand(TaskOfFork));
      Where = Place::Parallel;
      Forks = true;
    } else if (Callee->getName() == "__kmpc_reduce_nowait") {
      Called = dyn_cast<Function>(Call->getArgOperand(CombinerOfReduce));
    } else if (is_contained(InTeams, Callee->getName()) ||
               isStaticStart(Callee->getName())) {
      continue;
    } else if (Callee->isDeclaration()) {
      if (!isSame(*Call, Where))
        return false;
      continue;
    }
    if (Called && isForked(TeamsTask, *Called))
      Where = Place::Parallel;
    if (!Called || Called->isDeclaration() || Called->isInterposable() ||
        !areSame(*Called, Where))
      return false;
  }
  return Forks;
}

bool isSameWithoutLeague(const Function &TeamsTask,
                         const TargetLibraryInfo &Libraries) {
  return Reader(Libraries).isSame(TeamsTask);
}

} // namespace ompjit
