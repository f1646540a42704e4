//===- ompjit/Specialize/OneTeam.h - Regions of one team --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a processor, libomp forms a league of teams for a kernel's teams
// construct, and then the threads of each team. Usually there is one team; then
// the league costs as much as the threads, and the kernel's thread can form
// these itself, as for `parallel`.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ONETEAM_H
#define OMPJIT_SPECIALIZE_ONETEAM_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// The runtime's function that decides, when a kernel runs, whether its thread
/// may form the team: int32_t(int32_t NumTeams, int32_t ThreadLimit) gets what
/// the clauses say, 0 without them, and returns the number of threads that the
/// team may have, or 0 for a league. It is a weak reference, because other
/// versions of libomptarget do not have it.
inline constexpr char OneTeamName[] = "__ompjit_one_team";

/// Gives kernels for processors a second way through their teams construct,
/// without a league, if their code has no means to tell the difference. Leaves
/// kernels alone that have one already. \returns whether something changed.
bool formOneTeam(llvm::Module &M);

/// The same as a pass for the compilation of a file.
struct OneTeamPass : llvm::PassInfoMixin<OneTeamPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ONETEAM_H
