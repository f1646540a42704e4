//===- Optimize.h - The optimisation of one image -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs LLVM's pipeline over the module of an image. The package was optimised
// once when the program was linked, as far as that is possible without the
// values of a launch; this does the rest. Used by Compilation.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_OPTIMIZE_H
#define OMPJIT_COMPILER_OPTIMIZE_H

#include "ompjit/CompileService.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ompjit::jit {

/// Optimises the module as the request says. Level 0 does only what code
/// generation needs; 1 to 3 are like -O1 to -O3. \returns the level for the
/// rest of the compile: that of the request, or 0 where code is so large that
/// its generation would be nearly all of a quick compile.
unsigned optimize(llvm::Module &M, llvm::TargetMachine &TM,
                  const CompileRequest &Request);

/// Cleans up a module after it was optimised and lowered for a virtual GPU. \p
/// TM is the processor's.
void tidy(llvm::Module &M, llvm::TargetMachine &TM, unsigned Level);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_OPTIMIZE_H
