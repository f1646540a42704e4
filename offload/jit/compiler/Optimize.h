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

/// \p Level 0 does only what code generation needs; 1 to 3 as -O1 to -O3.
void optimize(llvm::Module &M, llvm::TargetMachine &TM, unsigned Level,
              Pipeline Passes);

/// Cleans up after the lowering to a virtual GPU, of a module that was
/// optimised before. \p TM is the processor's.
void tidy(llvm::Module &M, llvm::TargetMachine &TM, unsigned Level);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_OPTIMIZE_H
