//===- LoopTeams.h - Number of teams of `teams loop` ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `target teams loop num_teams(n)` with an n that is not a constant, clang
// 22 launches the region as one without teams: a GPU runs it with one team, and
// for the host, where the region itself forms its teams, the runtime cannot
// know that it will. The host's own version of the region, which runs if the
// launch fails, correctly asks libomp for n teams.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H
#define OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Makes launches ask for as many teams as the region's host version does.
void passNumTeams(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H
