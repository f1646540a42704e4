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

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Whether each team of a GPU has such a variable, whichever image its kernel
/// is in: it is no state of the device.
inline bool isMemoryOfTeam(const llvm::GlobalVariable &Variable) {
  constexpr unsigned SharedAddressSpace = 3; // For NVIDIA and AMD alike.
  return Variable.getParent()->getTargetTriple().isGPU() &&
         Variable.getAddressSpace() == SharedAddressSpace;
}

/// In each kernel of a GPU, for variables of the team's memory whose address
/// goes nowhere: loads of those that hold one value in the whole kernel become
/// that value, and stores that the kernel never loads go. An array of which
/// threads touch only their own elements, by their number, is in their
/// registers.
class TeamMemoryPass : public llvm::PassInfoMixin<TeamMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_TEAMMEMORY_H
