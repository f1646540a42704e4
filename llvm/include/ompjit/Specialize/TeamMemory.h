//===- ompjit/Specialize/TeamMemory.h - What kernels know of it -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that the threads of a team share begins and ends with a kernel. LLVM
// sees a variable there as one for all kernels: where one of them stores
// another value, or loads it at all, the others pay. Here each is looked at
// alone. That takes the device runtime's state out of kernels that do not need
// it, once the runtime's functions are inlined.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_TEAMMEMORY_H
#define OMPJIT_SPECIALIZE_TEAMMEMORY_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

/// In each kernel of a GPU, for variables of the team's memory whose address
/// goes nowhere: loads of those that hold one value in the whole kernel become
/// that value, and stores that the kernel never loads go.
class TeamMemoryPass : public llvm::PassInfoMixin<TeamMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_TEAMMEMORY_H
