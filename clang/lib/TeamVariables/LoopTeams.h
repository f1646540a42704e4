//===- LoopTeams.h - How many teams `teams loop` asks for -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `target teams loop num_teams(n)` with an n that is no constant clang 22
// launches the region as one without teams: a GPU runs it with one, and on the
// host, where the region forms its teams itself, nobody can tell that it will.
// The host's own version of the region asks libomp for n teams, and runs right
// where the launch has failed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H
#define OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

/// Has launches ask for as many teams as the region's own version does.
void passNumTeams(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_LOOPTEAMS_H
